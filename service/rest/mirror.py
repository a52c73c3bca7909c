"""The domain's values as the API writes them: names in camelCase, closed sets by their names.

GraphQL gives `onTurn` and `YELLOW`, so REST does too; the domain itself says on_turn and "yellow".
A mirror is a type made from a domain type, which serves to encode, to decode and to describe.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec


class Name(StrEnum):
    """A word of a closed set, in capitals; read in either case."""

    @classmethod
    def _missing_(cls, value: object) -> "Name | None":
        return cls.__members__.get(value.upper()) if isinstance(value, str) else None


def mirror(kind: Any, name: str = "", strict: bool = False) -> Any:
    """The type that shows `kind` to the world. `name` goes before the names of structs."""
    return _mirror(kind, name, strict)


@cache
def _mirror(kind: Any, name: str, strict: bool) -> Any:
    if isinstance(kind, type):
        if issubclass(kind, msgspec.Struct):
            return _struct(kind, name, strict)
        return _enum(kind, name) if issubclass(kind, Enum) else kind
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return Annotated[mirror(inner[0], name, strict), *inner[1:]]
    if origin in (Union, UnionType):
        return reduce(or_, (mirror(each, name, strict) for each in inner))
    if origin in (tuple, list, dict, Mapping, Sequence):
        kinds = tuple(each if each is Ellipsis else mirror(each, name, strict) for each in inner)
        generic: Any = origin
        return generic[kinds]
    return kind


@cache
def _enum(kind: type[Enum], name: str) -> Any:
    members = {member.name: member.name for member in kind}
    return Name(name + kind.__name__, members)  # type: ignore[call-arg]


def _struct(kind: type[msgspec.Struct], name: str, strict: bool) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        name + kind.__name__,
        fields_of(kind, name, strict),
        namespace={"__doc__": kind.__doc__},
        rename="camel",
        frozen=True,
        forbid_unknown_fields=strict,
    )


def fields_of(kind: type[msgspec.Struct], name: str, strict: bool) -> list[Any]:
    """The fields of a struct as `defstruct` takes them, each mirrored."""
    hints = get_type_hints(kind, include_extras=True)
    listed: list[Any] = []
    for field in msgspec.structs.fields(kind):
        shown = mirror(hints[field.name], name, strict)
        if field.required:
            listed.append((field.name, shown))
        else:
            default = field.default
            if field.default_factory is not msgspec.NODEFAULT:
                default = msgspec.field(default_factory=field.default_factory)
            elif isinstance(default, Enum):
                default = shown(default.name)
            listed.append((field.name, shown, default))
    return listed


def shown(value: Any, kind: Any) -> Any:
    """A domain value as a value of its mirror."""
    return msgspec.convert(value, kind, from_attributes=True)

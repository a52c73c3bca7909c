"""How the schema is written down: a field is a description and, if it is not a plain attribute,
where its value comes from."""

from typing import Any

import strawberry


def field(description: str, resolver: Any = None, *, path: str = "", lasting: bool = False) -> Any:
    """`path` leads from the value behind the type to the field's, such as "shown.table.status".

    `lasting` is said of lists whose items are the same values in version after version: it pays to
    remember how they were encoded.
    """
    told = {"lasting": lasting} | ({"path": path} if path else {})
    return strawberry.field(description=description, resolver=resolver, metadata=told)


def made_of(*sources: type) -> Any:
    """The `is_type_of` of a type in a union or under an interface: its values are of these."""

    def is_type_of(value: Any, _info: Any) -> bool:
        return isinstance(value, sources)

    is_type_of.sources = sources  # type: ignore[attr-defined]
    return staticmethod(is_type_of)

"""How the schema is written down: a field is a description and, if it is not a plain attribute,
where its value comes from."""

from collections.abc import Callable
from typing import Any

import strawberry


def field(
    description: str, resolver: Callable[..., Any] | Any = None, *, path: str = "", name: str = ""
) -> Any:
    """`path` leads from the value behind the type to the field's, such as "shown.table.status"."""
    return strawberry.field(
        description=description,
        resolver=resolver,
        name=name or None,
        metadata={"path": path} if path else None,
    )


def made_of(*sources: type) -> Any:
    """The `is_type_of` of a type in a union or under an interface: its values are of these."""

    def is_type_of(value: Any, _info: Any) -> bool:
        return isinstance(value, sources)

    is_type_of.sources = sources  # type: ignore[attr-defined]
    return staticmethod(is_type_of)

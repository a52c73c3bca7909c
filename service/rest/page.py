"""Lists page by page: how many, after which cursor, and where the next page is."""

from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.rest.route import Call, Headers
from service.rest.types import Sent

Cursor = Annotated[str, Meta(min_length=1, max_length=200, description="`next` of the page before")]
PageSize = Annotated[int, Meta(ge=1, le=100, description="How many at most")]


class PageQuery(Sent):
    first: PageSize = 20
    after: Cursor | UnsetType = UNSET


def link(call: Call[Any, Any], after: object | None) -> Headers:
    """The address of the next page, with the same parameters but for where it begins."""
    if after is None:
        return ()
    given = msgspec.to_builtins(call.query) | {"after": str(after)}
    query = urlencode({name: text(value) for name, value in given.items()})
    return (("link", f'<{call.target}?{query}>; rel="next"'),)


def text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

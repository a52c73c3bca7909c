"""Which pages of other sites may call from a browser: what their tenant's policy says.

There are no cookies, so a page can only use a token it was given. A preflight therefore promises
nothing but the methods and headers there are; the call itself is checked against the policy of
the tenant whose token it carries.
"""

from service.errors import Forbidden

Headers = tuple[tuple[str, str], ...]

READABLE = (
    "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Content-Language"
)
SENDABLE = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "Howdah-Tenant"
)
A_DAY = "86400"


def preflight(headers: dict[str, str], allow: str) -> Headers:
    if "origin" not in headers:
        return (("allow", allow),)
    return (
        ("allow", allow),
        ("access-control-allow-origin", headers["origin"]),
        ("access-control-allow-methods", allow),
        ("access-control-allow-headers", SENDABLE),
        ("access-control-max-age", A_DAY),
        ("vary", "Origin"),
    )


def checked(headers: dict[str, str], origins: tuple[str, ...]) -> Headers:
    """What lets the calling page read the answer; Forbidden if the tenant does not want it to."""
    origin = headers.get("origin")
    if origin is None:
        return ()
    if origin.partition("://")[2] == headers.get("host"):
        return (("vary", "Origin"),)
    if origin not in origins and "*" not in origins:
        raise Forbidden("The tenant does not allow this origin.", reason="ORIGIN_NOT_ALLOWED")
    return readable(origin)


def anyone(headers: dict[str, str]) -> Headers:
    """For what is the same for all: every page may read it."""
    return readable("*") if "origin" in headers else ()


def readable(origin: str) -> Headers:
    return (
        ("access-control-allow-origin", origin),
        ("access-control-expose-headers", READABLE),
        ("vary", "Origin"),
    )

"""What the headers of a request say: media types, languages, versions, ids of commands."""

import re
from functools import lru_cache
from urllib.parse import unquote_to_bytes
from uuid import UUID

from domain.kernel import Language
from service.errors import BadUserInput, NotFound
from service.rest.problems import NotAcceptable, UnsupportedMediaType

JSON = "application/json"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
SAME = {"application/ndjson": NDJSON, "application/jsonl": NDJSON}  # other names in use

LANGUAGES = frozenset(map(str, Language))
VERSION = re.compile(r'"?(\d{1,9})"?').fullmatch
WEAK_VERSION = re.compile(r'(?:W/)?"(\d{1,9})"').findall


@lru_cache(1_000)
def preferred(header: str | None, offered: tuple[str, ...]) -> str:
    """The media type that suits the caller best, in our order where it has none."""
    if header is None or header == "*/*" or header == offered[0]:
        return offered[0]
    wanted = weighted(header)
    best, weight = "", 0.0
    for media in offered:
        general = media.partition("/")[0] + "/*"
        names = [media, *(name for name, same in SAME.items() if same == media), general, "*/*"]
        liking = next((wanted[name] for name in names if name in wanted), 0.0)
        if liking > weight:
            best, weight = media, liking
    if not best:
        raise NotAcceptable(f"There is only {' or '.join(offered)}.", offered=offered)
    return best


@lru_cache(1_000)
def language(header: str | None) -> Language:
    """The best of the four for who reads it; English for who reads none of them."""
    if header is None:
        return Language.EN
    best, weight = Language.EN, 0.0
    for tag, liking in weighted(header).items():
        name = tag.partition("-")[0]
        if liking > weight and name in LANGUAGES:
            best, weight = Language(name), liking
    return best


def weighted(header: str) -> dict[str, float]:
    """The parts of an Accept header in lower case, each with its weight."""
    weights: dict[str, float] = {}
    for part in header.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        weight = 1.0
        for parameter in parameters:
            if parameter.startswith("q="):
                try:
                    weight = float(parameter[2:])
                except ValueError:
                    weight = 0.0
        weights.setdefault(name, weight)
    return weights


def must_be_json(header: str | None) -> None:
    if header is None or header.partition(";")[0].strip().lower() != JSON:
        raise UnsupportedMediaType(f"Send the body as {JSON}.", offered=(JSON,))


@lru_cache(10_000)
def identifier(text: str) -> UUID:
    """A UUID in its usual form; what is none cannot be the id of anything."""
    try:
        found = UUID(text)
    except ValueError:
        found = None
    if found is None or str(found) != text.lower():
        raise NotFound
    return found


def command_id(header: str | None) -> UUID:
    """The id of a command. Without one a lost answer could not be asked for again."""
    if header is None:
        raise BadUserInput(
            "Send the header Idempotency-Key with a new UUID for every deed.",
            reason="IDEMPOTENCY_KEY_MISSING",
        )
    text = header.strip().strip('"')
    try:
        return identifier(text)
    except NotFound:
        raise BadUserInput(
            "The Idempotency-Key must be a UUID.", reason="IDEMPOTENCY_KEY_NOT_UUID"
        ) from None


def tenant_named(header: str | None) -> str | None:
    """What Howdah-Tenant says. Names have letters that headers have not: they come as UTF-8, or
    percent-encoded, which is all that a browser can send."""
    if header is None:
        return None
    raw = unquote_to_bytes(header.encode("latin-1"))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def expected_version(header: str | None) -> int | None:
    """The version that If-Match asks for, if it asks for one."""
    if header is None or header.strip() == "*":
        return None
    found = VERSION(header.strip())
    if found is None:
        raise BadUserInput('If-Match takes one version, such as "12".', reason="IF_MATCH")
    return int(found[1])


def has_version(header: str | None, version: int) -> bool:
    """Whether If-None-Match says that the caller has this version."""
    return header is not None and str(version) in WEAK_VERSION(header)


def etag(version: int) -> tuple[str, str]:
    return ("etag", f'"{version}"')

"""The OpenAPI 3.1 document, made from the table of routes and the types it names."""

import sys
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from domain.games import latest, names
from service.errors import (
    BadUserInput,
    Forbidden,
    IdempotencyKeyReused,
    InternalServerError,
    Problem,
    RateLimited,
    ServiceUnavailable,
    Unauthenticated,
)
from service.rest.examples import REQUEST, Example, conflict, examples, refusal
from service.rest.moves import LegalMove, OneOf, kinds
from service.rest.negotiate import JSON, SSE
from service.rest.problems import (
    PROBLEM,
    ContentTooLarge,
    NotAcceptable,
    ProblemDetails,
    UnsupportedMediaType,
    of_problem,
)
from service.rest.route import Nothing, Route, Who
from service.rest.routes import ROUTES
from service.rest.shows import view_type
from service.rest.types import TableUpdate

FILE = Path("openapi/openapi.json")
REFS = "#/components/schemas/"
Document = dict[str, Any]
AnyRoute = Route[Any, Any]

ABOUT = """
Play and host Bombay (Cyril Demaegd, 2009) and Bombay Bazar (Sylvie Barc and Juan Rodriguez, 2001).
The same nouns, the same results and the same codes as in GraphQL.

A tenant administers with its key, a player plays with a token, and where a tenant allows guests
anyone becomes a player by giving a name. Every deed at a table takes an `Idempotency-Key`, a new
UUID: sending it again gives the same answer and does nothing a second time. What the rules do not
allow is answered 422 with the code and the rule; a version that is no longer the latest, 412.
What belongs to another tenant does not exist: 404.
"""

TAGS = {
    "tables": "Open tables, sit down, play and watch",
    "people": "Guests and players, and their tokens",
    "tenant": "What a tenant may use, and does",
    "games": "The games there are",
}

SECURITY: dict[Who, list[dict[str, list[str]]]] = {
    Who.ANYONE: [],
    Who.MEMBER: [{"playerToken": []}, {"tenantKey": []}],
    Who.PLAYER: [{"playerToken": []}],
    Who.TENANT: [{"tenantKey": []}],
}

ID = {"type": "string", "format": "uuid"}
PATH_PARAMETERS = {
    "id": {"schema": ID, "description": "A UUID"},
    "seat": {
        "schema": {"type": "integer", "minimum": 0, "maximum": 9},
        "description": "Counted from 0 in turn order",
    },
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "schema": ID,
    "description": "A new UUID for every deed; the same one when the same deed is sent again",
    "example": "0193c2f4-6f6e-7c1a-9d7e-0b1f6a5c2d11",
}
IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "pattern": r'^(\*|"?[0-9]{1,9}"?)$'},
    "description": "The version that the caller has in mind; 412 if the table has another",
    "example": '"12"',
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The version that the caller has; 304 if there is no newer one",
    "example": '"12"',
}
ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "en, fr, pt or pl; English for any other",
    "example": "fr",
}
LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "description": "The last version that was seen; what was missed comes first",
    "example": "12",
}
HOWDAH_TENANT = {
    "name": "Howdah-Tenant",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "pattern": "^[!-~]+( [!-~]+)*$"},
    "description": "The tenant by name or id, where neither the host name nor being the only one "
    "says it; letters beyond ASCII and the sign % are percent-encoded (UTF-8)",
    "example": "demo",
}
HEADERS = {
    "ETag": ("The version", {"type": "string"}),
    "Location": ("Where it is now", {"type": "string"}),
    "Link": ("The next page, if there is one", {"type": "string"}),
    "RateLimit": ("What is left of the limits", {"type": "string"}),
    "RateLimit-Policy": ("The limits", {"type": "string"}),
    "Retry-After": ("Seconds to wait", {"type": "integer"}),
    "Allow": ("What can be done here", {"type": "string"}),
}


class Components:
    """What is said in one place and referred to from many."""

    def __init__(self) -> None:
        self.kinds: dict[str, Document] = {"examples": {}, "responses": {}}

    def refer(self, kind: str, name: str, content: Any) -> Document:
        """A reference to the content, under this name or one it has already."""
        known = self.kinds[kind]
        name = next((key for key, value in known.items() if value == content), name)
        assert known.setdefault(name, content) == content, f"{name} is two things"
        return {"$ref": f"#/components/{kind}/{name}"}


def stream_event(route: AnyRoute) -> Document:
    """Each event of a stream; OpenAPI 3.1 has no other word for the items of a stream."""
    name = {"TableUpdate": "table", "LobbyUpdate": "lobby", "Turn": "turn"}[route.answer.__name__]
    body = schema(route.answer)
    data: Document = {"type": "string", "contentMediaType": JSON, "contentSchema": body}
    if name == "table":
        id_ = {"type": "string", "pattern": "^[0-9]+$", "description": "The version"}
        properties = {"id": id_, "event": {"const": name}, "data": data}
    else:
        first = "The first event is `ready`, with no data: nothing that happens after it is missed"
        data["contentSchema"] = {"anyOf": [body, {"maxProperties": 0}]}
        properties = {"event": {"enum": [name, "ready"], "description": first}, "data": data}
    return {"type": "object", "properties": properties, "required": list(properties)}


@cache
def document() -> Document:
    """The whole description, ready to be encoded."""
    shown, shared = examples(), Components()
    paths: Document = {}
    for route in ROUTES:
        item = paths.setdefault(route.path, {})
        item[route.method.lower()] = operation(route, shown[route.name], shared)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Howdah",
            "version": "1",
            "summary": "Bombay and Bombay Bazar as a service",
            "description": ABOUT.strip(),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": schemas(),
            **shared.kinds,
            "securitySchemes": {
                "playerToken": {"type": "http", "scheme": "bearer", "description": "A player's"},
                "tenantKey": {"type": "http", "scheme": "bearer", "description": "A tenant's"},
            },
        },
    }


def operation(route: AnyRoute, example: Example, shared: Components) -> Document:
    described: Document = {
        "operationId": route.name,
        "summary": route.summary,
        "tags": [tag(route)],
        "security": SECURITY[route.who],
        "parameters": list(parameters(route)),
        "responses": {str(status): answer for status, answer in responses(route, example, shared)},
    }
    if route.body is not Nothing:
        described["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": schema(route.body), "example": example.body}},
        }
    return described


TAG_OF = dict.fromkeys(("guests", "me", "players", "tokens", "standings"), "people")
TAG_OF |= dict.fromkeys(("lobby", "turns"), "tables")


def tag(route: AnyRoute) -> str:
    noun = route.path.split("/")[2]
    return TAG_OF.get(noun, noun)


def parameters(route: AnyRoute) -> Iterator[Document]:
    for name, known in PATH_PARAMETERS.items():
        if f"{{{name}}}" in route.path:
            yield {"name": name, "in": "path", "required": True, **known}
    hints = get_type_hints(route.query, include_extras=True)
    for field in msgspec.structs.fields(route.query):
        shape = schema(hints[field.name])
        described: Document = {"name": field.encode_name, "in": "query", "required": field.required}
        if "description" in shape:
            described["description"] = shape.pop("description")
        if not field.required and field.default is not msgspec.UNSET:
            shape["default"] = field.default
        yield {**described, "schema": shape}
    if route.deed:
        yield IDEMPOTENCY_KEY
    if route.guarded:
        yield IF_MATCH
    if route.versioned:
        yield IF_NONE_MATCH
    if route.spoken:
        yield ACCEPT_LANGUAGE
    if route.answer is TableUpdate:
        yield LAST_EVENT_ID
    if route.path == "/v1/guests":
        yield HOWDAH_TENANT


def responses(
    route: AnyRoute, example: Example, shared: Components
) -> Iterator[tuple[int, Document]]:
    yield route.status, success(route, example, shared)
    if route.versioned:
        yield 304, {"description": "There is no newer version", "headers": headers("ETag")}
    failures = {
        status: failure(HTTPStatus(status).phrase, *(of_problem(kind(), REQUEST) for kind in kinds))
        for status, kinds in problems(route).items()
    }
    if route.guarded:
        failures[412] = failure("The table has another version", conflict())
    if route.deed:
        failures[422] = failure(
            "The rules do not allow it, or the key was used for another deed",
            refusal(),
            of_problem(IdempotencyKeyReused(), REQUEST),
        )
    for status, described in failures.items():
        name = HTTPStatus(status).name.title().replace("_", "")
        yield status, shared.refer("responses", name, described)


def problems(route: AnyRoute) -> dict[int, list[type[Problem]]]:
    found: list[type[Problem]] = [*route.problems, BadUserInput, NotAcceptable]
    found += [RateLimited, InternalServerError, ServiceUnavailable]
    if route.body is not Nothing:
        found += [ContentTooLarge, UnsupportedMediaType]
    if route.who is not Who.ANYONE:
        found += [Unauthenticated, Forbidden]
    by_status: dict[int, list[type[Problem]]] = {}
    for kind in sorted(found, key=lambda kind: kind.status):
        by_status.setdefault(kind.status, []).append(kind)
    return by_status


def success(route: AnyRoute, example: Example, shared: Components) -> Document:
    answer: Document = {"description": HTTPStatus(route.status).phrase}
    content: Document = {}
    for media in route.media if route.status != 204 else ():
        if media == SSE:
            content[media] = {"schema": stream_event(route), "example": example.answer}
        elif media == JSON:
            shown = shared.refer("examples", route.name, {"value": example.answer})
            content[media] = {"schema": schema(route.answer), "examples": {"answer": shown}}
        else:
            content[media] = {"schema": {"type": "string"}, "example": example.lines}
    if content:
        answer["content"] = content
    wanted = ["RateLimit", "RateLimit-Policy"] if route.who is not Who.ANYONE else []
    wanted += ["ETag"] if route.versioned or route.deed else []
    wanted += ["Location"] if route.located else []
    wanted += ["Link"] if route.paged else []
    if wanted:
        answer["headers"] = headers(*wanted)
    if route.links:
        answer["links"] = {
            link.operation: {
                "operationId": link.operation,
                "parameters": {"id": f"$response.body#{link.id}"},
            }
            for link in route.links
        }
    return answer


def failure(text: str, *shown: ProblemDetails) -> Document:
    examples = {example.code: {"value": msgspec.to_builtins(example)} for example in shown}
    content = {"schema": {"$ref": f"{REFS}ProblemDetails"}, "examples": examples}
    return {"description": text, "content": {PROBLEM: content}}


def headers(*wanted: str) -> Document:
    return {name: {"description": HEADERS[name][0], "schema": HEADERS[name][1]} for name in wanted}


def schema(kind: Any) -> Document:
    (found,), _ = msgspec.json.schema_components([kind], ref_template=REFS + "{name}")
    return found


def schemas() -> Document:
    """Every type that a route names, and those that only views and streams name."""
    kinds_named: list[Any] = [ProblemDetails, TableUpdate, LegalMove]
    for route in ROUTES:
        kinds_named += [kind for kind in (route.body, route.answer) if kind not in (Nothing, None)]
    for name in names():
        game = latest(name)
        kinds_named += [view_type(game), *(shape.whole for shape in kinds(game).values())]
    _, found = msgspec.json.schema_components(kinds_named, ref_template=REFS + "{name}")
    for kind in OneOf.__subclasses__():
        found[kind.__name__] |= {"minProperties": 1, "maxProperties": 1}
    return dict(sorted(found.items()))


def text() -> bytes:
    """The document as it is committed."""
    encoded = msgspec.json.encode(document())
    return msgspec.json.format(encoded, indent=1) + b"\n"


def main() -> None:
    """Write the document to the place given, or to where it is committed."""
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_bytes(text())


if __name__ == "__main__":
    main()

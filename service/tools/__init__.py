"""What the service hands out to those who check it: programs of one file each, with nothing but
the standard library, and the public keys of its checkpoints."""

from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from service.errors import ServiceUnavailable

HERE = Path(__file__).parent
FILES = ("check_record.py",)


def download(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return PlainTextResponse("There is no such program.", 404)
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-cache",
        "access-control-allow-origin": "*",
    }
    return PlainTextResponse((HERE / name).read_bytes(), headers=headers)


async def keys(request: Request) -> Response:
    try:
        found = await request.app.state.parts.checkpoints.keys()
    except ServiceUnavailable:
        return PlainTextResponse("The keys cannot be read just now.", 503)
    headers = {"access-control-allow-origin": "*", "cache-control": "public, max-age=60"}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


ROUTES = [
    Route("/tools/{name}", download),
    Route("/.well-known/howdah-keys.json", keys),
]

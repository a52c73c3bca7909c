"""Programs that the service hands out: each one file, with nothing but the standard library."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

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


ROUTES = [Route("/tools/{name}", download)]

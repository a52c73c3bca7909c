"""A page to try the API on: GraphiQL from its package, served from here. Embedded default only."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from service import embedded
from service.config import Config

HERE = Path(__file__).parent
# GraphiQL finds its global object by `new Function`, and marks what it colours with styles.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
FILES = {
    str(file.relative_to(HERE)): file
    for file in HERE.rglob("*")
    if file.suffix in (".js", ".css") or file.name.startswith("LICENSE")
}


def routes(config: Config) -> list[BaseRoute]:
    """None where the service uses servers of the operator's own: it is not for trying out then."""
    if config.database_url != embedded.urls(Config(data=config.data)).database:
        return []
    return [Route("/playground", page), Route("/playground/{name:path}", file)]


async def page(request: Request) -> Response:
    return FileResponse(HERE / "page.html", headers={"content-security-policy": POLICY})


async def file(request: Request) -> Response:
    found = FILES.get(request.path_params["name"])
    return Response(status_code=404) if found is None else FileResponse(found)

"""The page: its files, and the routes that serve them.

Files lie under an address that contains the hash of them all, so browsers may keep them for ever
and a new release is seen at once. The document itself is small and asked for anew each time.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from domain.kernel import Value
from service.web import catalogues

HERE = Path(__file__).parent / "page"
COMPRESSED = ("text/", "application/json", "image/svg+xml")
FOR_EVER = "public, max-age=31536000, immutable"
HOST = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?")
ANEW = "no-cache"
LAZY = ("replay", "verify", "sha256", "chance", "qr", "vendor/uqr")  # asked for when needed

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'{sockets}",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


class File(Value):
    media: str
    plain: bytes
    packed: bytes | None  # by gzip, where that helps


class Page(Value):
    """All that is served, by the path below the address that they share."""

    address: str
    document: File
    files: dict[str, File]


def made(media: str, plain: bytes) -> File:
    helps = media.startswith(COMPRESSED)
    return File(media, plain, gzip.compress(plain, 9, mtime=0) if helps else None)


@cache
def page() -> Page:
    contents = {
        str(path.relative_to(HERE)): path.read_bytes()
        for path in sorted(HERE.rglob("*"))
        if path.is_file() and path.suffix not in (".md", ".html")
    }
    contents |= {f"texts/{name}.json": text for name, text in catalogues.encoded().items()}
    digest = hashlib.sha256(repr(sorted(contents.items())).encode()).hexdigest()[:16]
    address = f"/page/{digest}/"
    preloads = "\n".join(
        f'    <link rel="modulepreload" href="{address}{name}">'
        for name in contents
        if name.endswith(".js") and name.removesuffix(".js") not in LAZY
    )
    document = (HERE / "index.html").read_text()
    document = document.replace("<!-- modules -->", preloads.strip()).replace("{page}", address)
    files = {name: made(media_type(name), content) for name, content in contents.items()}
    return Page(address, made("text/html; charset=utf-8", document.encode()), files)


def media_type(name: str) -> str:
    kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
    return kind or "application/octet-stream"


def document(request: Request) -> Response:
    return answer(request, page().document, ANEW)


def file(request: Request) -> Response:
    found = page().files.get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("There is no such file.", 404)
    # An address of another release may be asked for while a new one is rolled out.
    current = request.path_params["release"] == page().address.split("/")[2]
    return answer(request, found, FOR_EVER if current else ANEW)


def answer(request: Request, found: File, caching: str) -> Response:
    headers = {
        "cache-control": caching,
        "vary": "accept-encoding",
        "content-security-policy": POLICY.format(sockets=sockets(request.headers.get("host", ""))),
    }
    body = found.plain
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, media_type=found.media, headers=headers)


def sockets(host: str) -> str:
    """Our own WebSockets by name: not every browser counts them as 'self'."""
    return f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""


ROUTES = [
    Route("/", document),
    Route("/tables/{id}", document),
    Route("/page/{release}/{name:path}", file),
]

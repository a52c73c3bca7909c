"""What ours is measured against: a Starlette application that only hands out ready bytes.

python -m tests.bench.references PORT FILE: /bytes answers with the file; whoever opens the
WebSocket /updates is sent the file whenever somebody calls POST /publish.
"""

import asyncio
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

CONTENT = Path(sys.argv[2]).read_bytes() if len(sys.argv) > 2 else b""
queues: set[asyncio.Queue[str]] = set()


async def ready(request: Request) -> Response:
    await request.body()
    return Response(CONTENT, media_type="application/json")


async def publish(request: Request) -> Response:
    text = CONTENT.decode()
    for queue in queues:
        queue.put_nowait(text)
    return Response(b"")


async def updates(socket: WebSocket) -> None:
    """As people write it: a queue for each socket, and a task that empties it."""
    await socket.accept()
    queue: asyncio.Queue[str] = asyncio.Queue()
    queues.add(queue)

    async def forward() -> None:
        while True:
            await socket.send_text(await queue.get())

    task = asyncio.create_task(forward())
    try:
        while True:
            await socket.receive_text()
    except WebSocketDisconnect:
        pass
    finally:
        queues.discard(queue)
        task.cancel()


app = Starlette(
    routes=[
        Route("/bytes", ready, methods=["GET", "POST"]),
        Route("/publish", publish, methods=["POST"]),
        WebSocketRoute("/updates", updates),
    ]
)

if __name__ == "__main__":
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        http="httptools",
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
    )

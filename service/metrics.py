"""What a process counts and gauges, and where that can be read.

Every process counts for itself. /metrics tells of the one that happens to answer, and only to
callers on the same machine; with HOWDAH_METRICS_PORT each process has a port of its own, that one
or the next that is free, for Prometheus to ask all of them.
"""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest
from prometheus_client import start_http_server as start
from starlette.requests import Request
from starlette.responses import Response

PROCESSES = 64  # ports that are tried

COMMANDS = Counter("howdah_commands", "Commands by kind and outcome", ["command", "outcome"])
BATCH = Histogram(
    "howdah_append_batch_commands",
    "Commands per commit",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
)
APPEND = Histogram(
    "howdah_append_seconds",
    "Time of a commit",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10),
)
WAITING = Gauge("howdah_append_waiting_commands", "Commands that wait for the next commit")
FAILING = Gauge("howdah_append_failing", "1 while the database takes no commits")
SOCKETS = Gauge("howdah_sockets", "Open WebSockets and streams")
DEGRADED = Gauge("howdah_degraded", "1 while Redis is away and the log is polled instead")
LIVE_TABLES = Gauge("howdah_live_tables", "Tables that this process keeps up to date")
SUBSCRIPTIONS = Gauge("howdah_subscriptions", "Followers of tables in this process")
READS = Counter("howdah_reads", "Table views by where they came from", ["source"])
REDIS_TRIPS = Counter("howdah_redis_trips", "Round trips to Redis by what for", ["purpose"])
VIEWS_WRITTEN = Counter("howdah_views_written", "Views handed to Redis")
LAG = Gauge("howdah_projection_lag_events", "Events not yet projected", ["projection"])
PARKED = Gauge("howdah_projection_parked_streams", "Streams set aside", ["projection"])
PROJECTED = Counter("howdah_projected_events", "Events projected", ["projection"])
PROJECTION_DELAY = Histogram(
    "howdah_projection_delay_seconds", "From commit to read model", ["projection"]
)


async def metrics(request: Request) -> Response:
    """For the operator's own machine; what runs behind a proxy is asked at its own port."""
    client = request.client
    if client is None or not ipaddress.ip_address(client.host).is_loopback:
        return Response("Metrics are for callers on the same machine.\n", 403)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@contextmanager
def served(port: int | None, host: str) -> Iterator[int | None]:
    """Serve this process's metrics on the port, or the first free one after it."""
    if port is None:
        yield None
        return
    for candidate in range(port, port + PROCESSES):
        try:
            server, thread = start(candidate, host)
            break
        except OSError:
            continue
    else:
        raise OSError(f"no port from {port} on is free for metrics")
    try:
        yield candidate
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

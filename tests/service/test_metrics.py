"""What a running service tells its operator."""

import re
import socket
from uuid import uuid4

import httpx
import pytest
from starlette.requests import Request

from service.metrics import metrics
from tests.running import started, wait_for


def value(text: str, sample: str) -> float:
    found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.M)
    return float(found[1]) if found else 0.0


def a_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def open_table(url: str) -> None:
    token = httpx.post(f"{url}/v1/guests", json={"name": "Asha"}).json()["token"]
    opened = httpx.post(
        f"{url}/v1/tables",
        json={"game": "BOMBAY", "seats": 2},
        headers={"authorization": f"Bearer {token}", "idempotency-key": str(uuid4())},
    )
    assert opened.status_code == 201


def test_commands_are_counted_by_kind_and_outcome(service):
    counted = 'howdah_commands_total{command="open_table",outcome="accepted"}'
    before = service.get("/metrics").text
    open_table(service.url)
    after = service.get("/metrics").text
    assert value(after, counted) == value(before, counted) + 1
    assert value(after, "howdah_append_seconds_count") > value(
        before, "howdah_append_seconds_count"
    )
    assert value(after, "howdah_degraded") == 0


def test_it_is_counted_how_long_a_projection_takes(service):
    counted = 'howdah_projection_delay_seconds_count{projection="models"}'
    summed = counted.replace("_count", "_sum")
    before = service.get("/metrics").text
    open_table(service.url)
    wait_for(lambda: value(service.get("/metrics").text, counted) > value(before, counted))
    assert 0 <= value(service.get("/metrics").text, summed) - value(before, summed) < 60


def test_every_process_has_a_port_of_its_own_for_metrics(used):
    port = a_port()
    with started(used, workers=2, metrics_port=port):
        for each in (port, port + 1):
            assert "howdah_commands" in httpx.get(f"http://127.0.0.1:{each}/metrics").text


@pytest.mark.anyio
@pytest.mark.parametrize(("host", "status"), [("127.0.0.1", 200), ("::1", 200), ("10.0.0.7", 403)])
async def test_metrics_are_for_callers_on_the_same_machine(host, status):
    request = Request({"type": "http", "client": (host, 5000), "headers": []})
    assert (await metrics(request)).status_code == status

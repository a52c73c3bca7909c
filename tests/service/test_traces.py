"""What a collector of OpenTelemetry is sent, and what log lines say, about one move at a table."""

import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.graphql.kit import guest
from tests.graphql.kit import started as table_started
from tests.running import started, wait_for

TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


@pytest.fixture
def collector():
    """An address for spans, and all that have arrived there."""
    spans = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            sent = ExportTraceServiceRequest.FromString(
                self.rfile.read(int(self.headers["content-length"]))
            )
            for each in sent.resource_spans:
                service = attributes(each.resource)["service.name"]
                spans.extend((service, span) for scope in each.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", spans
    server.shutdown()
    thread.join()
    server.server_close()


def attributes(of):
    return {each.key: each.value.string_value for each in of.attributes}


@contextmanager
def followed(url, table, token):
    """Someone who follows the table meanwhile."""
    headers = {"authorization": f"Bearer {token}", "accept": "text/event-stream"}
    with httpx.stream("GET", f"{url}/v1/tables/{table}/stream", headers=headers) as stream:
        lines = stream.iter_lines()
        next(lines)
        yield lines


def end_turn(url, table, token, **headers):
    answer = httpx.post(
        f"{url}/v1/tables/{table}/moves",
        json={"bombay": {"endTurn": True}},
        headers={"authorization": f"Bearer {token}", "idempotency-key": str(uuid4()), **headers},
    )
    assert answer.status_code == 200, answer.text


def on_turn(callers, table):
    (seat,) = callers[0].ask("query($id: ID!) { table(id: $id) { onTurn } }", id=table)["table"][
        "onTurn"
    ]
    return callers[seat].token


def test_a_move_is_one_trace_from_the_request_to_the_followers(used, collector, monkeypatch):
    address, spans = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")  # ms
    with (
        started(used) as service,
        guest(service.url, "Asha") as asha,
        guest(service.url, "Balu") as balu,
    ):
        table = table_started([asha, balu])
        with followed(service.url, table, asha.token):
            end_turn(
                service.url, table, on_turn([asha, balu], table),
                traceparent=f"00-{TRACE}-{CALLER}-01",
            )  # fmt: skip
        wait_for(lambda: any(span.name == "project" for _, span in spans))
    assert {service for service, _ in spans} == {"howdah"}
    ours = {span.name: span for _, span in spans if span.trace_id.hex() == TRACE}
    parents = {
        name: next(
            (other for other, each in ours.items() if each.span_id == span.parent_span_id), 0
        )
        for name, span in ours.items()
    }
    assert parents == {
        "request": 0,
        "command": "request",
        "decide": "command",
        "append": "command",
        "deliver": "command",
    }
    assert ours["request"].parent_span_id.hex() == CALLER
    tables = {attributes(span).get("howdah.table") for span in ours.values()} - {None}
    assert tables == {table}


def test_nothing_is_imported_for_traces_that_nobody_wants():
    code = "import service.app, sys; print('opentelemetry.exporter' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("through", ["graphql", "rest"])
def test_log_lines_tell_the_request_and_the_table(service, through):
    id_ = f"elephant-{uuid4()}"
    with guest(service.url, "Asha") as asha, guest(service.url, "Balu") as balu:
        table = table_started([asha, balu])
        token = on_turn([asha, balu], table)
        if through == "rest":
            end_turn(service.url, table, token, **{"x-request-id": id_})
        else:
            mover = next(each for each in (asha, balu) if each.token == token)
            mover.http.headers["x-request-id"] = id_
            assert mover.play(table, {"bombay": {"endTurn": True}})["__typename"] == "Accepted"

    def lines():
        written = map(json.loads, service.errors.read_text().splitlines())
        return [line for line in written if line.get("request_id") == id_]

    wait_for(lines)
    assert [(line["event"], line["table_id"]) for line in lines()] == [("request", table)]

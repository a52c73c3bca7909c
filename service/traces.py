"""Traces by OpenTelemetry, if the environment says where to send them; otherwise nothing at all.

OTEL_EXPORTER_OTLP_ENDPOINT turns them on, and the other standard variables mean what they mean
everywhere. One call is a `request`, the `command` in it, its `decide` and `append`, and the
`deliver` to those who follow the table here. What other processes deliver and what projectors
`project` begins a trace of its own; the table's id joins them.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NOTHING: AbstractContextManager[Any] = nullcontext()

tracer: "Tracer | None" = None


@contextmanager
def sent(environment: Mapping[str, str]) -> Iterator[None]:
    """Send traces meanwhile, if that is asked for; what is not sent yet goes out in the end."""
    global tracer
    if not any(environment.get(name) for name in ENDPOINTS):
        yield
        return
    # Half a second to import, only for those who want it.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = Resource.create({SERVICE_NAME: environment.get("OTEL_SERVICE_NAME") or "howdah"})
    provider = TracerProvider(resource=named, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = provider.get_tracer("howdah")
    try:
        yield
    finally:
        tracer = None
        provider.shutdown()


def span(name: str, table: object = None, **attributes: str | int) -> AbstractContextManager[Any]:
    """A part of what is going on, and the table it is about."""
    if tracer is None:
        return NOTHING
    about: dict[str, str | int] = {f"howdah.{key}": value for key, value in attributes.items()}
    if table is not None:
        about["howdah.table"] = str(table)
    return tracer.start_as_current_span(name, attributes=about)


def trace_id() -> str | None:
    """The trace that whoever asks is part of."""
    if tracer is None:
        return None
    from opentelemetry.trace import format_trace_id, get_current_span

    context = get_current_span().get_span_context()
    return format_trace_id(context.trace_id) if context.is_valid else None


async def request(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Let the application answer, as part of the caller's trace if the call names one."""
    from opentelemetry.propagate import extract
    from opentelemetry.trace import SpanKind, Status, StatusCode

    assert tracer is not None
    headers = {name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]}
    with tracer.start_as_current_span(
        "request",
        context=extract(headers),
        kind=SpanKind.SERVER,
        attributes={
            "http.request.method": scope["method"],
            "url.path": scope["path"],
            "howdah.request": scope["request_id"],
        },
    ) as current:

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                current.set_attribute("http.response.status_code", message["status"])
                if message["status"] >= 500:
                    current.set_status(Status(StatusCode.ERROR))
            await send(message)

        await app(scope, receive, noting)

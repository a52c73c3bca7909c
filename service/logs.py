"""JSON lines on standard error, each with the request and the table that it belongs to."""

import logging
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any
from uuid import UUID

import msgspec
import structlog

from service import traces

REQUEST_ID: ContextVar[str] = ContextVar("request_id")  # every request runs in its own context
TABLE_ID: ContextVar[UUID] = ContextVar("table_id")  # whose command is carried out in it
SECRET = frozenset({"authorization", "password", "token", "key", "seed", "secret"})


def configure(level: str) -> None:
    """Send our own events and those of the libraries down the same path."""
    shared: list[structlog.typing.Processor] = [
        add_ids,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(serializer=_json),
            ],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for chatty in ("uvicorn.error", "alembic", "psycopg", "httpx"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def add_ids(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if (request_id := REQUEST_ID.get(None)) is not None:
        event["request_id"] = request_id
    if (table_id := TABLE_ID.get(None)) is not None:
        event.setdefault("table_id", table_id)
    if (trace_id := traces.trace_id()) is not None:
        event["trace_id"] = trace_id
    return event


def hide_secrets(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    for name in SECRET & event.keys():
        event[name] = "***"
    return event


def _json(event: Any, **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=str).decode()

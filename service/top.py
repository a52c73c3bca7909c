"""`howdah top`: what every process counts, as rates, in the terminal."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Annotated
from urllib.error import URLError
from urllib.request import urlopen

import typer
from prometheus_client.parser import text_string_to_metric_families

from service.client.paint import BOLD, DIM, colourful, painted
from service.client.screen import CLEAR
from service.config import read
from service.trouble import Trouble

PATIENCE = 2.0  # seconds
CACHED = ("memory", "redis")  # where a read need not fold the log


class Reading:
    """The samples of one process at one moment."""

    def __init__(self, text: str, at: float) -> None:
        self.at = at
        self._samples = [
            sample for family in text_string_to_metric_families(text) for sample in family.samples
        ]

    def sum(self, name: str, **labels: str) -> float:
        return sum(
            sample.value
            for sample in self._samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def buckets(self, name: str) -> dict[float, float]:
        found = [each for each in self._samples if each.name == f"{name}_bucket"]
        return {float(sample.labels["le"]): sample.value for sample in found}


class Span:
    """What happened in a process between two readings."""

    def __init__(self, before: Reading, after: Reading) -> None:
        self.before = before
        self.after = after

    def more(self, name: str, **labels: str) -> float:
        return self.after.sum(name, **labels) - self.before.sum(name, **labels)

    def rate(self, name: str, **labels: str) -> float:
        return self.more(name, **labels) / (self.after.at - self.before.at)

    def part(self, name: str, share: float) -> float | None:
        """The bound under which this share of what was observed lies."""
        before, after = self.before.buckets(name), self.after.buckets(name)
        grown = {bound: many - before.get(bound, 0) for bound, many in after.items()}
        whole = max(grown.values(), default=0)
        if not whole:
            return None
        return min(bound for bound, many in grown.items() if many >= share * whole)


def mean(span: Span, name: str) -> float | None:
    many = span.more(f"{name}_count")
    return span.more(f"{name}_sum") / many if many else None


def hits(span: Span) -> float | None:
    reads = span.more("howdah_reads_total")
    near = sum(span.more("howdah_reads_total", source=source) for source in CACHED)
    return 100 * near / reads if reads else None


def milliseconds(share: float) -> Callable[[Span], float | None]:
    def found(span: Span) -> float | None:
        seconds = span.part("howdah_append_seconds", share)
        return None if seconds is None else 1e3 * seconds

    return found


ROWS: dict[str, Callable[[Span], float | None]] = {
    "commands/s": lambda span: span.rate("howdah_commands_total"),
    "  refused/s": lambda span: span.rate("howdah_commands_total", outcome="refused"),
    "  failed/s": lambda span: span.rate("howdah_commands_total", outcome="failed"),
    "commits/s": lambda span: span.rate("howdah_append_seconds_count"),
    "  commands in each": lambda span: mean(span, "howdah_append_batch_commands"),
    "  p50 at most, ms": milliseconds(0.5),
    "  p99 at most, ms": milliseconds(0.99),
    "commands waiting": lambda span: span.after.sum("howdah_append_waiting_commands"),
    "reads/s": lambda span: span.rate("howdah_reads_total"),
    "  from caches, %": hits,
    "Redis trips/s": lambda span: span.rate("howdah_redis_trips_total"),
    "sockets": lambda span: span.after.sum("howdah_sockets"),
    "followers": lambda span: span.after.sum("howdah_subscriptions"),
    "live tables": lambda span: span.after.sum("howdah_live_tables"),
    "events projected/s": lambda span: span.rate("howdah_projected_events_total"),
    "  delay, s": lambda span: mean(span, "howdah_projection_delay_seconds"),
    "  behind": lambda span: span.after.sum("howdah_projection_lag_events"),
    "  tables set aside": lambda span: span.after.sum("howdah_projection_parked_streams"),
    "without Redis": lambda span: span.after.sum("howdah_degraded"),
    "CPU, %": lambda span: 100 * span.rate("process_cpu_seconds_total"),
    "memory, MB": lambda span: span.after.sum("process_resident_memory_bytes") / 1e6,
}


def top(
    addresses: Annotated[
        list[str] | None,
        typer.Argument(
            help="where processes tell their metrics: HOST:PORT or a URL",
            show_default="the service that the settings describe",
        ),
    ] = None,
    every: Annotated[float, typer.Option(min=0.1, help="seconds between two looks")] = 1.0,
    once: Annotated[bool, typer.Option("--once", help="print one look and end")] = False,
) -> None:
    """Show what the processes of a service are doing, until Ctrl-C."""
    places = [url_of(address) for address in addresses or []] or configured()
    before = looks(places)
    if not any(before):
        raise Trouble(f"nothing answers at {places[0]}; is the service running?")
    try:
        while True:
            time.sleep(every)
            after = looks(places)
            text = shown(places, before, after)
            print(text if once else (CLEAR if colourful() else "") + text, flush=True)
            if once:
                return
            before = after
    except KeyboardInterrupt:
        print()


def url_of(address: str) -> str:
    url = address if "://" in address else f"http://{address}"
    return url if url.endswith("/metrics") else f"{url.rstrip('/')}/metrics"


def configured() -> list[str]:
    """The one address of the service, or those of its processes if they have ports for metrics."""
    config = read(os.environ)
    if config.metrics_port is None:
        return [url_of(f"{config.host}:{config.port}")]
    found: list[str] = []
    for port in count(config.metrics_port):
        url = url_of(f"{config.host}:{port}")
        if found and look(url) is None:
            break
        found.append(url)
    return found


def looks(places: list[str]) -> list[Reading | None]:
    with ThreadPoolExecutor(len(places)) as threads:
        return list(threads.map(look, places))


def look(url: str) -> Reading | None:
    """The samples at an address; None if nobody is there."""
    try:
        with urlopen(url, timeout=PATIENCE) as answer:
            return Reading(answer.read().decode(), time.monotonic())
    except (URLError, OSError):
        return None


def shown(places: list[str], before: list[Reading | None], after: list[Reading | None]) -> str:
    """A column for each process; one that is not there has an empty one."""
    spans = [Span(a, b) if a and b else None for a, b in zip(before, after, strict=True)]
    heads = [url.removeprefix("http://").removesuffix("/metrics") for url in places]
    width = max(12, *(len(head) + 2 for head in heads))
    there = sum(span is not None for span in spans)
    rows = [
        painted(f"howdah  {time.strftime('%H:%M:%S')}  {there} of {len(places)} processes", BOLD),
        painted(" " * 20 + "".join(head.rjust(width) for head in heads), DIM),
    ]
    for name, value in ROWS.items():
        cells = [written(value(span)) if span else "gone" for span in spans]
        rows.append(name.ljust(20) + "".join(cell.rjust(width) for cell in cells))
    return "\n".join(rows)


def written(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.1f}"

"""`howdah rebuild` and `howdah lag`."""

import asyncio
import os
import sys
import time
from enum import StrEnum
from typing import Annotated

import typer

from service import embedded
from service.cache import impatient
from service.config import read
from service.embedded import Urls
from service.projectors import lag as lagging
from service.projectors import rebuild as rebuilding
from service.serve import say
from service.store import SHARDS, Log
from service.store.pools import pool

WIDTH = 30


class Name(StrEnum):
    MODELS = "models"
    VIEWS = "views"


def rebuild(
    name: Annotated[
        Name | None, typer.Argument(help="what to make again; all if not given")
    ] = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="keep the new one even if it differs from the old")
    ] = False,
) -> None:
    """Make what is read again from the log. Safe while the service runs.

    models: lobby, players' tables, standings and usage. views: what Redis keeps of live tables.
    """
    config = read(os.environ)
    with embedded.reached(config, say) as urls:
        for each in Name if name is None else [name]:
            asyncio.run(made_again(urls, each, accept))


async def made_again(urls: Urls, name: Name, accept: bool) -> None:
    bar = Bar(name)
    async with Log(urls.database) as log, pool(urls.database, "projector", 4) as projectors:
        if name is Name.MODELS:
            differing = await rebuilding.models(log, projectors, bar.show, accept)
        else:
            async with impatient(urls.redis) as redis:
                differing = await rebuilding.views(log, projectors, redis, bar.show, accept)
    bar.end(f"other than before: {', '.join(differing)}" if differing else "the same to the byte")


class Bar:
    """How far it is and how long it will take, on one line of the terminal."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._began = time.monotonic()
        self._shown = 0.0
        self._total = 0

    def show(self, done: int, total: int) -> None:
        self._total = total
        now = time.monotonic()
        if not sys.stderr.isatty() or now < self._shown + 0.1:
            return
        self._shown = now
        share = done / total if total else 1.0
        left = (now - self._began) * (1 - share) / share if share else 0.0
        filled = "#" * round(WIDTH * share)
        line = f"{self._name} [{filled:<{WIDTH}}] {share:4.0%}, {left:.0f} s left"
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    def end(self, verdict: str) -> None:
        took = time.monotonic() - self._began
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        what = "events" if self._name == Name.MODELS else "tables"
        say(f"{self._name}: {self._total} {what} in {took:.1f} s, {verdict}.")


def lag() -> None:
    """Show how far each projection has come and what it had to set aside."""
    config = read(os.environ)
    with embedded.reached(config, say) as urls:
        for line in asyncio.run(lag_lines(urls.database)):
            print(line)


async def lag_lines(database_url: str) -> list[str]:
    async with pool(database_url, "projector", 1) as projectors, projectors.connection() as here:
        lags, parked = await lagging.lags(here), await lagging.parked(here)
    lines = [f"{'projection':12}{'build':>6}{'events':>12}{'behind':>10}{'delay':>10}  shards"]
    for each in lags:
        lines.append(
            f"{each.projection:12}{each.build:6}{each.position:12}{each.behind:10}"
            f"{each.delay:8.1f} s  {each.held} of {SHARDS} held"
        )
    for stream in parked:
        lines.append(
            f"parked by {stream.projection}: table {stream.stream} of tenant {stream.tenant}"
            f" at {stream.position}: {stream.error}"
        )
    return lines

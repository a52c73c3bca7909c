"""`howdah doctor`: look at everything the service stands on and say what to do about it."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psycopg
import redis
import typer

from service import embedded, logs
from service.cache import plain
from service.config import environment, read, redacted
from service.store import migrate
from service.trouble import Trouble

CLOCK_TOLERANCE = 2.0  # seconds
ROOM = 500  # MB; a database without any cannot write


class Finding(msgspec.Struct, frozen=True):
    """One thing looked at. `cure` says what to do; empty where all is well."""

    subject: str
    says: str
    cure: str = ""


def doctor() -> None:
    """Check configuration, database, Redis, migrations, clock and disk; say what to do.

    Works whether or not the service runs. Ends with 1 if anything is wrong.
    """
    findings = []
    for finding in examine():
        findings.append(finding)
        typer.echo(f"{'FAIL' if finding.cure else ' ok '}  {finding.subject}: {finding.says}")
        if finding.cure:
            typer.echo(f"      {finding.cure}")
    raise typer.Exit(1 if any(finding.cure for finding in findings) else 0)


def examine() -> Iterator[Finding]:
    try:
        config = read(os.environ)
    except Trouble as trouble:
        yield Finding("configuration", str(trouble), "Correct or unset the variable.")
        return
    given = " ".join(f"{name}={redacted(text)}" for name, text in environment(config).items())
    yield Finding("configuration", given)
    logs.configure("error")
    try:
        with embedded.reached(config, lambda text: None) as urls:
            yield from database(urls.database)
            yield cache(urls.redis)
            if not config.database_url:
                yield disk(config.directory)
    except Trouble as trouble:
        cure = "See that it runs and that HOWDAH_DATABASE_URL is right."
        if not config.database_url:
            cure = "Mend that, or give servers of your own by HOWDAH_DATABASE_URL and _REDIS_URL."
        yield Finding("servers", str(trouble), cure)


def database(url: str) -> Iterator[Finding]:
    with psycopg.connect(url, connect_timeout=embedded.CONNECT_PATIENCE) as connection:
        version = connection.info.server_version // 10000
        began = time.time()
        row = connection.execute("select extract(epoch from clock_timestamp())").fetchone()
        ended = time.time()
    too_old = "Howdah is written for Postgres 18; move to it." if version < 18 else ""
    yield Finding("database", f"Postgres {version} answers", too_old)
    found, wanted = migrate.current(url), migrate.head()
    stale = "" if found == wanted else "Run `howdah migrate`, or start the service."
    yield Finding("migrations", f"at {found or 'none'}, need {wanted}", stale)
    now = float(row[0]) if row else began
    off = max(began - now, now - ended, 0.0)
    late = "Set both machines' clocks by NTP." if off > CLOCK_TOLERANCE else ""
    yield Finding("clock", f"{off:.3f} s apart from the database's", late)


def cache(url: str) -> Finding:
    try:
        with plain(url, patience=5) as client:
            version = str(client.info("server")["redis_version"])
    except redis.RedisError as error:
        cure = "See that it runs and that HOWDAH_REDIS_URL is right; play goes on without it."
        return Finding("redis", f"{redacted(url)}: {error}", cure)
    return Finding("redis", f"Redis {version} answers")


def disk(directory: Path, needed: int = ROOM) -> Finding:
    free = shutil.disk_usage(directory).free // 1_000_000
    cure = f"Make room in {directory}; {needed} MB is the least to go on with."
    return Finding("disk", f"{free} MB free", "" if free >= needed else cure)

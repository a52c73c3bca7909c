"""Back up, go on, drop everything, restore: the games are there to the last archived byte."""

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from service.embedded import POSTGRES_BIN, Postgres, accounts
from service.store import migrate
from tests.conftest import scratch, silently
from tests.faults.whole import whole
from tests.projections.kit import tenant, writers
from tests.running import howdah, wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(180)]

DEPLOY = Path(__file__).parents[2] / "deploy"
HEADS = "select stream_id, version, head_hash from howdah.streams order by stream_id"


class Archived(Postgres):
    """A Postgres that archives its log as the deployed one does."""

    def command(self) -> list[str]:
        archive = self.directory.parent / "archive"
        copy = f"test ! -f {archive}/%f && cp %p {archive}/.%f && mv {archive}/.%f {archive}/%f"
        return [*super().command(), "--archive_mode=on", f"--archive_command={copy}"]


@pytest.fixture
def server():
    with scratch() as place:
        server = Archived(place)
        accounts.own(place / "archive", server.account)
        server.start(silently)
        migrate.upgrade(server.url())
        yield server
        server.kill()


def script(name: str, *arguments: object) -> str:
    """Run a script of deploy/ with the programs of this Postgres."""
    path = {"PATH": f"{POSTGRES_BIN}:{os.environ['PATH']}"}
    words = [str(DEPLOY / name), *map(str, arguments)]
    done = subprocess.run(words, env={**os.environ, **path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def heads(server: Postgres) -> list[tuple[UUID, int, bytes]]:
    with psycopg.connect(server.url()) as connection:
        return connection.execute(HEADS).fetchall()


def archive_all(server: Postgres) -> None:
    """Wait until all that is written is in the archive."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        ((current,),) = connection.execute("select pg_walfile_name(pg_switch_wal())").fetchall()
        last = "select last_archived_wal >= %s from pg_stat_archiver"
        wait_for(lambda: connection.execute(last, (current,)).fetchone() == (True,))


def lose_everything(server: Postgres) -> None:
    server.kill()
    shutil.rmtree(server.directory)


def restore(server: Postgres, backup: str, moment: str | None = None) -> None:
    place = server.directory.parent
    script("restore.sh", backup, place / "archive", server.directory, *([moment] if moment else []))
    owner = server.directory.parent / "archive"
    given = owner.stat()
    for path in (server.directory, *server.directory.rglob("*")):
        os.chown(path, given.st_uid, given.st_gid)
    server.start(silently)
    with psycopg.connect(server.url()) as connection:
        recovering = "select pg_is_in_recovery()"
        wait_for(lambda: connection.execute(recovering).fetchone() == (False,))


async def test_nothing_is_missing_after_a_restore(server):
    club = tenant(5)
    async with writers(server.url()) as quiet:
        first, _ = await quiet.start(club)
        await quiet.finish(club, first)
        backup = script("backup.sh", server.url("postgres"), server.directory.parent / "backups")
        second, _ = await quiet.start(club)
        await quiet.finish(club, second)
    before = heads(server)
    archive_all(server)
    lose_everything(server)
    restore(server, backup)
    assert heads(server) == before
    assert {first, second} <= {table for table, _, _ in before}
    gate = howdah("replay", "--all", data=uuid_path(), database_url=server.url())
    assert gate.returncode == 0, gate.stdout + gate.stderr
    with psycopg.connect(server.url()) as connection:
        whole(connection)


async def test_a_moment_in_between_can_be_restored(server):
    club = tenant(6)
    async with writers(server.url()) as quiet:
        backup = script("backup.sh", server.url("postgres"), server.directory.parent / "backups")
        kept, _ = await quiet.start(club)
        await quiet.finish(club, kept)
        before, moment = heads(server), datetime.now(UTC).isoformat()
        await quiet.start(club)
    assert heads(server) != before
    archive_all(server)
    lose_everything(server)
    restore(server, backup, moment)
    assert heads(server) == before
    gate = howdah("replay", "--all", data=uuid_path(), database_url=server.url())
    assert gate.returncode == 0, gate.stdout + gate.stderr


def uuid_path() -> Path:
    return Path("/tmp") / f"howdah-none-{uuid4()}"

"""What a tenant takes along: its settings, its players and the record of every table."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from service import record
from service.auth import PAGE, Auth
from service.caller import Caller
from service.store import Log
from service.trouble import Trouble


class Exported(NamedTuple):
    """How much it was."""

    tables: int
    players: int


def make(directory: Path) -> None:
    """An empty place that nobody else may look into."""
    try:
        directory.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise Trouble(f"cannot make {directory}: {error.strerror}") from None


async def export(log: Log, auth: Auth, caller: Caller, directory: Path) -> Exported:
    """Write three files. Of games that run, what is secret stays sealed."""
    tenant = caller.tenant
    settings = msgspec.json.encode(tenant)
    (directory / "tenant.json").write_bytes(msgspec.json.format(settings, indent=2) + b"\n")
    tables = players = 0
    with (directory / "records.jsonl").open("wb") as records:
        async for table in log.streams(tenant.id, tenant.shard):
            records.write(await record.read(log, tenant, table))
            tables += 1
    after, more = None, True
    with (directory / "players.jsonl").open("wb") as people:
        while more:
            page = await auth.players(caller, PAGE, after)
            people.writelines(msgspec.json.encode(player) + b"\n" for player in page.players)
            players += len(page.players)
            after, more = page.after, page.after is not None
    return Exported(tables, players)

"""A tenant leaves: it takes its games along, its names are forgotten, and no chain breaks."""

from uuid import uuid4

import psycopg
import pytest

from service.errors import Unauthenticated
from service.tenants import operator
from tests.projections.kit import writers

pytestmark = pytest.mark.anyio

SUSPENDED_LONG_AGO = "update howdah.tenants set suspended_at = now() - interval '1 hour'"


@pytest.fixture
async def club(howdah, tenancy):
    """A tenant with a name that occurs nowhere else."""
    name = f"Club {uuid4().hex}"
    howdah("tenant", "create", name, "--guests", "--host", f"{uuid4().hex}.example.org")
    return await tenancy.by_name(name)


@pytest.fixture
async def games(club, database):
    """A finished game of the club, and one that goes on."""
    async with writers(database) as people:
        over, _ = await people.start(club, "bazar", 2)
        await people.finish(club, over)
        going_on, _ = await people.start(club)
    return over, going_on


async def test_an_export_holds_every_table_and_player_and_can_be_taken_in_elsewhere(
    howdah, club, games, auth, tmp_path
):
    asha = await auth.register_player(operator(club), "Asha")
    there = tmp_path / "export"
    assert howdah("tenant", "export", club.name, str(there)).complaint == 0
    assert club.name in (there / "tenant.json").read_text()
    assert f'"id":"{asha.id}","name":"Asha"' in (there / "players.jsonl").read_text()
    records = str(there / "records.jsonl")
    assert howdah("verify", records).printed == "2 of 2 records hold."
    howdah("tenant", "create", elsewhere := f"Club {uuid4().hex}")
    taken = howdah("import", records, "--tenant", elsewhere)
    assert "1 of 2 records are in, 1 of them new." in taken.printed
    assert "the game is not over yet" in taken.printed


async def test_an_export_never_writes_over_anything(howdah, club, tmp_path):
    assert "cannot make" in howdah("tenant", "export", club.name, str(tmp_path)).complaint


async def test_after_an_erasure_no_name_is_left_anywhere_and_no_chain_is_broken(
    howdah, club, games, auth, tenancy, database
):
    asha = await auth.register_player(operator(club), f"Asha {uuid4().hex}")
    key = howdah("token", "issue", club.name).printed
    names = (club.name, club.hosts[0], asha.name)
    with psycopg.connect(database) as connection:
        assert all(occurs(connection, name) for name in names)
        howdah("tenant", "suspend", club.name)
        connection.execute(SUSPENDED_LONG_AGO)
        connection.commit()
        assert howdah("tenant", "erase", club.name).complaint == 0
        assert not any(occurs(connection, name) for name in names)
    assert f"{club.id}\t{club.id}\tno guests\terased" in howdah("tenant", "list").printed
    with pytest.raises(Unauthenticated):
        await auth.authenticate(key)
    assert howdah("replay", "--all").complaint == 0
    for table in games:
        assert howdah("record", str(table)).complaint == 0


async def test_an_erased_tenant_does_not_come_back(howdah, club, database):
    howdah("tenant", "suspend", club.name)
    with psycopg.connect(database) as connection:
        connection.execute(SUSPENDED_LONG_AGO)
    howdah("tenant", "erase", club.name)
    refused = howdah("tenant", "resume", str(club.id)).complaint
    assert refused == "howdah: An erased tenant does not come back."


async def test_who_was_suspended_just_now_is_not_erased_yet(howdah, club):
    howdah("tenant", "suspend", club.name)
    assert "wait ten seconds" in howdah("tenant", "erase", club.name).complaint


def occurs(connection: psycopg.Connection, text: str) -> bool:
    """Whether a text stands in any row of any table, in a text or in bytes."""
    tables = connection.execute(
        "select quote_ident(table_name) from information_schema.tables"
        " where table_schema = 'howdah' and table_type = 'BASE TABLE'"
    ).fetchall()
    seen = (text, text.encode().hex())
    query = "select 1 from howdah.{} t where t::text like any(%s) limit 1"
    patterns = [f"%{each}%" for each in seen]
    return any(
        connection.execute(query.format(table), (patterns,)).fetchone() for (table,) in tables
    )

"""Histories move between hosts: exported, verified, imported, and the same to the byte."""

from random import Random
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.record import read
from domain.verify import verify
from service import record as stored
from service.audit.importing import Unfit, bring_in, judged
from service.policy import Policy
from service.store import Log
from service.tenancy import Tenant
from tests.kit import TABLES
from tests.records.kit import Stage, past_of
from tests.rest.kit import Caller, play_on, started
from tests.running import howdah

pytestmark = pytest.mark.anyio


def tenant(shard=5):
    return Tenant(uuid4(), "club", shard, hosts=(), policy=Policy(), suspended=False)


def played(game="bombay", seats=2, name="a game"):
    return Stage(name).open(game, seats).play().record()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(table=st.sampled_from(TABLES), seed=st.integers(), forked=st.booleans())
async def test_any_game_keeps_its_head_wherever_it_goes(database, table, seed, forked):
    rules, seats = table.values
    game = played(rules.name, seats, f"{seed}")
    if forked:
        first = next(n for n, line in enumerate(game.lines, 1) if b".board_set_up" in line)
        version = first + seed % (len(game.lines) - first) // 2
        game = Stage(f"fork {seed}").fork(past_of(game, version), seats).play().record()
    club, cafe = tenant(5), tenant(7)
    async with Log(database) as log:
        text = game.text()
        for home in (club, cafe):
            assert await bring_in(log, home, judged(text)) == len(game.lines)
            text = await stored.read(log, home, game_id(game))
            verdict = verify(read(text))
            assert (verdict.complete, verdict.head) == (True, game.footer.head)
    assert text == game.text()


def game_id(game):
    return UUID(game.header.table)


async def test_importing_again_changes_nothing(database):
    game, club = played(), tenant()
    async with Log(database) as log:
        assert await bring_in(log, club, game) == len(game.lines)
        assert await bring_in(log, club, game) == 0


async def test_an_import_that_was_broken_off_is_completed(database):
    game, club = played(), tenant()
    half = len(past_of(game, len(game.lines) // 2).lines)
    part = replace(game, lines=game.lines[:half])
    async with Log(database) as log:
        await bring_in(log, club, part)
        assert await bring_in(log, club, game) == len(game.lines) - len(part.lines)
        assert await stored.read(log, club, game_id(game)) == game.text()


async def test_another_history_of_the_same_table_is_refused(database):
    one, club = played(name="same"), tenant()
    other = Stage("same").open("bombay", 2).play(5)
    other.random = Random("elsewhere")
    other = other.play().record()
    assert one.header.table == other.header.table
    async with Log(database) as log:
        await bring_in(log, club, one)
        with pytest.raises(Unfit, match="another history"):
            await bring_in(log, club, other)
        assert await stored.read(log, club, game_id(one)) == one.text()


def test_a_game_that_runs_is_refused():
    running = Stage("running").open("bazar", 2).play(3).record()
    with pytest.raises(Unfit, match="not over"):
        judged(running.text())


def test_a_record_that_does_not_hold_is_refused():
    game = played()
    with pytest.raises(Unfit, match="version 9"):
        judged(game.text().replace(b'"version":9,', b'"version":8,'))


@pytest.mark.parametrize("text", [b"", b"\n\n", b"{}\n"])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(Unfit, match="not a record"):
        judged(text)


def test_an_id_that_is_none_is_refused():
    game = Stage("odd")
    game.players[0] = "the host"
    game = game.open("bombay", 2).play().record()
    assert verify(game).complete
    with pytest.raises(Unfit, match="not a record"):
        judged(game.text())


@pytest.fixture
def club(service):
    """A tenant of its own, with its key and its name."""
    name = f"club {uuid4().hex}"
    assert howdah("tenant", "create", name, data=service.data).returncode == 0
    issued = howdah("token", "issue", name, data=service.data)
    with Caller(service.url, issued.stdout.strip()) as club:
        club.name = name
        yield club


def test_an_export_moves_from_one_tenant_to_another(service, asha, bram, club, tmp_path):
    table = started([asha, bram], "BAZAR")
    play_on([asha, bram], table, Random(8))
    export = tmp_path / "export.jsonl"
    mark = b'{"record":"mark","after":"x"}\n'
    text = asha.get(f"{table}/record").content
    export.write_bytes(text + mark + played(name="another").text() + mark)
    assert howdah("verify", str(export), data=service.data).returncode == 0
    for says in ("2 of 2 records are in, 2 of them new.", "2 of 2 records are in, 0 of them new."):
        told = howdah("import", str(export), "--tenant", club.name, data=service.data)
        assert (told.returncode, told.stderr) == (0, "")
        assert says in told.stdout
    assert club.get(f"{table}/record").content == text
    listed = club.get("/v1/tables", params={"status": "FINISHED"}).json()["items"]
    assert table.rpartition("/")[2] in {each["id"] for each in listed}
    replayed = howdah("replay", "--all", data=service.data)
    assert replayed.returncode == 0, replayed.stdout
    again = tmp_path / "again.jsonl"
    again.write_bytes(club.get("/v1/tenant/records").content)
    assert howdah("verify", str(again), data=service.data).returncode == 0


def test_what_cannot_be_taken_in_is_named(service, club, tmp_path):
    game = played(name="good").text()
    export = tmp_path / "export.jsonl"
    export.write_bytes(game + game.replace(b'"version":9,', b'"version":8,'))
    told = howdah("import", str(export), "--tenant", club.name, data=service.data)
    assert told.returncode == 1
    assert "export.jsonl record 2: version 9" in told.stdout
    assert "1 of 2 records are in, 1 of them new." in told.stdout


def test_without_a_tenant_nothing_is_imported(service, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_bytes(played().text())
    told = howdah("import", str(file), "--tenant", "nobody", data=service.data)
    assert told.returncode == 1
    assert "There is no such tenant." in told.stderr

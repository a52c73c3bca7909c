"""The lobby and the turns of a player, as they change."""

import asyncio
from random import Random
from uuid import uuid4

import pytest

from domain.table.commands import Resign, StartGame
from domain.table.state import Status
from projections.turns import Kind
from tests.projections.kit import house, tenant, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def home(database, redis):
    async with house(database, redis.url()) as home:
        await until(lambda: home.hub.ears.up)
        yield home


@pytest.fixture
def club():
    return tenant()


async def soon(feed):
    return await asyncio.wait_for(anext(feed), 3)


async def test_the_lobby_tells_of_tables_that_open_and_begin(home, club):
    async with home.side.notices.lobby(club) as feed:
        table, players = await home.open(club)
        change = await soon(feed)
        while change.row.taken < 3:
            change = await soon(feed)
        assert (change.row.table, change.listed) == (table, True)
        await home.do(club, table, StartGame(players[0]))
        change = await soon(feed)
        assert (change.row.status, change.listed) == ("playing", False)


async def test_the_lobby_is_silent_about_moves_invitations_and_other_games(home, club):
    playing, _ = await home.start(club)
    async with home.side.notices.lobby(club, "bombay") as feed:
        await home.move(club, playing, Random(1))
        await home.open(club, public=False)
        await home.open(club, game="bazar")
        await home.open(tenant())
        table, _ = await home.open(club)
        assert (await soon(feed)).row.table == table


async def test_a_player_is_told_when_it_is_their_turn(home, club):
    table, players = await home.start(club)
    state = (await home.tables.load(club, table)).state
    (now,) = state.on_turn()
    waiting = players[(now + 1) % 3]
    async with home.side.notices.turns(club, waiting) as feed:
        luck = Random(2)
        while True:
            await home.move(club, table, luck)
            state = (await home.tables.load(club, table)).state
            if state.places[state.on_turn()[0]].player == waiting:
                break
        notice = await soon(feed)
    assert (notice.kind, notice.table) == (Kind.YOUR_TURN, str(table))


async def test_a_player_is_told_of_start_and_end(home, club):
    table, players = await home.open(club)
    async with home.side.notices.turns(club, players[2]) as feed:
        await home.do(club, table, StartGame(players[0]))
        kinds = [(await soon(feed)).kind]
        await home.finish(club, table)
        while kinds[-1] is not Kind.FINISHED:
            kinds.append((await soon(feed)).kind)
    assert kinds[0] is Kind.STARTED
    assert Kind.YOUR_TURN in kinds


async def test_one_who_has_resigned_is_not_called_to_move(home, club):
    table, players = await home.start(club)
    async with home.side.notices.turns(club, players[1]) as feed:
        await home.do(club, table, Resign(players[1]))
        over = await home.finish(club, table)
        assert over.state.status is Status.FINISHED
        assert (await soon(feed)).kind is Kind.FINISHED


async def test_notices_come_from_other_processes_and_stop_when_nobody_listens(
    home, club, database, redis
):
    async with house(database, redis.url()) as away:
        await until(lambda: away.hub.ears.up)
        async with away.side.notices.lobby(club) as feed:
            table, _ = await home.open(club)
            assert (await soon(feed)).row.table == table
        assert away.side.notices._tails == {}


async def test_a_lobby_that_nobody_reads_keeps_the_newest_of_each_table(home, club):
    async with home.side.notices.lobby(club) as feed, home.side.notices.lobby(club) as other:
        table, _ = await home.open(club)
        while (change := await soon(other)).row.taken < 3:
            pass
        assert (await soon(feed)).row == change.row
        assert change.row.table == table


async def test_turns_of_another_player_are_not_told(home, club):
    async with home.side.notices.turns(club, str(uuid4())) as stranger:
        table, players = await home.open(club)
        async with home.side.notices.turns(club, players[0]) as feed:
            await home.do(club, table, StartGame(players[0]))
            await soon(feed)
        waiting = asyncio.ensure_future(anext(stranger))
        await asyncio.sleep(0)
        assert not waiting.done()
        waiting.cancel()

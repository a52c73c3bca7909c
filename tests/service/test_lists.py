"""Lists of tables, standings and usage, as the projectors make them from the log."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from domain.table.commands import LeaveSeat, Resign
from service.caller import OF_TENANTS, Caller
from service.errors import BadUserInput, Forbidden
from tests.projections.kit import caller, house, tenant, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def home(database, redis):
    async with house(database, redis.url()) as home:
        await until(lambda: home.hub.ears.up)
        yield home


@pytest.fixture
def club():
    return tenant()


def admin(club):
    return Caller(club, None, None, frozenset(OF_TENANTS), uuid4(), None)


def ids(page):
    return [row.table for row in page.items]


async def test_a_table_is_listed_as_soon_as_it_is_open(home, club):
    table, players = await home.open(club)
    page = await home.side.lists.tables(caller(club, players[0]))
    (row,) = page.items
    assert (row.table, row.status, row.seats, row.taken) == (table, "open", 3, 3)
    assert row.players == tuple(map(UUID, players))
    assert (page.more, page.behind) == (False, 0)


async def test_pages_follow_each_other_without_gap_or_repeat(home, club):
    tables = [(await home.open(club))[0] for _ in range(5)]
    me, seen, after = caller(club, str(uuid4())), [], None
    while True:
        page = await home.side.lists.tables(me, first=2, after=after)
        seen += ids(page)
        if not page.more:
            break
        after = page.cursors[-1]
    assert seen == tables[::-1]


async def test_tables_are_found_by_status_and_game(home, club):
    opened, _ = await home.open(club)
    playing, _ = await home.start(club)
    bazar, _ = await home.start(club, game="bazar")
    me, lists = caller(club, str(uuid4())), home.side.lists
    assert ids(await lists.tables(me, status="open")) == [opened]
    assert ids(await lists.tables(me, status="playing")) == [bazar, playing]
    assert ids(await lists.tables(me, game="bazar")) == [bazar]
    assert ids(await lists.tables(me, status="open", game="bazar")) == []


async def test_a_table_by_invitation_is_listed_for_who_sits_there(home, club):
    table, players = await home.open(club, public=False)
    lists = home.side.lists
    assert ids(await lists.tables(caller(club, str(uuid4())))) == []
    assert ids(await lists.tables(caller(club, players[1]))) == []
    assert ids(await lists.tables(caller(club, players[1]), mine=True)) == [table]
    assert ids(await lists.tables(admin(club))) == [table]


async def test_who_leaves_has_the_table_no_longer(home, club):
    table, players = await home.open(club)
    await home.do(club, table, LeaveSeat(players[1]))
    lists = home.side.lists
    assert ids(await lists.tables(caller(club, players[1]), mine=True)) == []
    (row,) = (await lists.tables(caller(club, players[0]), mine=True)).items
    assert row.taken == 2


async def test_whose_turn_it_is_is_listed(home, club):
    table, players = await home.start(club)
    state = (await home.tables.load(club, table)).state
    (row,) = (await home.side.lists.tables(caller(club, players[0]), mine=True)).items
    assert row.on_turn == tuple(UUID(players[seat]) for seat in state.on_turn())


async def test_another_tenants_tables_are_not_there(home, club):
    await home.open(club)
    page = await home.side.lists.tables(admin(tenant()))
    assert page.items == ()


async def test_standings_follow_from_finished_games(home, club):
    table, players = await home.start(club)
    over = await home.finish(club, table)
    me = caller(club, players[0])
    page = await home.side.lists.standings(me, "bombay")
    standing = {str(each.player): each for each in page.items}
    assert {each.played for each in page.items} == {1}
    for seat, rank in enumerate(over.state.result.ranks):
        assert standing[players[seat]].won == (rank == 1)
    ratings = [each.rating for each in page.items]
    assert ratings == sorted(ratings, reverse=True)
    assert (await home.side.lists.standings(me, "bazar")).items == ()
    first = await home.side.lists.standings(me, "bombay", first=1)
    rest = await home.side.lists.standings(me, "bombay", after=first.cursors[0])
    assert first.items + rest.items == page.items


async def test_who_resigns_is_rated_behind_who_stays(home, club):
    table, players = await home.start(club)
    await home.do(club, table, Resign(players[1]))
    await home.finish(club, table)
    page = await home.side.lists.standings(caller(club), "bombay")
    assert str(page.items[-1].player) == players[1]


async def test_usage_counts_what_was_done(home, club):
    table, _ = await home.start(club)
    over = await home.finish(club, table)
    today = datetime.now(UTC).date()
    (day,) = await home.side.lists.usage(admin(club), today, today)
    stored = await home.log.read(club.id, club.shard, table)
    assert day.used.events == over.version
    assert day.used.commands == len({each.command for each in stored})
    assert day.used.bytes == sum(len(each.line) for each in stored)
    assert (day.used.tables_opened, day.used.games_started, day.used.games_finished) == (1, 1, 1)
    with pytest.raises(Forbidden):
        await home.side.lists.usage(caller(club, str(uuid4())), today, today)


@pytest.mark.parametrize("cursor", ["", "!", "AAAA", "kqN4", "x" * 5_000])
async def test_a_cursor_of_somebody_elses_is_refused(home, club, cursor):
    with pytest.raises(BadUserInput):
        await home.side.lists.tables(caller(club), after=cursor)
    with pytest.raises(BadUserInput):
        await home.side.lists.standings(caller(club), "bombay", after=cursor)


@pytest.mark.parametrize("first", [0, -1, 101])
async def test_a_page_has_a_size(home, club, first):
    with pytest.raises(BadUserInput):
        await home.side.lists.tables(caller(club), first=first)

"""Two worlds that differ in secrets only look the same to whoever may not know them."""

from random import Random
from uuid import uuid4

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.table.commands import OpenTable, Play, StartGame, TakeSeat
from domain.table.state import Place, State, Status
from projections.shown import show
from service.errors import Problem
from tests.kit import TABLES, material, positions
from tests.projections.kit import caller, house, tenant, until

TABLE = uuid4()
PLAYERS = [str(uuid4()) for _ in range(3)]
MOVES = [{"keep": 1, "parity": "ODD"}, {"keep": 2, "parity": "EVEN"}]


@pytest.mark.parametrize(("game", "seats"), TABLES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_shown_does_not_depend_on_what_is_hidden(game, seats, seed):
    luck = Random(seed)
    *running, _ = positions(game, seats, seed)
    for state in running[:: max(1, len(running) // 10)]:
        for viewer in (None, *range(seats)):
            other = material(game).disguised(state, viewer, luck)
            one = table_with(game, seats, state, "one")
            two = table_with(game, seats, other, "one" if viewer is not None else "two")
            two = replace(two, seed="22", salt="33")
            assert body(one, viewer) == body(two, viewer)


def table_with(game, seats, play, invite):
    return State(
        table=str(TABLE),
        game=game.name,
        rules=game.rules,
        status=Status.PLAYING,
        host=PLAYERS[0],
        places=tuple(Place(player=f"player {seat}") for seat in range(seats)),
        seed="00",
        salt="11",
        invite=invite,
        play=play,
    )


def body(state, viewer):
    return show(state, 1, bytes(32), viewer).body


async def world(home, club, invite, medals):
    """A table of Bazar at which seat 1 has kept its medals, and what everyone was streamed."""
    opening = OpenTable(str(TABLE), PLAYERS[0], "bazar", 3, "ab" * 32, "cd" * 32, invite)
    opening = replace(opening, options={"start": "medals"})
    await home.do(club, TABLE, opening)
    watching = {
        player: await home.hub.follow(club, TABLE, player, 0, lambda: None)
        for player in (None, *PLAYERS)
    }
    for player in PLAYERS[1:]:
        await home.do(club, TABLE, TakeSeat(player))
    await home.do(club, TABLE, StartGame(PLAYERS[0]))
    await home.do(club, TABLE, Play({"bazar": {"medals": medals}}, player=PLAYERS[1]))
    told = {}
    for player, subscription in watching.items():
        change = await until(subscription.take)
        told[player] = [change.shown.body, *(bytes(line.data) for line in change.lines)]
        home.hub.leave(subscription)
    return told


async def everything(home, club, player):
    """All that a player can read of the table, in bytes."""
    me = caller(club, player)
    versions = range(1, (await home.reader.table(me, TABLE)).version + 1)
    return [
        *[(await home.reader.table(me, TABLE, at=version)).body for version in versions],
        *[bytes(line.data) for line in await home.reader.history(me, TABLE)],
        *[await trouble(home, me, **asked) for asked in ({"seat": 1}, {"seat": 9}, {"at": 999})],
    ]


async def trouble(home, me, **asked):
    try:
        return (await home.reader.table(me, TABLE, **asked)).body
    except Problem as problem:
        return msgspec.json.encode([problem.message, problem.extensions])


@pytest.mark.anyio
async def test_medals_in_a_closed_hand_show_nowhere(database, redis):
    clubs = [tenant(), tenant()]
    async with house(database, redis.url()) as home:
        one, two = [
            await world(home, club, invite="same", medals=medals)
            for club, medals in zip(clubs, MOVES, strict=True)
        ]
        for player in (None, PLAYERS[0], PLAYERS[2]):
            assert one[player] == two[player]
            assert await everything(home, clubs[0], player) == await everything(
                home, clubs[1], player
            )
        assert one[PLAYERS[1]] != two[PLAYERS[1]], "whose hand it is can look into it"


@pytest.mark.anyio
async def test_an_invitation_is_known_to_those_at_the_table_only(database, redis):
    clubs = [tenant(), tenant()]
    async with house(database, redis.url()) as home:
        one, two = [
            await world(home, club, invite, MOVES[0])
            for club, invite in zip(clubs, ("sesame", "abracadabra"), strict=True)
        ]
        assert one[None] == two[None]
        assert await everything(home, clubs[0], None) == await everything(home, clubs[1], None)
        assert one[PLAYERS[2]] != two[PLAYERS[2]]

"""T12: tables that play on from a position of a finished game."""

from functools import reduce
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.record import read
from domain.table.commands import AddBot, ForkTable, Play, StartGame, TakeSeat
from domain.table.events import BotLevel, GameForked, GameStarted, Past, SeatTaken
from domain.table.rules import NoSuchSeat, NothingToForkFrom, TooFewPlayers, decide
from domain.table.state import State, Status, continued
from tests.kit import rule
from tests.rules.table.kit import ANNA, BEN, CARA, SALT, SEED, UNOPENED, carried_out

PARENT = read(Path("tests/records/bombay/3_players.jsonl").read_bytes())
AT = 40  # in the middle of the game, at the end of a move


def past(version: int) -> Past:
    lines = tuple(line.decode() for line in PARENT.lines[:version])
    return Past(lines, {str(n): text for n, text in PARENT.footer.secrets.items() if n <= version})


FORK = ForkTable(
    table="7ab1e000-0000-8000-8000-00000000000f",
    player=ANNA,
    past=past(AT),
    seed=SEED,
    salt=SALT,
    invite="come in",
)


def after(*commands) -> State:
    return reduce(carried_out, (FORK, *commands), UNOPENED)


@rule("T12")
def test_a_fork_names_its_parent_and_keeps_seats_options_and_rules():
    opened, forked, taken = decide(UNOPENED, FORK)
    assert opened.fork.table == PARENT.header.table
    assert (opened.fork.version, opened.fork.head) == (AT, PARENT.footer.hashes[AT - 1])
    header = PARENT.header
    assert (opened.game, opened.rules, opened.options, opened.seats) == (
        header.game,
        header.rules,
        header.options,
        header.seats,
    )
    assert forked == GameForked(FORK.past)
    assert taken == SeatTaken(0, ANNA, "")


@rule("T12")
def test_the_host_may_take_any_seat_of_the_game():
    state = carried_out(UNOPENED, replace(FORK, seat=2))
    assert [place.player for place in state.places] == [None, None, ANNA]
    with pytest.raises(NoSuchSeat):
        decide(UNOPENED, replace(FORK, seat=3))


@rule("T12")
def test_play_goes_on_from_the_position_of_the_parent():
    start = [TakeSeat(BEN), TakeSeat(CARA), StartGame(ANNA)]
    assert decide(after(*start[:2]), start[2]) == [GameStarted((0, 1, 2))]
    state = after(*start)
    assert state.status is Status.PLAYING
    assert state.play == continued(past(AT)).play
    rules, [seat] = state.rules_of_play, state.on_turn()
    move = rules.legal(state.play, seat)[0]
    play = Play({"bombay": rules.write(move.command)}, player=state.places[seat].player)
    assert carried_out(state, play).play != state.play


@rule("T12")
def test_every_seat_of_the_game_must_be_filled():
    with pytest.raises(TooFewPlayers) as refused:
        decide(after(AddBot(ANNA, BotLevel.RANDOM)), StartGame(ANNA))
    assert refused.value.details == {"needed": 3, "had": 2}


@rule("T12")
def test_a_fork_is_not_rated():
    assert not after(TakeSeat(BEN), TakeSeat(CARA), StartGame(ANNA)).rated


@rule("T12")
@pytest.mark.parametrize("version", [2, len(PARENT.lines)])
def test_there_is_nothing_to_play_on_before_the_start_nor_after_the_end(version):
    with pytest.raises(NothingToForkFrom):
        decide(UNOPENED, replace(FORK, past=past(version)))


@rule("T12")
def test_a_fork_draws_by_its_own_seed():
    state = after(TakeSeat(BEN), TakeSeat(CARA), StartGame(ANNA))
    bag = tuple(range(17))
    assert state.chance().shuffle("restock 2", bag) != continued(past(AT)).chance().shuffle(
        "restock 2", bag
    )

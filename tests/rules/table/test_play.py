"""From the start to the end: moves, resignations, results."""

import pytest
from msgspec.structs import replace

from domain.kernel import Result
from domain.table.commands import AddBot, Play, Resign, StartGame, TakeSeat
from domain.table.events import (
    BotLevel,
    GameStarted,
    SeatResigned,
    TableAbandoned,
    TableFinished,
)
from domain.table.rules import (
    HasResigned,
    MoveInvalid,
    NoBotThere,
    NotHost,
    NotSeated,
    NotStarted,
    TableOver,
    TooFewPlayers,
    WrongGame,
    decide,
    finished,
)
from domain.table.state import Status
from tests.kit import rule
from tests.rules.table.kit import ANNA, BEN, CARA, DAN, OPEN, SALT, SEED, after, carried_out

END_TURN = {"bombay": {"endTurn": True}}
FIRST_IS_ANNA = replace(OPEN, options={"first": 0})
TWO_PLAY = after(TakeSeat(BEN), StartGame(ANNA), opening=FIRST_IS_ANNA)


def ended(state):
    """The table after everybody has ended every turn at once."""
    while state.status is Status.PLAYING:
        (seat,) = state.on_turn()
        state = carried_out(state, Play(END_TURN, player=state.places[seat].player))
    return state


@rule("T6")
def test_the_host_starts_and_the_game_sets_itself_up():
    started, *setup = decide(after(TakeSeat(BEN)), StartGame(ANNA))
    assert started == GameStarted(seating=(0, 1))
    assert setup
    with pytest.raises(NotHost):
        decide(after(TakeSeat(BEN)), StartGame(BEN))


@rule("T6")
def test_empty_seats_are_taken_away_at_the_start():
    state = after(TakeSeat(BEN, seat=3), StartGame(ANNA))
    assert [place.player for place in state.places] == [ANNA, BEN]


@rule("T6")
def test_a_game_needs_its_players():
    with pytest.raises(TooFewPlayers) as refused:
        decide(after(), StartGame(ANNA))
    assert refused.value.details == {"needed": 2, "had": 1}


@rule("T7")
def test_a_seated_player_moves():
    assert decide(TWO_PLAY, Play(END_TURN, player=ANNA))


@rule("T7")
@pytest.mark.parametrize(
    ("move", "player", "refusal"),
    [
        (END_TURN, CARA, NotSeated),
        ({"bazar": {"lay": {"tile": "T01", "rotation": 0}}}, ANNA, WrongGame),
        ({}, ANNA, WrongGame),
        ({"bombay": {"fly": True}}, ANNA, MoveInvalid),
        ({"bombay": "endTurn"}, ANNA, MoveInvalid),
    ],
)
def test_a_move_must_be_one_and_come_from_a_seat(move, player, refusal):
    with pytest.raises(refusal):
        decide(TWO_PLAY, Play(move, player=player))


@rule("T7")
def test_nobody_moves_before_the_start():
    with pytest.raises(NotStarted):
        decide(after(TakeSeat(BEN)), Play(END_TURN, player=ANNA))


@rule("T7")
def test_a_bot_moves_only_where_one_sits():
    state = after(AddBot(ANNA, BotLevel.RANDOM), StartGame(ANNA), opening=FIRST_IS_ANNA)
    state = carried_out(state, Play(END_TURN, player=ANNA))
    assert decide(state, Play(END_TURN, bot=1))
    with pytest.raises(NoBotThere):
        decide(state, Play(END_TURN, bot=0))


@rule("T8")
def test_a_resigned_seat_is_passed_over_so_the_others_can_finish():
    three = after(TakeSeat(BEN), TakeSeat(CARA), StartGame(ANNA), opening=FIRST_IS_ANNA)
    state = carried_out(three, Resign(ANNA))
    assert state.on_turn() == (1,)
    assert ended(state).status is Status.FINISHED
    with pytest.raises(HasResigned):
        decide(state, Resign(ANNA))
    with pytest.raises(HasResigned):
        decide(state, Play(END_TURN, player=ANNA))


@rule("T8")
def test_a_substitute_bot_plays_on_for_a_resigned_seat():
    opening = replace(FIRST_IS_ANNA, substitute=BotLevel.GREEDY)
    three = after(TakeSeat(BEN), TakeSeat(CARA), StartGame(ANNA), opening=opening)
    assert decide(three, Resign(ANNA)) == [SeatResigned(0, BotLevel.GREEDY)]
    state = carried_out(three, Resign(ANNA))
    assert decide(state, Play(END_TURN, bot=0))


@rule("T8")
def test_who_resigned_is_behind_all_who_stayed():
    state = after(TakeSeat(BEN), TakeSeat(CARA), TakeSeat(DAN), StartGame(ANNA))
    state = carried_out(carried_out(state, Resign(BEN)), Resign(DAN))
    result = Result(ranks=(3, 1, 2, 3), scores=(5, 9, 7, 5))
    assert finished(state, result).ranks == (2, 3, 1, 3)


@rule("T9")
def test_the_table_is_abandoned_with_the_last_player():
    state = carried_out(TWO_PLAY, Resign(BEN))
    assert decide(state, Resign(ANNA))[-1] == TableAbandoned(SEED, SALT)


@rule("T9")
def test_bots_do_not_play_on_without_people():
    state = after(AddBot(ANNA, BotLevel.RANDOM), StartGame(ANNA))
    assert decide(state, Resign(ANNA))[-1] == TableAbandoned(SEED, SALT)


@rule("T11")
def test_the_table_finishes_with_its_game():
    over = ended(TWO_PLAY)
    assert over.status is Status.FINISHED
    assert over.result is not None
    with pytest.raises(TableOver):
        decide(over, Play(END_TURN, player=ANNA))


@rule("T10")
def test_the_last_event_shows_the_seed_and_the_salt():
    state = TWO_PLAY
    while state.status is Status.PLAYING:
        (seat,) = state.on_turn()
        events = decide(state, Play(END_TURN, player=state.places[seat].player))
        state = carried_out(state, Play(END_TURN, player=state.places[seat].player))
    assert isinstance(events[-1], TableFinished)
    assert (events[-1].seed, events[-1].salt) == (SEED, SALT)

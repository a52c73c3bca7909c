"""Before the start: opening, sitting down, leaving, bots."""

import pytest
from msgspec.structs import replace

from domain.chance import commitment
from domain.table.commands import Abandon, AddBot, LeaveSeat, RemoveBot, StartGame, TakeSeat
from domain.table.events import (
    BotLevel,
    BotRemoved,
    BotSeated,
    SeatLeft,
    SeatTaken,
    TableAbandoned,
)
from domain.table.rules import (
    AlreadyOpen,
    AlreadySeated,
    AlreadyStarted,
    EntropyTooLong,
    NoBotThere,
    NoSeatFree,
    NoSuchSeat,
    NotHost,
    NotSeated,
    OptionsInvalid,
    SeatOccupied,
    SeatsOutOfRange,
    TableOver,
    UnknownGame,
    WrongInvite,
    decide,
)
from tests.kit import rule
from tests.rules.table.kit import ANNA, BEN, CARA, DAN, OPEN, SALT, SEED, UNOPENED, after


@rule("T1")
def test_whoever_opens_a_table_is_host_and_takes_the_first_seat():
    opened, taken = decide(UNOPENED, OPEN)
    assert (opened.game, opened.seats, opened.host) == ("bombay", 4, ANNA)
    assert taken == SeatTaken(0, ANNA, entropy="")


@rule("T1")
@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"seats": 1}, SeatsOutOfRange),
        ({"seats": 6}, SeatsOutOfRange),
        ({"options": {"no_such_option": True}}, OptionsInvalid),
        ({"options": {"open_holdings": "perhaps"}}, OptionsInvalid),
    ],
)
def test_a_table_needs_a_game_and_seats_and_options_that_fit(change, refusal):
    with pytest.raises(refusal):
        decide(UNOPENED, replace(OPEN, **change))


@rule("T1")
def test_a_table_opens_once():
    with pytest.raises(AlreadyOpen):
        decide(after(), OPEN)


@rule("T2")
def test_a_player_takes_the_seat_of_choice_or_the_next():
    assert decide(after(), TakeSeat(BEN, seat=2)) == [SeatTaken(2, BEN, "")]
    assert decide(after(), TakeSeat(BEN)) == [SeatTaken(1, BEN, "")]


@rule("T2")
@pytest.mark.parametrize(
    ("seat", "refusal"), [(0, SeatOccupied), (4, NoSuchSeat), (-1, NoSuchSeat)]
)
def test_a_seat_must_exist_and_be_free(seat, refusal):
    with pytest.raises(refusal):
        decide(after(), TakeSeat(BEN, seat=seat))


@rule("T2")
def test_a_full_table_has_no_next_seat():
    full = after(*(AddBot(ANNA, BotLevel.RANDOM) for _ in range(3)))
    with pytest.raises(NoSeatFree):
        decide(full, TakeSeat(BEN))


@rule("T2")
def test_a_table_by_invitation_asks_for_it():
    private = after(opening=replace(OPEN, public=False))
    with pytest.raises(WrongInvite):
        decide(private, TakeSeat(BEN))
    with pytest.raises(WrongInvite):
        decide(private, TakeSeat(BEN, invite="guess"))
    assert decide(private, TakeSeat(BEN, invite=OPEN.invite)) == [SeatTaken(1, BEN, "")]


@rule("T3")
def test_nobody_sits_twice():
    with pytest.raises(AlreadySeated):
        decide(after(), TakeSeat(ANNA))


@rule("T4")
def test_a_player_may_leave_before_the_start():
    assert decide(after(TakeSeat(BEN)), LeaveSeat(BEN)) == [SeatLeft(1, host=ANNA)]


@rule("T4")
def test_the_lowest_seat_follows_the_host():
    state = after(TakeSeat(BEN, seat=3), TakeSeat(CARA, seat=2))
    assert decide(state, LeaveSeat(ANNA)) == [SeatLeft(0, host=CARA)]


@rule("T4")
def test_bots_alone_do_not_keep_a_table_open():
    state = after(AddBot(ANNA, BotLevel.RANDOM))
    assert decide(state, LeaveSeat(ANNA)) == [SeatLeft(0, host=None), TableAbandoned(SEED, SALT)]


@rule("T4")
def test_who_does_not_sit_cannot_leave():
    with pytest.raises(NotSeated):
        decide(after(), LeaveSeat(BEN))


@rule("T5")
def test_the_host_seats_bots_and_takes_them_away():
    assert decide(after(), AddBot(ANNA, BotLevel.GREEDY, seat=2)) == [BotSeated(2, BotLevel.GREEDY)]
    seated = after(AddBot(ANNA, BotLevel.GREEDY, seat=2))
    assert decide(seated, RemoveBot(ANNA, 2)) == [BotRemoved(2)]


@rule("T5")
def test_only_the_host_seats_bots():
    state = after(TakeSeat(BEN), AddBot(ANNA, BotLevel.RANDOM, seat=2))
    with pytest.raises(NotHost):
        decide(state, AddBot(BEN, BotLevel.RANDOM))
    with pytest.raises(NotHost):
        decide(state, RemoveBot(BEN, 2))


@rule("T5")
@pytest.mark.parametrize(("seat", "refusal"), [(1, NoBotThere), (0, NoBotThere), (9, NoSuchSeat)])
def test_a_bot_that_is_not_there_cannot_be_taken_away(seat, refusal):
    with pytest.raises(refusal):
        decide(after(), RemoveBot(ANNA, seat))


@rule("T9")
def test_the_host_may_abandon_a_table_that_has_not_started():
    assert decide(after(), Abandon(ANNA)) == [TableAbandoned(SEED, SALT)]
    with pytest.raises(NotHost):
        decide(after(TakeSeat(BEN)), Abandon(BEN))


@rule("T2", "T4", "T5")
@pytest.mark.parametrize(
    "command",
    [
        TakeSeat(DAN),
        LeaveSeat(ANNA),
        AddBot(ANNA, BotLevel.RANDOM),
        RemoveBot(ANNA, 1),
        Abandon(ANNA),
        StartGame(ANNA),
    ],
)
def test_the_lobby_closes_with_the_start(command):
    with pytest.raises(AlreadyStarted):
        decide(after(TakeSeat(BEN), StartGame(ANNA)), command)


@rule("T9")
@pytest.mark.parametrize("command", [TakeSeat(DAN), StartGame(ANNA), LeaveSeat(ANNA)])
def test_nothing_happens_at_an_abandoned_table(command):
    with pytest.raises(TableOver):
        decide(after(Abandon(ANNA)), command)


@rule("T10")
def test_the_first_event_publishes_what_the_seed_is_bound_to():
    opened, _ = decide(UNOPENED, OPEN)
    assert opened.commitment == commitment(bytes.fromhex(SEED), bytes.fromhex(SALT))
    assert {"seed", "salt", "invite"} == set(opened.hidden)


@rule("T10")
def test_each_seat_may_add_a_text_to_the_draws():
    with_tea = after(TakeSeat(BEN, entropy="tea"))
    assert with_tea.places[1].entropy == "tea"
    assert with_tea.chance().draw("x", 0) != after(TakeSeat(BEN)).chance().draw("x", 0)
    with pytest.raises(EntropyTooLong):
        decide(after(), TakeSeat(BEN, entropy="x" * 201))

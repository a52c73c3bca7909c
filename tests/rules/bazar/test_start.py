"""Who starts, and who follows: Z5 and Z6. What is secret about it: Z18."""

import msgspec
import pytest

from domain.bazar import bazar
from domain.bazar.commands import KeepMedals, Lay, Options, Start
from domain.bazar.events import Choice, MedalsKept, MedalsShown, StarterDrawn
from domain.bazar.medals import AlreadyChosen, MedalsOver, NoSuchChoice, OutOfMedals
from domain.bazar.pieces import Parity
from domain.bazar.rules import NotOfThisGame, NotSetUp, NotYourTurn, StarterUnknown
from domain.kernel import Language, seen
from tests.kit import luck, rule
from tests.rules.bazar.drawing import after, lay, position, tile

ODD, EVEN = Parity.ODD, Parity.EVEN


def table(seats):
    return bazar.replay(bazar.set_up(seats, Options(), luck("medals")))


def choose(state, *choices):
    """The position after these choices, each (seat, keep, parity), and what the last one led to."""
    for choice in choices:
        events = bazar.decide(state, KeepMedals(*choice), luck("medals"))
        state = after(state, events)
    return state, events


@rule("Z5")
def test_all_who_have_not_chosen_may_choose_in_any_order():
    state = table(3)
    assert bazar.on_turn(state) == (0, 1, 2)
    state, events = choose(state, (2, 1, ODD))
    assert events == [MedalsKept(2, 1, ODD)]
    assert bazar.on_turn(state) == (0, 1)
    assert [move.command for move in bazar.legal(state, 0)] == [
        KeepMedals(0, keep, parity) for keep in (1, 2, 3) for parity in (ODD, EVEN)
    ]
    assert list(bazar.legal(state, 2)) == []


@rule("Z5")
def test_who_is_wrong_about_the_total_drops_out():
    state, events = choose(table(3), (0, 1, EVEN), (1, 3, ODD), (2, 2, EVEN))
    assert events == [
        MedalsKept(2, 2, EVEN),
        MedalsShown((Choice(1, EVEN), Choice(3, ODD), Choice(2, EVEN)), 6, (0, 2), None),
    ]
    assert bazar.on_turn(state) == (0, 2)


@rule("Z5")
def test_the_last_one_left_in_starts():
    state, _ = choose(table(3), (0, 1, EVEN), (1, 3, ODD), (2, 2, EVEN))
    state, events = choose(state, (2, 2, ODD), (0, 3, EVEN))
    assert events[-1] == MedalsShown((Choice(3, EVEN), None, Choice(2, ODD)), 5, (2,), turn=2)
    assert bazar.on_turn(state) == (2,)
    assert bazar.view(state, None).turn == 2


@rule("Z5")
def test_if_all_are_wrong_all_choose_again():
    state, events = choose(table(2), (0, 1, ODD), (1, 3, ODD))
    assert events[-1].contenders == (0, 1)
    assert bazar.on_turn(state) == (0, 1)


@rule("Z5")
def test_after_five_rounds_without_a_change_the_starter_is_drawn():
    state = table(2)
    for _ in range(4):
        state, events = choose(state, (0, 1, EVEN), (1, 1, EVEN))
        assert isinstance(events[-1], MedalsShown)
    state, events = choose(state, (0, 1, EVEN), (1, 1, EVEN))
    assert isinstance(events[-1], StarterDrawn)
    assert bazar.on_turn(state) == (events[-1].seat,)


@rule("Z5")
def test_a_change_starts_the_count_of_rounds_anew():
    state = table(3)
    for _ in range(4):
        state, _ = choose(state, (0, 1, ODD), (1, 1, ODD), (2, 1, ODD))
    state, _ = choose(state, (0, 1, ODD), (1, 1, ODD), (2, 1, EVEN))
    for _ in range(4):
        state, _ = choose(state, (0, 1, EVEN), (1, 1, EVEN))
        assert bazar.on_turn(state) == (0, 1)
    _, events = choose(state, (0, 1, EVEN), (1, 1, EVEN))
    assert isinstance(events[-1], StarterDrawn)


@rule("Z5")
def test_the_lot_can_fall_on_each_player_left_in():
    drawn = set()
    for seed in range(20):
        state = table(2)
        for _ in range(5):
            state, _ = choose(state, (0, 1, EVEN))
            events = bazar.decide(state, KeepMedals(1, 1, EVEN), luck(seed))
            state = after(state, events)
        drawn.add(state.turn)
    assert drawn == {0, 1}


@rule("Z5")
def test_a_table_may_draw_or_name_the_starter():
    starters = {
        bazar.set_up(4, Options(start=Start.RANDOM), luck(seed))[0].turn for seed in range(40)
    }
    assert starters == {0, 1, 2, 3}
    [event] = bazar.set_up(4, Options(start=Start.NAMED, first=2), luck(1))
    assert event.turn == 2


@rule("Z5")
def test_alone_there_is_nothing_to_decide():
    assert bazar.on_turn(table(1)) == (0,)


@rule("Z5")
def test_a_choice_stands():
    state, _ = choose(table(2), (0, 1, ODD))
    with pytest.raises(AlreadyChosen):
        choose(state, (0, 2, ODD))


@rule("Z5")
@pytest.mark.parametrize("keep", [-1, 0, 4])
def test_one_to_three_medals_are_kept(keep):
    with pytest.raises(NoSuchChoice):
        choose(table(2), (0, keep, ODD))


@rule("Z5")
def test_who_dropped_out_chooses_no_more():
    state, _ = choose(table(3), (0, 1, EVEN), (1, 3, ODD), (2, 2, EVEN))
    with pytest.raises(OutOfMedals):
        choose(state, (1, 1, ODD))
    with pytest.raises(OutOfMedals):
        choose(state, (7, 1, ODD))


@rule("Z5")
def test_no_tile_is_laid_before_it_is_known_who_starts():
    with pytest.raises(StarterUnknown):
        bazar.decide(table(2), Lay(0, "T03", 2), luck(1))


@rule("Z5")
def test_medals_are_put_away_once_it_is_known():
    with pytest.raises(MedalsOver):
        choose(position(), (0, 1, ODD))


@rule("Z6")
def test_play_goes_clockwise_round_the_corners():
    state = position(seats=4, turn=2)
    turns = []
    for mark in ("25", "03", "25", "03"):
        state = after(state, lay(state, mark))
        turns.append(state.turn)
    assert turns == [3, 0, 1, 2]
    assert [trunk.corner for trunk in state.trunks] == ["nw", "ne", "se", "sw"]


@rule("Z6")
def test_the_others_wait():
    state = position(seats=4, turn=2)
    assert [list(bazar.legal(state, seat)) for seat in (0, 1, 3)] == [[], [], []]
    for seat in (0, 1, 3, 4, -1):
        with pytest.raises(NotYourTurn):
            bazar.decide(state, tile("25", seat), luck(1))


@rule("Z4", "Z7")
def test_nothing_is_done_without_a_board_or_by_another_game():
    for command in (Lay(0, "T03", 2), KeepMedals(0, 1, ODD)):
        with pytest.raises(NotSetUp):
            bazar.decide(bazar.initial, command, luck(1))
    with pytest.raises(NotOfThisGame):
        bazar.decide(position(), "lay", luck(1))


@rule("Z18")
def test_others_learn_that_a_choice_was_made_but_not_which():
    state, [kept] = choose(table(3), (1, 2, EVEN))
    assert seen(kept, 1) == kept
    assert seen(kept, 0) == seen(kept, None) == MedalsKept(1)
    assert bazar.view(state, 1).medals.own == Choice(2, EVEN)
    for viewer in (None, 0, 2):
        assert bazar.view(state, viewer).medals.chosen == (1,)
        assert bazar.view(state, viewer).medals.own is None


@rule("Z18")
def test_the_text_of_a_choice_tells_it_only_to_its_owner():
    names, kept = ["Ada", "Bao"], MedalsKept(1, 2, EVEN)
    assert bazar.tell(kept, 0, Language.EN, names) == "Bao has chosen."
    assert bazar.tell(kept, None, Language.EN, names) == "Bao has chosen."
    assert bazar.tell(kept, 1, Language.EN, names) == "Bao keeps 2 of 3 medals and says even."


@rule("Z18")
def test_a_log_without_the_secrets_leads_to_the_same_views():
    log = list(bazar.set_up(3, Options(), luck("medals")))
    state = bazar.replay(log)
    for seat, keep, parity in ((0, 1, EVEN), (1, 3, ODD), (2, 2, EVEN), (2, 1, ODD)):
        events = bazar.decide(state, KeepMedals(seat, keep, parity), luck("medals"))
        log += events
        state = after(state, events)
        for viewer in (None, 0, 1, 2):
            known = bazar.replay(seen(event, viewer) for event in log)
            assert bazar.view(known, viewer) == bazar.view(state, viewer)


@rule("Z18")
def test_everything_else_is_open():
    state = position("O . . . . . . O\n 25 . . . . . .", turn=1)
    views = {msgspec.json.encode(bazar.view(state, viewer)) for viewer in (None, 0, 1)}
    assert len(views) == 1

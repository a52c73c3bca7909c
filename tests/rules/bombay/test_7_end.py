"""How a game ends and who has won: B25 to B28."""

import pytest
from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.commands import EndTurn
from domain.bombay.events import GameEnded, Score, SetEnded
from domain.bombay.pieces import CITIES, FORMATS, NUMBER, Token
from domain.bombay.rules import GameOver, NotSetUp
from domain.bombay.scoring import empire_prizes, ranked, scores
from tests.kit import luck, played, rule
from tests.rules.bombay.kit import decide, play, table, with_player


def cities(count):
    return tuple(NUMBER[city] for city in CITIES[:count])


def last_turn(seats=4):
    """Everything has been played but the last seat's last turn."""
    form = FORMATS[seats]
    state = replace(table(seats), set=form.sets, turn=form.turns, first=0, on_turn=seats - 1)
    return replace(state, actions=3)


@rule("B25")
@pytest.mark.parametrize(("seats", "times"), [(2, 2), (3, 1), (4, 1), (5, 1)])
def test_everyone_is_first_player_equally_often(seats, times):
    log = played(bombay, seats, "firsts")
    firsts = [event.first for event in log if hasattr(event, "left")]
    assert sorted(firsts) == sorted(list(range(seats)) * times)


@rule("B25")
def test_the_game_ends_with_the_last_set():
    events = decide(last_turn(), EndTurn(3))
    assert [type(event) for event in events[1:]] == [SetEnded, GameEnded]
    over = play(last_turn(), EndTurn(3))
    assert bombay.on_turn(over) == ()
    assert bombay.result(over) is not None
    assert bombay.legal(over, 0) == []
    with pytest.raises(GameOver):
        bombay.decide(over, EndTurn(0), luck("over"))


@rule("B25")
def test_nothing_can_be_played_before_the_board_is_set_up():
    with pytest.raises(NotSetUp):
        bombay.decide(bombay.initial, EndTurn(0), luck("early"))


@rule("B26")
def test_printed_example_tied_empires_share_two_prizes():
    state = table(4)
    for seat, (palaces, clients) in enumerate([(3, 3), (4, 2), (2, 2), (0, 2)]):
        state = with_player(state, seat, palaces=5 - palaces, clients=clients)
    assert [score.empire_prize for score in scores(state)] == [6, 6, 2, 0]


@rule("B26")
@pytest.mark.parametrize(
    ("empires", "prizes"),
    [
        ([5, 3], [4, 0]),
        ([4, 4], [2, 2]),
        ([1, 3, 2], [0, 6, 2]),
        ([3, 3, 1], [4, 4, 0]),
        ([4, 1, 1], [6, 1, 1]),
        ([2, 2, 2], [2, 2, 2]),
        ([9, 7, 5, 3], [8, 4, 2, 0]),
        ([5, 5, 5, 1], [4, 4, 4, 0]),
        ([5, 5, 5, 5], [3, 3, 3, 3]),
        ([7, 4, 4, 1], [8, 3, 3, 0]),
        ([7, 4, 4, 4], [8, 2, 2, 2]),
        ([7, 6, 4, 4], [8, 4, 1, 1]),
        ([6, 6, 2, 2], [6, 6, 1, 1]),
        ([5, 4, 3, 2, 1], [8, 6, 4, 2, 0]),
        ([5, 5, 3, 3, 3], [7, 7, 2, 2, 2]),
        ([5, 5, 5, 3, 3], [6, 6, 6, 1, 1]),
        ([5, 5, 5, 5, 3], [5, 5, 5, 5, 0]),
        ([5, 4, 4, 1, 1], [8, 5, 5, 1, 1]),
        ([5, 4, 4, 4, 4], [8, 3, 3, 3, 3]),
        ([2, 2, 2, 2, 2], [4, 4, 4, 4, 4]),
    ],
)
def test_ties_add_up_their_prizes_and_round_down(empires, prizes):
    assert empire_prizes(empires, FORMATS[len(empires)].prizes) == prizes


@rule("B26")
def test_an_empire_of_nothing_still_ranks():
    assert [score.empire_prize for score in scores(table(2))] == [2, 2]
    one = with_player(table(2), 0, clients=1)
    assert [score.empire_prize for score in scores(one)] == [4, 0]


@rule("B26", "B24")
def test_a_kept_client_token_belongs_to_the_empire():
    state = with_player(table(2), 1, kept=(Token.CLIENT,))
    assert [score.empire_prize for score in scores(state)] == [0, 4]


@rule("B27")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("count", "prize"), [(0, 0), (1, 0), (2, 0), (3, 4), (4, 8)])
def test_city_tokens_bring_the_same_for_any_number_of_players(seats, count, prize):
    state = with_player(table(seats), 0, cities=cities(count))
    assert scores(state)[0].city_prize == prize


@rule("B27", "B24")
@pytest.mark.parametrize(("count", "kept", "prize"), [(2, 1, 4), (3, 1, 8), (4, 2, 8), (1, 2, 4)])
def test_kept_city_tokens_count(count, kept, prize):
    state = with_player(table(), 0, cities=cities(count), kept=(Token.CITY,) * kept)
    assert scores(state)[0].city_prize == prize


@rule("B28")
def test_the_most_rupees_win():
    state = with_player(last_turn(), 2, rupees=30)
    result = bombay.result(play(state, EndTurn(3)))
    assert result.winners == (2,)


@rule("B28")
@pytest.mark.parametrize(
    ("standings", "ranks"),
    [
        ([(9, 0), (12, 0), (7, 5)], [2, 1, 3]),
        ([(12, 1), (12, 3), (12, 2)], [3, 1, 2]),
        ([(12, 3), (9, 9), (12, 3)], [1, 3, 1]),
    ],
)
def test_clients_break_ties_and_equals_share(standings, ranks):
    assert ranked(standings) == ranks


@rule("B28", "B24")
def test_a_kept_client_token_breaks_a_tie():
    state = with_player(last_turn(2), 0, rupees=10, clients=1)
    state = with_player(state, 1, rupees=10, kept=(Token.CLIENT,), clients=1, palaces=5)
    state = with_player(state, 0, palaces=4)
    assert bombay.result(play(state, EndTurn(1))).ranks == (2, 1)


@rule("B28")
def test_the_score_is_shown_line_by_line():
    state = with_player(
        last_turn(2), 0, rupees=11, clients=2, palaces=3, cities=cities(3), kept=(Token.CLIENT,)
    )
    *_, ended = decide(state, EndTurn(1))
    assert ended.scores[0] == Score(
        seat=0,
        held=11,
        palaces=2,
        clients=3,
        empire_prize=4,
        cities=3,
        city_prize=4,
        rupees=19,
        rank=1,
    )

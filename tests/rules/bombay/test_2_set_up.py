"""How a game starts: B6 to B9."""

from collections import Counter

import pytest

from domain.bombay import bombay
from domain.bombay.events import Options
from domain.bombay.pieces import DEMAND_COLUMNS, PALACE_TOKENS
from domain.bombay.preparation import FirstNotSeated, IntroductionNeedsFour, WrongNumberOfPlayers
from tests.kit import luck, rule

E = ["E1", "E2", "E3", "E4"]
F = ["F1", "F2", "F3", "F4"]


def set_up(seats, seed="setup", **options):
    return bombay.set_up(seats, Options(**options), luck(seed))


@rule("B6")
@pytest.mark.parametrize(
    ("seats", "sets", "turns", "city_tokens", "posts", "face"),
    [
        (2, 4, 4, 1, E, "orange"),
        (3, 3, 5, 2, E, "orange"),
        (4, 4, 4, 3, E + F, "yellow"),
        (5, 5, 3, 4, E + F, "yellow"),
    ],
)
def test_the_number_of_players_shapes_the_game(seats, sets, turns, city_tokens, posts, face):
    board, stocked = set_up(seats)
    view = bombay.view(bombay.replay([board, stocked]), None)
    assert (view.set, view.sets, view.turn, view.turns) == (1, sets, 1, turns)
    assert [city.tokens for city in view.cities] == [city_tokens] * 4
    assert list(board.posts) == posts
    assert set(Counter(board.posts.values()).values()) == {len(posts) // 4}
    assert sorted(board.tokens.values()) == sorted(PALACE_TOKENS[face])


@rule("B6")
@pytest.mark.parametrize("seats", [0, 1, 6])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(WrongNumberOfPlayers) as refused:
        set_up(seats)
    assert (refused.value.code, refused.value.rule) == ("WRONG_NUMBER_OF_PLAYERS", "B6")


@rule("B7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_elephants_start_on_the_hilltop(seats):
    view = bombay.view(bombay.replay(set_up(seats)), None)
    assert {player.site for player in view.players} == {"A"}


@rule("B7")
def test_everyone_has_two_rupees():
    assert set_up(4)[0].rupees == (2, 2, 2, 2)


@rule("B7")
@pytest.mark.parametrize(
    ("first", "rupees"), [(0, (2, 2, 2, 2, 3)), (2, (2, 3, 2, 2, 2)), (1, (3, 2, 2, 2, 2))]
)
def test_who_plays_fifth_has_three_rupees(first, rupees):
    assert set_up(5, first=first)[0].rupees == rupees


@rule("B8")
def test_demands_posts_and_palace_tokens_are_drawn():
    boards = [set_up(4, seed)[0] for seed in range(30)]
    assert len({tuple(board.demands.values()) for board in boards}) > 10
    assert len({tuple(board.posts.values()) for board in boards}) > 20
    assert len({tuple(board.tokens.values()) for board in boards}) > 20
    for board in boards:
        assert list(board.demands) == ["Bombay", "Indore", "Nagpur", "Hyderabad"]
        assert sorted(board.demands.values()) == sorted(DEMAND_COLUMNS)
        assert list(board.tokens) == [f"G{number}" for number in range(1, 9)]


@rule("B8")
def test_the_introductory_set_up_leaves_the_board_to_no_chance():
    one, other = set_up(4, "one", introductory=True), set_up(4, "two", introductory=True)
    assert one[0].demands == other[0].demands
    assert one[0].posts == other[0].posts
    assert one[0].tokens == other[0].tokens
    assert one[0].posts["E2"] == "purple"
    assert one[0].demands["Bombay"] == ("blue", "purple", "orange")
    assert one[1] != other[1]


@rule("B8")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_introductory_set_up_is_for_four(seats):
    with pytest.raises(IntroductionNeedsFour):
        set_up(seats, introductory=True)


@rule("B9")
def test_the_first_player_is_drawn():
    firsts = [set_up(3, seed)[0].first for seed in range(40)]
    assert set(firsts) == {0, 1, 2}


@rule("B9")
def test_the_host_may_name_the_first_player():
    state = bombay.replay(set_up(3, first=2))
    assert bombay.on_turn(state) == (2,)


@rule("B9")
@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_player_must_have_a_seat(first):
    with pytest.raises(FirstNotSeated):
        set_up(3, first=first)


def test_before_the_set_up_a_view_shows_a_bare_board():
    view = bombay.view(bombay.initial, None)
    assert (view.set, view.on_turn, view.players, view.scores) == (0, None, (), ())
    assert len(view.sites) == 24
    assert {site.post for site in view.sites} == {site.token for site in view.sites} == {None}

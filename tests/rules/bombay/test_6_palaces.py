"""Building palaces and taking their tokens: B23 and B24."""

import pytest
from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.commands import BuildPalace, BuySilk, MayBuild, SellSilk
from domain.bombay.events import PalaceBuilt
from domain.bombay.rules import (
    BaleNotChosen,
    BaleNotOffered,
    NoPalaceLeft,
    NoSuchBale,
    SiteBuilt,
)
from domain.bombay.scoring import scores
from tests.kit import rule
from tests.rules.bombay.kit import (
    BLUE,
    ORANGE,
    PURPLE,
    YELLOW,
    at,
    decide,
    holding,
    play,
    site,
    with_player,
)

PINK = 4


@rule("B23")
def test_printed_example_pink_builds_for_an_action_and_a_bale():
    state = with_player(at("A", seats=5), PINK, site="H2", bales=(ORANGE,))
    state = replace(state, on_turn=PINK)
    assert decide(state, BuildPalace(PINK, ORANGE)) == [
        PalaceBuilt(PINK, "H2", spent=ORANGE, actions=1)
    ]
    after = play(state, BuildPalace(PINK, ORANGE))
    assert site(after, "H2").palace == PINK
    assert holding(after, PINK).bales == ()
    assert holding(after, PINK).palaces == 4
    assert after.bag[3] == state.bag[3] + 1


@rule("B23")
@pytest.mark.parametrize("where", ["A", "B", "H1", "H2"])
def test_hilltops_and_crossroads_may_be_built_on(where):
    assert site(play(at(where, BLUE), BuildPalace(0, BLUE)), where).palace == 0


@rule("B23")
@pytest.mark.parametrize("where", ["F1", "F2", "F3", "F4"])
def test_an_f_site_without_a_post_may_be_built_on(where):
    assert site(play(at(where, BLUE, seats=3), BuildPalace(0, BLUE)), where).palace == 0
    with pytest.raises(SiteBuilt):
        decide(at(where, BLUE, seats=4), BuildPalace(0, BLUE))


@rule("B23")
@pytest.mark.parametrize("where", ["Bombay", "Indore", "E1", "F4"])
def test_cities_and_posts_may_not_be_built_on(where):
    with pytest.raises(SiteBuilt) as refused:
        decide(at(where, BLUE), BuildPalace(0, BLUE))
    assert (refused.value.code, refused.value.rule) == ("SITE_BUILT", "B23")


@rule("B23")
def test_a_closed_post_may_not_be_built_on():
    with pytest.raises(SiteBuilt):
        decide(replace(at("E4", BLUE), stock=(3, 2, 3, 0)), BuildPalace(0, BLUE))


@rule("B23")
def test_a_site_holds_one_palace():
    state = play(at("H1", BLUE, BLUE), BuildPalace(0, BLUE))
    with pytest.raises(SiteBuilt):
        decide(state, BuildPalace(0, BLUE))


@rule("B23")
def test_the_last_palace_may_be_built_and_no_sixth():
    state = play(at("H1", BLUE, BLUE, palaces=1), BuildPalace(0, BLUE))
    assert holding(state, 0).palaces == 0
    with pytest.raises(NoPalaceLeft):
        decide(with_player(state, 0, site="H2"), BuildPalace(0, BLUE))


@rule("B23", "B3")
@pytest.mark.parametrize("spend", [PURPLE, "red", None, []])
def test_building_spends_a_bale_from_the_elephant(spend):
    with pytest.raises(NoSuchBale):
        decide(at("H1", BLUE), BuildPalace(0, spend))


@rule("B24")
def test_a_client_token_is_kept_and_counts_as_a_client():
    state = at("G1", BLUE)
    [built] = decide(state, BuildPalace(0, BLUE))
    assert (built.token, built.kept, built.rupees) == ("client", True, 0)
    state = play(state, BuildPalace(0, BLUE))
    assert holding(state, 0).kept == ("client",)
    assert holding(state, 0).clients == 0
    assert scores(state)[0].clients == 1
    assert site(state, "G1").token is None


@rule("B24")
def test_a_city_token_is_kept_and_counts_as_one_more_city():
    state = play(at("G2", BLUE, BLUE), BuildPalace(0, BLUE))
    assert holding(state, 0).kept == ("city",)
    assert scores(state)[0].cities == 1
    [sold] = decide(with_player(state, 0, site="Bombay"), SellSilk(0, BLUE))
    assert sold.city_token


@rule("B24")
def test_a_rupees_token_pays_two_and_is_gone():
    state = at("G3", BLUE)
    [built] = decide(state, BuildPalace(0, BLUE))
    assert (built.token, built.kept, built.rupees) == ("rupees", False, 2)
    state = play(state, BuildPalace(0, BLUE))
    assert holding(state, 0).rupees == 4
    assert holding(state, 0).kept == ()
    assert site(state, "G3").token is None


@rule("B24")
def test_a_bale_token_brings_a_bale_from_the_leftmost_market():
    state = at("G6", BLUE, ORANGE)
    assert decide(state, BuildPalace(0, BLUE, take=YELLOW)) == [
        PalaceBuilt(0, "G6", spent=BLUE, actions=1, token="bale", taken=YELLOW)
    ]
    state = play(state, BuildPalace(0, BLUE, take=YELLOW))
    assert holding(state, 0).bales == (YELLOW, ORANGE)
    assert holding(state, 0).rupees == 2
    assert state.stock == (2, 2, 3, 1)


@rule("B24")
def test_the_builder_may_choose_any_colour_of_that_market_and_no_other():
    state = at("G6", ORANGE)
    offered = {move.command.take for move in bombay.legal(state, 0) if isinstance(move, MayBuild)}
    assert offered == {YELLOW, BLUE}
    with pytest.raises(BaleNotOffered) as refused:
        decide(state, BuildPalace(0, ORANGE, take=PURPLE))
    assert refused.value.details["offered"] == (YELLOW, BLUE)
    with pytest.raises(BaleNotChosen):
        decide(state, BuildPalace(0, ORANGE))


@rule("B24")
@pytest.mark.parametrize(("stock", "offered"), [((0, 2, 0, 1), {PURPLE}), ((0, 0, 0, 1), {ORANGE})])
def test_an_empty_market_is_passed_over(stock, offered):
    moves = bombay.legal(replace(at("G6", BLUE), stock=stock), 0)
    assert {move.command.take for move in moves if isinstance(move, MayBuild)} == offered


@rule("B24")
def test_a_bale_token_brings_nothing_when_all_markets_are_empty():
    state = replace(at("G6", BLUE), stock=(0, 0, 0, 0))
    assert decide(state, BuildPalace(0, BLUE)) == [
        PalaceBuilt(0, "G6", spent=BLUE, actions=1, token="bale")
    ]
    assert site(play(state, BuildPalace(0, BLUE)), "G6").token is None
    with pytest.raises(BaleNotOffered):
        decide(state, BuildPalace(0, BLUE, take=BLUE))


@rule("B24")
def test_a_bale_from_a_token_is_not_the_purchase_of_the_turn():
    state = play(at("G6", BLUE), BuildPalace(0, BLUE, take=BLUE))
    [bought] = decide(with_player(state, 0, site="E1"), BuySilk(0, YELLOW))
    assert bought.colour == YELLOW


@rule("B24", "B12")
def test_a_bale_from_a_token_may_close_posts():
    state = replace(at("G6", BLUE), stock=(0, 0, 0, 1))
    assert site(state, "E4").open
    assert not site(play(state, BuildPalace(0, BLUE, take=ORANGE)), "E4").open


@rule("B24")
def test_no_bale_may_be_taken_where_no_token_offers_one():
    with pytest.raises(BaleNotOffered):
        decide(at("H1", BLUE), BuildPalace(0, BLUE, take=YELLOW))

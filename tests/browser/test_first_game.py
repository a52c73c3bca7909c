"""A stranger's first game, from the start page to the result, in both titles."""

from random import Random

import pytest
from playwright.sync_api import expect


def test_bombay_against_bots(visit):
    asha = visit("Asha")
    asha.opens("Bombay", 3)
    asha.fills_with_bots()
    asha.starts()
    asha.plays_to_the_end(Random(7))
    scores = asha.result.get_by_role("table")
    for line in ("Rupees behind the screen", "Empire", "Cities", "Total"):
        expect(scores.get_by_role("rowheader", name=line)).to_be_visible()
    assert scores.get_by_role("columnheader").count() == 3
    expect(asha.page).to_have_title("Howdah")


def test_bazar_against_bots(visit):
    asha = visit("Asha")
    asha.opens("Bombay Bazar", 4, starts="MEDALS")
    asha.fills_with_bots()
    asha.starts()
    asha.plays_to_the_end(Random(7))
    expect(asha.result.get_by_text("Rank 1").first).to_be_visible()
    expect(asha.result.get_by_role("row")).to_have_count(4)


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_one_click_sits_down_against_bots(visit, game):
    asha = visit("Asha")
    asha.page.locator(f".card-{game}").get_by_role("button").click()
    asha.skips_walkthrough()
    assert not asha.is_done()
    if game == "bombay":
        asha.makes_a_move(Random(7))
    else:
        asha.lays_a_tile(Random(7))
    expect(asha.page.locator(".lines").get_by_text("Asha").first).to_be_visible()


def test_bazar_alone_has_a_score_line_by_line(visit):
    asha = visit("Asha")
    asha.opens("Bombay Bazar", 1)
    asha.starts()
    asha.plays_to_the_end(Random(7))
    for line in ("Tiles laid", "Empty cells", "Unused openings", "Score"):
        expect(asha.result.get_by_role("rowheader", name=line)).to_be_visible()


def test_the_walkthrough_goes_to_its_end_and_comes_once(visit):
    asha = visit("Asha")
    asha.opens("Bombay", 2)
    asha.fills_with_bots()
    asha.button("Start the game").click()
    for _ in range(5):
        asha.button("Next").click()
    asha.button("Let us play").click()
    asha.page.reload()
    expect(asha.button("How does this work?")).to_be_visible()
    expect(asha.page.locator(".guide")).to_have_count(0)


def test_another_name_is_another_player(visit):
    asha = visit("Asha")
    asha.page.once("dialog", lambda dialog: dialog.accept())
    asha.button("Asha").click()
    asha.enters("Bram")
    expect(asha.button("Bram")).to_be_visible()

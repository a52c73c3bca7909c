"""Two browsers at one table: invitations, turns, and what neither may be told of the other."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.kit import secrets


@pytest.fixture
def pair(visit):
    return visit("Asha"), visit("Bram")


def seated(asha, bram, game, **options):
    address = asha.opens(game, 2, public=False, **options)
    bram.goes_to(asha.page.get_by_role("textbox", name="Link to this table").input_value())
    bram.button("Sit here").click()
    expect(asha.page.get_by_role("listitem").filter(has_text="Bram")).to_be_visible()
    return address


def leaks(asha, bram):
    return [
        leak
        for seat, visitor in enumerate((asha, bram))
        for message in visitor.told()
        for leak in secrets(message, seat)
    ]


def take_turns(asha, bram, random, moves):
    """Whoever moved last knows best who is next."""
    mover, other = asha, bram
    for _ in range(moves):
        if mover.page.locator("#turn").inner_text() != "Your turn":
            mover, other = other, mover
        expect(mover.moves.first).to_be_visible()
        mover.makes_a_move(random)


def test_a_private_table_is_joined_by_its_link_only(pair):
    asha, bram = pair
    address = asha.opens("Bombay", 2, public=False)
    assert "invite=" not in address
    bram.goes_to(address)
    bram.button("Sit here").click()
    expect(bram.page.get_by_role("alert").filter(has_text="by invitation")).to_be_visible()


def test_bombay_keeps_what_is_behind_the_screens(pair):
    asha, bram = pair
    seated(asha, bram, "Bombay")
    asha.starts()
    bram.skips_walkthrough()
    take_turns(asha, bram, Random(3), 24)
    for visitor in pair:
        assert visitor.page.get_by_text("behind a screen").count() == 1
    assert leaks(asha, bram) == []


def test_medals_stay_secret_until_all_have_chosen(pair):
    asha, bram = pair
    seated(asha, bram, "Bombay Bazar", starts="MEDALS")
    asha.starts()
    bram.skips_walkthrough()
    asha.keeps_medals(Random(1))
    expect(bram.page.get_by_text("Chosen: 1 of 2")).to_be_visible()
    assert leaks(asha, bram) == []


def test_a_table_shows_up_in_the_lobby_and_goes_when_it_starts(pair):
    asha, bram = pair
    asha.opens("Bombay", 2)
    listed = bram.page.get_by_role("link").filter(has_text="opened by Asha")
    expect(listed.first).to_be_visible()
    before = listed.count()
    asha.fills_with_bots()
    asha.starts()
    expect(listed).to_have_count(before - 1)


def test_whose_turn_it_is_stands_in_the_title_and_among_my_games(pair):
    asha, bram = pair
    seated(asha, bram, "Bombay")
    asha.starts()
    bram.skips_walkthrough()
    mover = asha if asha.page.get_by_role("heading", name="Your turn").count() else bram
    mover.goes_to("/")
    expect(mover.page).to_have_title("● Your turn · Howdah")
    expect(mover.page.locator("a.your-turn")).to_contain_text("Your turn")

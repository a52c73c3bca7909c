"""For everyone: axe finds nothing, the keyboard is enough, phones have room, motion can be off."""

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.kit import PHONE
from tests.npm import installed


@pytest.fixture(scope="session")
def axe():
    return (installed(Path(__file__).parent) / "axe-core" / "axe.min.js").read_text()


def violations(visitor, axe):
    """What breaks WCAG 2.2 AA on the page as it is now."""
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate(
        """async () => {
          const asked = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
          const { violations } = await axe.run(document, { runOnly: asked });
          return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
        }"""
    )
    return json.dumps(found, indent=1) if found else ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_bombay(visit, axe, scheme):
    asha = visit(color_scheme=scheme, reduced_motion="reduce")
    assert violations(asha, axe) == ""
    asha.enters("Asha")
    asha.page.get_by_text("More options").click()
    assert violations(asha, axe) == ""
    asha.page.get_by_text("More options").click()
    asha.opens("Bombay", 4)
    asha.fills_with_bots()
    assert violations(asha, axe) == ""
    asha.button("Start the game").click()
    assert not asha.is_done()
    assert violations(asha, axe) == ""
    asha.skips_walkthrough()
    asha.moves.first.click()
    assert violations(asha, axe) == ""
    asha.button("Rules").click()
    expect(asha.page.locator("#clause-B1")).to_be_visible()
    assert violations(asha, axe) == ""
    asha.button("Close").click()
    asha.page.locator('[data-site="Nagpur"]').click()  # says in words why not
    expect(asha.page.locator(".toast")).to_be_visible()
    asha.page.locator('[data-site="Indore"]').hover()
    expect(asha.page.get_by_role("tooltip")).to_be_visible()
    assert violations(asha, axe) == ""
    asha.page.once("dialog", lambda dialog: dialog.accept())
    asha.button("Resign").click()
    expect(asha.result).to_be_visible()
    asha.button("Verify the record").click()
    expect(asha.page.locator(".ticks")).to_be_visible()
    assert violations(asha, axe) == ""
    asha.page.get_by_role("link", name="Watch again").click()
    expect(asha.page.get_by_role("slider")).to_be_visible()
    assert violations(asha, axe) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_bazar(visit, axe, scheme):
    asha = visit("Asha", color_scheme=scheme, reduced_motion="reduce", **PHONE)
    asha.opens("Bombay Bazar", 2, starts="MEDALS")
    asha.fills_with_bots()
    asha.starts()
    assert violations(asha, axe) == ""
    while not asha.piles.count():
        assert not asha.is_done()
        if asha.button("Close the hand").is_visible():
            asha.keeps_medals(Random(2))
    asha.piles.first.click()
    assert violations(asha, axe) == ""
    asha.lays_it()
    asha.plays_to_the_end(Random(2))
    assert violations(asha, axe) == ""
    asha.page.get_by_role("link", name="Watch again").click()
    expect(asha.page.get_by_role("slider")).to_be_visible()
    assert violations(asha, axe) == ""


FOCUSED = """
() => {
  const on = document.activeElement;
  return on.matches("main, body") ? "" : [on.ariaLabel, on.innerText, on.id].join(" ");
}
"""


def reach(page, name):
    """Press Tab until the focus is on what has this name."""
    for _ in range(60):
        if name in page.evaluate(FOCUSED):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {name}")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def opens_by_keys(visitor, *choices):
    """From the door to the first move of a game for two, with nothing but keys."""
    page = visitor.page
    reach(page, "name")
    page.keyboard.type("Asha")
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Welcome, Asha")).to_be_visible()
    while page.locator(":focus[name=game]").count() == 0:
        press(page, "Tab")
    press(page, *choices)
    reach(page, "More options")
    press(page, "Enter", "Tab")
    while page.locator("select:focus").count() == 0:
        press(page, "Tab")
    press(page, "ArrowDown")  # the starter is drawn, or bots move at once
    reach(page, "Open the table")
    press(page, "Enter")
    expect(page.get_by_role("heading", name="A table of")).to_be_visible()
    reach(page, "Add a bot")
    press(page, "Enter")
    expect(visitor.button("Send away")).to_be_visible()
    reach(page, "Start the game")
    expect(visitor.button("Start the game")).to_be_enabled()
    press(page, "Enter")
    expect(page.locator(".guide")).to_be_visible()
    press(page, "Escape")
    expect(page.locator(".guide")).to_have_count(0)


def test_a_whole_game_of_bombay_is_played_by_keys(visit):
    asha, random = visit(), Random(5)
    opens_by_keys(asha, "Tab", "ArrowLeft")  # two players
    while not asha.is_done():
        before = asha.page.locator("#spoken").inner_text()
        number = str(random.randint(1, min(9, asha.moves.count())))
        press(asha.page, number, number)  # choose, then do it
        expect(asha.page.locator("#spoken")).not_to_have_text(before)
    expect(asha.page.locator("#spoken")).to_contain_text("The game is over.")


def test_a_whole_game_of_bazar_is_played_by_keys(visit):
    asha = visit()
    opens_by_keys(asha, "ArrowRight")
    while not asha.is_done():
        before = asha.page.locator("#spoken").inner_text()
        press(asha.page, "t", "t", "r", "l")  # the second tile that fits, turned, laid
        expect(asha.page.locator("#spoken")).not_to_have_text(before)
    expect(asha.page.locator("#spoken")).to_contain_text("The game is over:")


def test_the_board_is_walked_by_arrow_keys(visit):
    asha = visit("Asha")
    asha.opens("Bombay", 2)
    asha.fills_with_bots()
    asha.starts()
    assert not asha.is_done()
    page = asha.page
    reach(page, "Deccan Hill, start hilltop")
    press(page, "ArrowRight")
    assert "Godavari Ford" in (page.locator(":focus").get_attribute("aria-label") or "")
    press(page, "Enter")
    chosen = page.get_by_role("group", name="Chosen move")
    expect(chosen).to_contain_text("Move to Godavari Ford")
    press(page, "Escape")
    expect(chosen).to_have_count(0)
    press(page, "2")
    reach(page, "Do it")
    press(page, "Enter")
    expect(page.locator(".lines").get_by_text("Asha moves").first).to_be_visible()
    expect(page.locator("#spoken")).to_contain_text("Asha moves")


def test_tiles_are_turned_and_laid_by_keys(visit):
    asha = visit("Asha")
    asha.opens("Bombay Bazar", 1)
    asha.starts()
    asha.page.get_by_role("button", name="Tile T02").click()
    ways = asha.page.locator(".way")
    chosen = asha.page.locator(".way.on")
    before = chosen.text_content() or ""
    asha.page.keyboard.press("r")
    expect(chosen).not_to_have_text(before)
    asha.page.keyboard.press("R")
    expect(chosen).to_have_text(before)
    asha.page.locator(".board").hover()
    asha.page.mouse.wheel(0, 100)
    expect(chosen).not_to_have_text(before)
    assert ways.count() == 6
    asha.page.keyboard.press("l")
    expect(asha.page.locator(".lines").get_by_text("Asha lays T02")).to_be_visible()


def test_a_finger_turns_the_tile_and_the_button_lays_it(visit):
    asha = visit("Asha", **PHONE)
    asha.opens("Bombay Bazar", 1)
    asha.starts()
    asha.page.get_by_role("button", name="Tile T02").tap()
    expect(asha.page.get_by_text("Tap the ringed cell")).to_be_visible()
    chosen = asha.page.locator(".way.on")
    before = chosen.text_content() or ""
    asha.page.locator(".spot.goal").tap()
    expect(chosen).not_to_have_text(before)
    asha.button("Lay it").tap()
    expect(asha.page.locator(".lines").get_by_text("Asha lays T02")).to_be_visible()


@pytest.mark.parametrize("game", ["Bombay", "Bombay Bazar"])
def test_there_is_room_for_everything_from_phone_to_wide_screen(visit, game):
    asha = visit("Asha", **PHONE)
    page = asha.page

    def fits():
        for width in (360, 820, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.set_viewport_size(PHONE["viewport"])

    fits()
    asha.opens(game, 4, starts="RANDOM" if game == "Bombay Bazar" else "")
    fits()
    asha.fills_with_bots()
    asha.starts()
    assert not asha.is_done()
    fits()
    board = page.locator(".board")
    small = board.bounding_box()["width"]
    page.get_by_role("button", name="Look closer").tap()
    assert board.bounding_box()["width"] > 1.8 * small
    fits()
    page.get_by_role("button", name="Look closer").tap()
    if game == "Bombay":
        expect(page.get_by_role("heading", name="What the cities want")).to_be_visible()
        page.locator(".touch.offered").first.tap()
    else:
        asha.piles.first.tap()
    confirm = page.locator(".confirm .primary")
    expect(confirm).to_be_in_viewport()
    confirm.tap()
    expect(confirm).to_have_count(0)
    page.once("dialog", lambda dialog: dialog.accept())
    asha.button("Resign").tap()
    expect(asha.result).to_be_visible()
    fits()


def test_what_is_pointed_at_says_what_it_is_and_which_rule(visit):
    asha = visit("Asha")
    asha.opens("Bombay", 2)
    asha.fills_with_bots()
    asha.starts()
    asha.page.locator('[data-site="B"]').hover()
    bubble = asha.page.get_by_role("tooltip")
    expect(bubble).to_contain_text("Balaghat Hill, hilltop.")
    expect(bubble).to_contain_text("B17")
    asha.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)

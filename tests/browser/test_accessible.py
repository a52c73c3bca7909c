"""For everyone: axe finds nothing, the keyboard is enough, phones have room, motion can be off."""

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.npm import installed

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


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
    asha.button("Lay it").click()
    asha.plays_to_the_end(Random(2))
    assert violations(asha, axe) == ""
    asha.page.get_by_role("link", name="Watch again").click()
    expect(asha.page.get_by_role("slider")).to_be_visible()
    assert violations(asha, axe) == ""


def test_the_keyboard_is_enough(visit):
    page = visit().page

    def reach(name):
        """Press Tab until the focus is on what has this name."""
        for _ in range(60):
            if page.locator(":focus").count():
                focused = page.locator(":focus")
                label = focused.get_attribute("aria-label") or focused.inner_text()
                if name in label or name in (focused.get_attribute("id") or ""):
                    return focused
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {name}")

    reach("name")
    page.keyboard.type("Asha")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Welcome, Asha")).to_be_visible()
    reach("Play against bots now")
    page.keyboard.press("Enter")
    reach("Skip")
    page.keyboard.press("Enter")
    expect(page.locator(".move:enabled").first).to_be_visible()
    reach("Deccan Hill, start hilltop")
    page.keyboard.press("ArrowRight")
    assert "Godavari Ford" in (page.locator(":focus").get_attribute("aria-label") or "")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Chosen move")).to_contain_text("Move to Godavari Ford")
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Chosen move")).to_have_count(0)
    page.keyboard.press("2")
    reach("Do it")
    page.keyboard.press("Enter")
    expect(page.locator(".lines").get_by_text("Asha moves").first).to_be_visible()
    expect(page.locator("#spoken")).to_contain_text("moves")


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


@pytest.mark.parametrize("game", ["Bombay", "Bombay Bazar"])
def test_a_phone_has_room_for_everything(visit, game):
    asha = visit("Asha", **PHONE)
    widths = []

    def look():
        widths.append(asha.page.evaluate("document.documentElement.scrollWidth"))

    look()
    asha.opens(game, 2, starts="RANDOM" if game == "Bombay Bazar" else "")
    look()
    asha.fills_with_bots()
    asha.starts()
    assert not asha.is_done()
    look()
    if game == "Bombay":
        asha.page.locator(".touch.offered").first.tap()
    else:
        asha.piles.first.tap()
    confirm = asha.page.locator(".confirm .primary")
    expect(confirm).to_be_in_viewport()
    confirm.tap()
    look()
    assert max(widths) <= PHONE["viewport"]["width"]


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

"""Make the pictures in docs/screenshots: the main states of the page, as they are now."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import chromium
from tests.browser.kit import PHONE, Visitor
from tests.conftest import scratch
from tests.running import started

PICTURES = Path(__file__).parents[2] / "docs" / "screenshots"
DESK = {"width": 1320, "height": 860}
SETTLED = 2800  # ms until elephants and trunks stand still

WISHES = ["Sell", "Buy", "Bombay|Indore|Nagpur|Hyderabad", "Build", "Move", ""]

Take = Callable[[str], None]


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    path = chromium.installed()
    assert path is not None, "there is no Chromium, and no right to install it"
    with scratch() as directory, started(directory / "data") as service, sync_playwright() as pw:
        browser = pw.chromium.launch(executable_path=path, args=chromium.FLAGS)
        bombay(visitor(browser, service.url))
        bazar(visitor(browser, service.url))
        browser.close()


def visitor(browser: Browser, url: str) -> Visitor:
    return Visitor(browser.new_context(viewport=DESK, locale="en-GB"), url)


def taker(someone: Visitor) -> Take:
    def take(name: str) -> None:
        someone.page.mouse.move(5, 5)
        someone.page.evaluate("scrollTo(0, 0)")
        someone.page.wait_for_timeout(SETTLED)
        someone.page.screenshot(path=PICTURES / f"{name}.png")

    return take


def bombay(asha: Visitor) -> None:
    page, take, random = asha.page, taker(asha), Random(21)
    asha.goes_to("/")
    take("welcome")
    asha.enters("Asha")
    take("start")
    asha.opens("Bombay", 4)
    asha.button("Add a bot").first.click()
    take("lobby")
    asha.fills_with_bots()
    asha.button("Start the game").click()
    assert not asha.is_done()
    for _ in range(3):
        asha.button("Next").click()
    take("walkthrough")
    asha.skips_walkthrough()
    for _ in range(26):
        assert not asha.is_done()
        trade(asha, random)
    assert not asha.is_done()
    page.locator(".move").filter(has_text="Move").first.click()
    take("bombay")
    page.emulate_media(color_scheme="dark")
    take("bombay-dark")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE["viewport"])
    take("bombay-phone")
    page.set_viewport_size(DESK)
    page.keyboard.press("Escape")
    while not asha.is_done():
        trade(asha, random)
    asha.button("Verify the record").click()
    take("result")
    page.get_by_role("link", name="Watch again").click()
    for _ in range(30):
        asha.button("One step on").click()
    take("replay")


def trade(asha: Visitor, random: Random) -> None:
    """Play as somebody would who wants to sell silk."""
    texts = asha.moves.all_inner_texts()
    for wish in WISHES:
        found = [place for place, text in enumerate(texts) if re.search(wish, text)]
        if found:
            break
    asha.moves.nth(random.choice(found)).click()
    asha.button("Do it").click()
    expect(asha.page.locator(".confirm")).to_have_count(0)


def bazar(asha: Visitor) -> None:
    page, take, random = asha.page, taker(asha), Random(4)
    asha.goes_to("/")
    asha.enters("Asha")
    asha.opens("Bombay Bazar", 4, starts="RANDOM")
    asha.fills_with_bots()
    asha.starts()
    for _ in range(7):
        if asha.is_done():
            return
        asha.lays_a_tile(random)
    if not asha.is_done():
        asha.piles.last.click()
    take("bazar")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE["viewport"])
    take("bazar-phone")


if __name__ == "__main__":
    main()

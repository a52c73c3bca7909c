"""Make the pictures in docs/screenshots: the main states of the page, as they are now."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.kit import Visitor
from tests.conftest import scratch
from tests.running import started

PICTURES = Path(__file__).parents[2] / "docs" / "screenshots"
DESK = {"width": 1320, "height": 860}
PHONE = {"width": 390, "height": 844}
SETTLED = 1500  # ms until elephants and trunks stand still

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
    asha.starts()
    for _ in range(26):
        assert not asha.is_done()
        asha.makes_a_move(random)
    assert not asha.is_done()
    page.locator(".move").filter(has_text="Move").first.click()
    take("bombay")
    page.emulate_media(color_scheme="dark")
    take("bombay-dark")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    take("bombay-phone")
    page.set_viewport_size(DESK)
    page.keyboard.press("Escape")
    asha.plays_to_the_end(random)
    page.evaluate("scrollTo(0, 0)")
    asha.button("Verify the record").click()
    take("result")
    page.get_by_role("link", name="Watch again").click()
    for _ in range(30):
        asha.button("One step on").click()
    take("replay")


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
    page.set_viewport_size(PHONE)
    take("bazar-phone")


if __name__ == "__main__":
    main()

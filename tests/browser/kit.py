"""Visitors of the page: what people do there, and all that their browser was told."""

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    WebSocket,
    expect,
)

PATIENCE = 30_000  # ms: cores may be busy
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
expect.set_options(timeout=PATIENCE)


class Visitor:
    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.errors: list[str] = []
        self.frames: list[str] = []
        self.requests: list[Request] = []
        self.answers: list[str] = []
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", self._follow)
        self.page.on("requestfinished", lambda request: self.requests.append(request))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def told(self) -> list[str]:
        """Everything that came over the line but the page's own files."""
        self.keeps_answers()
        return [*self.frames, *self.answers]

    def shown(self) -> str:
        """The whole document as it is now, and all that the browser keeps for it."""
        kept = self.page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        return f"{self.page.content()}{kept}"

    def token(self) -> str:
        return str(self.page.evaluate("JSON.parse(localStorage['howdah.session']).token"))

    def keeps_answers(self) -> None:
        """Read what was answered while the browser still has it."""
        for request in self.requests:
            response = None if f"{self.url}/page/" in request.url else request.response()
            if response is not None:
                self.answers.append(response.text())
        self.requests.clear()

    def goes_to(self, path: str) -> None:
        # The page before may have left at once, and its answers with it.
        with suppress(Error):
            self.keeps_answers()
        self.requests.clear()
        self.page.goto(path if path.startswith("http") else self.url + path)
        expect(self.page.locator("main")).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def enters(self, name: str) -> None:
        self.page.get_by_label("What should the others call you?").fill(name)
        self.button("Sit down").click()
        expect(self.page.get_by_role("heading", name=f"Welcome, {name}")).to_be_visible()

    def opens(self, game: str, seats: int, *, public: bool = True, starts: str = "") -> str:
        """Open a table with the form; the address of the table."""
        page = self.page
        page.get_by_role("radio", name=game, exact=True).check()
        page.get_by_role("radio", name=str(seats), exact=True).check()
        page.get_by_label("Anyone may join").set_checked(public)
        page.get_by_text("More options").click()
        page.get_by_label("Bots move").select_option("INSTANT")
        if starts:
            page.get_by_label("Who starts").select_option(starts)
        self.button("Open the table").click()
        expect(page.get_by_role("heading", name=f"A table of {game}")).to_be_visible()
        return page.url

    def fills_with_bots(self) -> None:
        add = self.button("Add a bot")
        for left in range(add.count() - 1, -1, -1):
            add.first.click()
            expect(add).to_have_count(left)

    def starts(self) -> None:
        self.button("Start the game").click()
        self.skips_walkthrough()

    def skips_walkthrough(self) -> None:
        expect(self.page.locator(".board")).to_be_visible()
        self.page.locator(".guide").get_by_role("button").last.click()

    @property
    def moves(self) -> Locator:
        return self.page.locator(".move:enabled")

    @property
    def piles(self) -> Locator:
        return self.page.locator(".pile:enabled:not(.misfit)")

    @property
    def result(self) -> Locator:
        return self.page.locator(".result")

    def is_done(self) -> bool:
        """Wait until there is something to do; whether that is to read the result."""
        medals = self.button("Close the hand")
        expect(self.moves.or_(self.piles).or_(medals).or_(self.result).first).to_be_visible()
        return self.result.is_visible()

    def makes_a_move(self, random: Random) -> None:
        """Choose something in the panel of Bombay, preferring trade, and confirm it."""
        texts = self.moves.all_inner_texts()
        trade = [place for place, text in enumerate(texts) if "Sell" in text or "Buy" in text]
        walks = [place for place, text in enumerate(texts) if "Move" in text]
        self.moves.nth(random.choice(trade or walks or range(len(texts)))).click()
        self.button("Do it").click()
        expect(self.page.locator(".confirm")).to_have_count(0)

    def chooses(self, text: str) -> None:
        """Make the move of Bombay that says this."""
        self.moves.filter(has_text=text).click()
        self.button("Do it").click()
        expect(self.page.locator(".confirm")).to_have_count(0)

    def lays_a_tile(self, random: Random) -> None:
        self.piles.nth(random.randrange(self.piles.count())).click()
        self.lays_it()

    def lays_it(self) -> None:
        """Lay the tile that is chosen, and wait until it lies there."""
        self.button("Lay it").click()
        expect(self.page.locator(".confirm")).to_have_count(0)

    def keeps_medals(self, random: Random) -> None:
        self.page.get_by_role("radio", name=str(random.randint(1, 3)), exact=True).check()
        self.page.get_by_role("radio", name=random.choice(["odd", "even"]), exact=True).check()
        self.button("Close the hand").click()
        expect(self.page.get_by_role("radio", checked=True)).to_have_count(0)

    def plays_to_the_end(self, random: Random) -> None:
        while not self.is_done():
            if self.moves.count():
                self.makes_a_move(random)
            elif self.piles.count():
                self.lays_a_tile(random)
            elif self.button("Close the hand").is_visible():
                self.keeps_medals(random)


def leaks(visitor: Visitor, mine: int) -> list[str]:
    """What a visitor was told of a running game, over any line, that the seat must not know."""
    messages = [json.loads(text) for text in visitor.told() if text[:1] in ("{", "[")]
    return [leak for message in messages for leak in secrets(message, mine)]


def secrets(message: Any, mine: int) -> Iterator[str]:
    """What a message tells a seat of a running game that the seat must not know."""
    if isinstance(message, list):
        for part in message:
            yield from secrets(part, mine)
    if isinstance(message, dict):
        if message.get("__typename") == "BombayView" and not message["scores"]:
            for player in message["players"]:
                if player["seat"] != mine and player["holdings"] is not None:
                    yield f"holdings of {player['seat']}"
        kept = message.get("type") == "bazar.medals_kept" and message.get("keep") is not None
        if kept and message["seat"] != mine:
            yield f"medals of {message['seat']}"
        if message.get("type") == "table.table_opened":
            yield from (f"the {name}" for name in ("seed", "salt") if message.get(name))
        for part in message.values():
            yield from secrets(part, mine)

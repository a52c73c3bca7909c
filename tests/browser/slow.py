"""A slow phone: a quarter of a core and a poor mobile line, by the browser's own throttles."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from tests.browser.kit import PATIENCE, PHONE
from tests.running import wait_for

LINE = {
    "offline": False,
    "latency": 150,  # ms
    "downloadThroughput": 200_000,  # bytes a second
    "uploadThroughput": 90_000,
}
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@contextmanager
def visited(browser: Browser, address: str) -> Iterator[Page]:
    """A first visit, with nothing kept from before."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    throttle = context.new_cdp_session(page)
    throttle.send("Network.enable")
    throttle.send("Network.emulateNetworkConditions", LINE)
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address)
    yield page
    context.close()


def first_paint(browser: Browser, address: str) -> float:
    """Milliseconds until something is painted."""
    with visited(browser, address) as page:
        wait_for(lambda: page.evaluate(PAINTED))
        return float(page.evaluate(PAINTED))


def ready(browser: Browser, address: str) -> float:
    """Milliseconds until a stranger can type a name."""
    with visited(browser, address) as page:
        page.locator("#name").wait_for()
        return float(page.evaluate("performance.now()"))

"""How soon a slow phone shows the page, and how soon a stranger can type a name there.

python -m tests.bench.page [rounds]
"""

from playwright.sync_api import sync_playwright

from tests.bench.figures import Figure, program, show
from tests.browser import chromium
from tests.browser.slow import first_paint, ready
from tests.conftest import scratch
from tests.running import started

ROUNDS = 5
PAINTED = (1000, 700)  # ms: floor and goal
USABLE = (4000, 2000)


def measure(rounds: int = ROUNDS) -> list[Figure]:
    path = program("chromium")
    with scratch() as directory, started(directory / "data") as service, sync_playwright() as pw:
        browser = pw.chromium.launch(executable_path=path, args=chromium.FLAGS)
        first_paint(browser, service.url)  # the service packs its files at the first visit
        painted = tuple(first_paint(browser, service.url) for _ in range(rounds))
        usable = tuple(ready(browser, service.url) for _ in range(rounds))
        browser.close()
    return [
        figure("first paint on a slow phone", painted, *PAINTED),
        figure("name to be typed on a slow phone", usable, *USABLE),
    ]


def figure(measure: str, ours: tuple[float, ...], floor: float, goal: float) -> Figure:
    return Figure(measure, ours, (), "ms", floor, goal, less_is_better=True)


if __name__ == "__main__":
    show(measure)

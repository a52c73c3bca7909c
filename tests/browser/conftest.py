"""A browser for each file of tests, and visitors who are watched for errors."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.kit import Visitor
from tests.packages import needed
from tests.running import Running

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep a file's tests together: its browser and its event loop end with it."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(item.path.name))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    (path,) = needed("chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, service: Running) -> Iterator[Callable[..., Visitor]]:
    """Let somebody open the page, in a browser profile of their own."""
    visitors: list[Visitor] = []

    def come(name: str | None = None, **options: Any) -> Visitor:
        visitor = Visitor(browser.new_context(**{"locale": "en-GB", **options}), service.url)
        visitors.append(visitor)
        visitor.goes_to("/")
        if name is not None:
            visitor.enters(name)
        return visitor

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.errors for visitor in visitors] == [[] for _ in visitors]

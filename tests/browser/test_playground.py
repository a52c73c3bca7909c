"""The page to try the API on, in a real browser."""

import re

from playwright.sync_api import expect

from service.config import Config
from service.graphql import playground
from service.graphql.playground import FILES


def test_a_query_is_written_and_answered(browser, service):
    context = browser.new_context()
    errors = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(f"{service.url}/playground")
    page.fill("input[name=name]", "Asha")
    page.click("text=Get a token")
    expect(page.locator("#token")).to_have_value(re.compile("^howdah_"))
    page.click(".execute-button")
    page.wait_for_selector(".result-window >> text=Cyril Demaegd")
    context.close()
    assert errors == []


def test_nothing_of_it_comes_from_elsewhere(service):
    text = service.get("/playground").text
    addresses = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(addresses) == 7
    ours = [address for address in addresses if address.startswith("/playground/")]
    assert [address for address in addresses if address not in ours] == ["data:,"]
    for address in ours:
        assert service.get(address).status_code == 200
    assert all(file.stat().st_size < 900_000 for file in FILES.values())
    assert service.get("/playground/../schema.py").status_code == 404


def test_it_is_not_there_with_a_database_of_the_operators_own(data):
    theirs = Config(data=str(data), database_url="postgresql://db/howdah")
    assert playground.routes(theirs) == []

"""The page is light and quick, needs nobody else, and allows nothing that it does not need."""

import re

import httpx

from tests.browser.slow import first_paint


def sizes(visitor):
    """What was transferred, by address."""
    entries = visitor.page.evaluate(
        "performance.getEntries().filter((entry) => entry.transferSize !== undefined)"
        ".map((entry) => [entry.name, entry.transferSize])"
    )
    return dict(entries)


def test_a_whole_visit_transfers_less_than_200_kb(visit):
    asha = visit("Asha")
    asha.opens("Bombay", 2)
    asha.fills_with_bots()
    asha.starts()
    assert not asha.is_done()
    loaded = {name: size for name, size in sizes(asha).items() if "/graphql" not in name}
    assert all(name.startswith(asha.url) for name in loaded)
    assert 10_000 < sum(loaded.values()) < 200_000


def test_a_slow_phone_shows_something_within_a_second(browser, service):
    """One of a few visits: on a busy machine not every one has the processor to itself."""
    visits = (first_paint(browser, service.url) for _ in range(6))
    assert any(painted < 1000 for painted in visits)


def test_the_first_paint_waits_for_little(service):
    """Three round trips at most, and no more than a slow line brings in a tenth of a second."""
    document = service.get("/").text
    blocking = re.findall(r'<link rel="stylesheet" href="([^"]+)"', document)
    assert len(blocking) == 2
    gzipped = {"accept-encoding": "gzip"}
    with httpx.Client(base_url=service.url, headers=gzipped) as client:
        answers = [client.get(address) for address in ("/", *blocking)]
    assert sum(int(answer.headers["content-length"]) for answer in answers) < 20_000


def test_files_are_kept_for_ever_and_the_document_is_not(service):
    document = service.get("/")
    address = document.text.partition('src="')[2].partition('"')[0]
    assert document.headers["cache-control"] == "no-cache"
    assert "immutable" in service.get(address).headers["cache-control"]
    other = address.replace(address.split("/")[2], "0123456789abcdef")
    assert service.get(other).headers["cache-control"] == "no-cache"
    assert service.get("/page/x/main.py").status_code == 404


def test_nothing_runs_that_is_not_ours(service):
    policy = service.get("/tables/x").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    host = service.url.partition("//")[2]
    assert f"connect-src 'self' ws://{host} wss://{host};" in policy
    odd = service.get("/", headers={"host": "a;b"}).headers["content-security-policy"]
    assert "connect-src 'self';" in odd


def test_who_cannot_unpack_gets_the_plain_text(service):
    plain = httpx.get(service.url, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == service.get("/").text

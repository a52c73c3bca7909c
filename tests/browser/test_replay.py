"""Any game again, from any seat, with an address for each moment and a record that is checked."""

import json
from random import Random

import pytest
from playwright.sync_api import expect


@pytest.fixture
def asha(visit):
    """Somebody who has just played Bazar to the end."""
    asha = visit("Asha")
    asha.opens("Bombay Bazar", 2, starts="RANDOM")
    asha.fills_with_bots()
    asha.starts()
    asha.plays_to_the_end(Random(11))
    return asha


def test_moments_have_addresses_and_are_stepped_through(asha, visit):
    page = asha.page
    page.get_by_role("link", name="Watch again").click()
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    asha.button("One step on").click()
    first = int(slider.input_value())
    asha.button("One step on").click()
    expect(slider).to_have_value(str(first + 1))
    assert page.url.endswith(f"?at={first + 1}")
    said = page.locator(".now").inner_text()
    tiles = page.locator(".cell .tile").count()
    asha.button("To the end").click()
    assert page.locator(".cell .tile").count() >= tiles
    bram = visit("Bram")
    bram.goes_to(page.url.rpartition("=")[0] + f"={first + 1}")
    expect(bram.page.locator(".now")).to_have_text(said)
    bram.button("Play").click()
    expect(bram.page.get_by_role("slider")).to_have_value(str(first + 2))


def test_bombay_is_seen_from_every_seat_once_it_is_over(visit):
    asha = visit("Asha")
    asha.opens("Bombay", 2)
    asha.fills_with_bots()
    asha.starts()
    assert not asha.is_done()
    asha.page.once("dialog", lambda dialog: dialog.accept())
    asha.button("Resign").click()
    expect(asha.result).to_be_visible()
    asha.page.get_by_role("link", name="Watch again").click()
    asha.page.get_by_label("Seen from").select_option(label="Bot 2")
    other = asha.page.locator(".player.mine")
    expect(other).to_contain_text("Bot 2")
    expect(other).to_contain_text("rupees")


def test_the_record_is_checked_and_one_false_letter_is_found(asha):
    page = asha.page
    asha.button("Verify the record").click()
    ticks = page.locator(".ticks")
    for text in ("The chain is whole", "this browser saw", "committed to", "made again"):
        expect(ticks.get_by_text(text)).to_be_visible()

    def forge(route):
        lines = route.fetch().text().splitlines(keepends=True)
        laid = next(place for place, line in enumerate(lines) if "tile_laid" in line)
        lines[laid] = lines[laid].replace('"rotation":', '"rotation": ')
        route.fulfill(body="".join(lines), content_type="application/jsonl")

    page.route("**/record", forge)
    asha.button("Verify the record").click()
    expect(page.locator(".verify .trouble")).to_contain_text("does not have the hash")


def test_a_record_whose_chain_was_made_anew_is_not_the_one_that_was_seen(asha):
    page = asha.page
    key = next(name for name in page.evaluate("Object.keys(localStorage)") if "receipts." in name)
    page.evaluate(
        """([key, head]) => localStorage.setItem(key, JSON.stringify({ 7: head }))""",
        [f"howdah.receipts.{page.url.rpartition('/')[2]}", "0" * 64],
    )
    assert key
    asha.button("Verify the record").click()
    expect(page.locator(".verify .trouble")).to_contain_text("not the history that was shown")


def test_the_record_is_saved_as_a_file(asha):
    with asha.page.expect_download() as saved:
        asha.button("Download the record").click()
    lines = [json.loads(line) for line in saved.value.path().read_text().splitlines()]
    assert (lines[0]["record"], lines[-1]["record"]) == ("header", "footer")

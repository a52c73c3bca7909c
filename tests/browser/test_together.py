"""Two browsers at one table: invitations, turns, and what neither may be told of the other."""

from random import Random

import pytest
from playwright.sync_api import expect

from domain.record import read
from tests.browser.kit import leaks
from tests.running import wait_for


@pytest.fixture
def pair(visit):
    return visit("Asha"), visit("Bram")


def seated(asha, bram, game, **options):
    address = asha.opens(game, 2, public=False, **options)
    bram.goes_to(asha.page.get_by_role("textbox", name="Link to this table").input_value())
    bram.button("Sit here").click()
    expect(asha.page.get_by_role("listitem").filter(has_text="Bram")).to_be_visible()
    return address


def take_turns(asha, bram, random, moves):
    """Whoever moved last knows best who is next."""
    mover, other = asha, bram
    for _ in range(moves):
        if mover.page.locator("#turn").inner_text() != "Your turn":
            mover, other = other, mover
        expect(mover.moves.first).to_be_visible()
        mover.makes_a_move(random)


def test_a_private_table_is_joined_by_its_link_only(pair):
    asha, bram = pair
    address = asha.opens("Bombay", 2, public=False)
    assert "invite=" not in address
    bram.goes_to(address)
    bram.button("Sit here").click()
    expect(bram.page.get_by_role("alert").filter(has_text="by invitation")).to_be_visible()


def seed_of(visitor):
    """What the record of a table that is over gives away, and nothing may have said before."""
    table = visitor.page.url.rpartition("/")[2]
    address = f"{visitor.url}/v1/tables/{table}/record"
    key = {"authorization": f"Bearer {visitor.token()}"}
    footer = read(visitor.context.request.get(address, headers=key).body()).footer
    assert footer.seed
    assert footer.salt
    return [footer.seed, footer.salt]


def test_bombay_keeps_what_is_behind_the_screens(pair):
    asha, bram = pair
    seated(asha, bram, "Bombay")
    asha.starts()
    bram.skips_walkthrough()
    take_turns(asha, bram, Random(3), 20)
    for visitor, other in ((asha, "Bram"), (bram, "Asha")):
        row = visitor.page.locator(".player").filter(has_text=other)
        expect(row).to_contain_text("behind a screen")
        assert row.locator(".held").count() == 0
        assert visitor.page.locator(".held").count() == 6
    assert (leaks(asha, 0), leaks(bram, 1)) == ([], [])
    told = [*asha.told(), *bram.told(), asha.shown(), bram.shown()]
    for visitor in pair:
        visitor.page.once("dialog", lambda dialog: dialog.accept())
        visitor.button("Resign").click()
        expect(visitor.button("Resign")).to_have_count(0)
    for secret in seed_of(asha):
        assert not any(secret in text for text in told)


def test_medals_stay_secret_until_all_have_chosen(pair):
    asha, bram = pair
    seated(asha, bram, "Bombay Bazar", starts="MEDALS")
    asha.starts()
    bram.skips_walkthrough()
    asha.keeps_medals(Random(1))
    expect(asha.page.get_by_text("You keep")).to_be_visible()
    expect(bram.page.get_by_text("Chosen: 1 of 2")).to_be_visible()
    bram.goes_to(bram.page.url)
    expect(bram.page.get_by_text("Chosen: 1 of 2")).to_be_visible()
    assert (leaks(asha, 0), leaks(bram, 1)) == ([], [])
    assert "Asha keeps" not in bram.shown()
    assert not any("Asha keeps" in text for text in bram.told())
    assert not any(asha.token() in text for text in (*bram.told(), bram.shown()))


def test_who_watches_sees_no_more_than_the_table(pair, visit):
    asha, bram = pair
    address = seated(asha, bram, "Bombay")
    asha.starts()
    bram.skips_walkthrough()
    take_turns(asha, bram, Random(8), 3)
    cleo = visit("Cleo")
    cleo.goes_to(address)
    expect(cleo.page.get_by_text("behind a screen")).to_have_count(2)
    expect(cleo.moves).to_have_count(0)
    assert cleo.page.locator(".held").count() == 0
    assert leaks(cleo, -1) == []


def test_a_table_shows_up_in_the_lobby_and_goes_when_it_starts(pair):
    asha, bram = pair
    asha.opens("Bombay", 2)
    listed = bram.page.get_by_role("link").filter(has_text="opened by Asha")
    expect(listed.first).to_be_visible()
    before = listed.count()
    asha.fills_with_bots()
    asha.starts()
    expect(listed).to_have_count(before - 1)


NOTIFICATIONS = """
window.shown = [];
const Real = Notification;
window.Notification = class extends Real {
  constructor(title, options) {
    super(title, options);
    shown.push([title, options.body]);
  }
};
Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
"""


@pytest.mark.parametrize(("away", "told"), [(True, [["Your turn", "Bombay"]]), (False, [])])
def test_a_turn_that_comes_in_a_hidden_tab_is_notified(visit, away, told):
    asha = visit("Asha", permissions=["notifications"])
    bram = visit("Bram")
    asha.context.add_init_script(NOTIFICATIONS)
    asha.goes_to("/")
    seated(asha, bram, "Bombay")
    asha.starts()
    bram.skips_walkthrough()
    if asha.page.locator("#turn").inner_text() == "Your turn":
        asha.chooses("Wait the whole turn")
    expect(asha.page.locator("#turn")).to_have_text("Bram is playing")
    asha.page.evaluate("away => { window.away = away; shown.length = 0; }", away)
    bram.chooses("Wait the whole turn")
    expect(asha.page).to_have_title("● Your turn · Howdah")
    expect(asha.page.locator("#turn")).to_have_text("Your turn")
    if away:
        wait_for(lambda: asha.page.evaluate("shown.length"))
    assert asha.page.evaluate("shown") == told


def test_whose_turn_it_is_stands_in_the_title_and_among_my_games(pair):
    asha, bram = pair
    seated(asha, bram, "Bombay")
    asha.starts()
    bram.skips_walkthrough()
    mover = asha if asha.page.get_by_role("heading", name="Your turn").count() else bram
    mover.goes_to("/")
    expect(mover.page).to_have_title("● Your turn · Howdah")
    expect(mover.page.locator("a.your-turn")).to_contain_text("Your turn")

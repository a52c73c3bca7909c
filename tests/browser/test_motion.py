"""What moves on the boards: elephants walk the roads, walkthrough cards stand beside things."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit import PHONE

RECORD_WALKS = """
window.walks = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const places = frames.map((each) => each.transform);
  if (this.matches(".walker")) walks.push([this.dataset.seat, places]);
  return animate.call(this, frames, timing);
};
"""
# The ring is what is spoken of; the card must be in the window and leave it free.
PLACES = """
() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [card, ring] = [box(".guide"), box(".guide-ring")];
  const apart = card.right <= ring.left || card.left >= ring.right
    || card.bottom <= ring.top || card.top >= ring.bottom;
  const inside = card.left >= 0 && card.top >= 0
    && card.right <= innerWidth && card.bottom <= innerHeight;
  const seen = ring.bottom > 0 && ring.top < innerHeight;
  return { apart, inside, seen, side: document.querySelector(".guide").dataset.side };
}
"""


def away_while_another_walks(visit, **options):
    """Somebody whose line is cut while the other player walks two roads, and comes back."""
    asha, bram = visit("Asha", **options), visit("Bram")
    asha.context.add_init_script(RECORD_WALKS)
    asha.opens("Bombay", 2)
    bram.goes_to(asha.page.url)
    bram.button("Sit here").click()
    asha.starts()
    bram.skips_walkthrough()
    asha.page.reload()
    turn = asha.page.locator("#turn")
    expect(turn).to_be_visible()
    if turn.inner_text() == "Your turn":
        asha.chooses("Wait the whole turn")
    expect(bram.moves.first).to_be_visible()
    expect(turn).to_have_text("Bram is playing")
    asha.context.set_offline(True)
    expect(asha.page.get_by_text("The line is down")).to_be_visible()
    bram.chooses("Move to Nasik")
    bram.chooses("Move to Ellora Crossroads")
    expect(bram.page.locator(".lines").get_by_text("Ellora")).to_be_visible()
    asha.page.evaluate("walks.length = 0")
    asha.context.set_offline(False)
    expect(asha.page.locator(".lines").get_by_text("Bram moves to Ellora")).to_be_visible()
    asha.errors.clear()  # the browser tells of each call that failed
    return asha.page.evaluate("walks")


def test_what_was_missed_is_walked_step_by_step_along_the_roads(visit):
    [[seat, places]] = away_while_another_walks(visit)
    assert seat == "1"
    road = [place.partition(")")[0] for place in places]
    stops = ["translate(400px, 612px", "translate(240px, 512px"]  # Deccan Hill, Nasik
    assert road[0] == stops[0]
    assert stops[1] in road[4:-4]
    assert len(set(road)) > 8  # and not straight from stop to stop
    assert places[-1].startswith("translate(360px, 382px")  # Ellora Crossroads


def test_nothing_walks_for_those_who_want_no_motion(visit):
    assert away_while_another_walks(visit, reduced_motion="reduce") == []


@pytest.mark.parametrize("device", ["desk", "phone"])
@pytest.mark.parametrize(("game", "cards"), [("Bombay", 6), ("Bombay Bazar", 5)])
def test_walkthrough_cards_stand_beside_what_they_are_about(visit, game, cards, device):
    asha = visit("Asha", reduced_motion="reduce", **(PHONE if device == "phone" else {}))
    asha.opens(game, 2, starts="RANDOM" if game == "Bombay Bazar" else "")
    asha.fills_with_bots()
    asha.button("Start the game").click()
    assert not asha.is_done()
    for number in range(1, cards + 1):
        expect(asha.page.locator(".guide")).to_contain_text(f"{number} of {cards}")
        places = asha.page.evaluate(PLACES)
        assert places["inside"]
        assert places["seen"]
        assert places["apart"] or places["side"] == "foot"
        assert places["apart"] or device == "phone" or number == 4
        asha.page.locator(".guide .primary").click()


def test_a_step_of_the_replay_is_walked(visit):
    asha = visit("Asha")
    asha.context.add_init_script(RECORD_WALKS)
    asha.opens("Bombay", 2)
    asha.fills_with_bots()
    asha.starts()
    assert not asha.is_done()
    asha.chooses("Move to Sholapur")
    asha.page.get_by_role("link", name="Asha moves to Sholapur").click()
    expect(asha.page.get_by_role("slider")).to_be_visible()
    asha.page.reload()
    expect(asha.page.locator(".now")).to_contain_text("Asha moves to Sholapur")
    expect(asha.page.locator(".step")).to_have_count(1)
    [[seat, places]] = asha.page.evaluate("walks")
    assert (seat, places[0].partition(")")[0]) == ("0", "translate(400px, 612px")

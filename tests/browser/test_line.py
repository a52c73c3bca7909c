"""A bad line: the page calls again, misses nothing, repeats nothing, and says what is going on."""

import json
import socket
from random import Random

from playwright.sync_api import expect

from tests.browser.kit import Visitor
from tests.running import started


def playing(visitor, game="Bombay", seats=2):
    visitor.opens(game, seats)
    visitor.fills_with_bots()
    visitor.starts()
    assert not visitor.is_done()


def only_of_the_line(visitor):
    """The browser tells the console of every call that failed, and of nothing else."""
    assert [error for error in visitor.errors if "net::ERR_" not in error] == []
    visitor.errors.clear()


def is_play(request):
    return "mutation Play" in (request.post_data or "")


def test_a_lost_line_comes_back_and_what_was_missed_is_shown_once(visit):
    asha = visit("Asha")
    lines = []
    refused = []

    def through(socket):
        if len(lines) == 1 and len(refused) < 2:
            refused.append(socket)
            socket.close(code=1013, reason="try again later")
        else:
            lines.append(socket)
            socket.connect_to_server()

    asha.page.route_web_socket("**/graphql", through)
    asha.page.reload()
    playing(asha)
    lines[-1].close(code=1012, reason="the service restarts")
    expect(asha.page.get_by_role("status").get_by_text("The line is down")).to_be_visible()
    asha.makes_a_move(Random(5))
    assert not asha.is_done()
    asha.makes_a_move(Random(5))
    asha.button("Show all").click()
    links = asha.page.locator(".lines a")
    shown = [link.get_attribute("href").rpartition("=")[2] for link in links.all()]
    assert shown == [str(number) for number in range(len(shown), 0, -1)]
    assert (len(lines), len(refused)) == (2, 2)


def test_a_move_whose_answer_was_lost_is_sent_again_and_counts_once(visit):
    asha = visit("Asha")
    playing(asha)
    sent = []

    def lose_the_first_answer(route):
        if not is_play(route.request):
            route.continue_()
            return
        sent.append(json.loads(route.request.post_data)["variables"]["commandId"])
        if len(sent) == 1:
            route.fetch()  # the service has it, the page never hears
            route.abort()
        else:
            route.continue_()

    asha.page.route("**/graphql", lose_the_first_answer)
    asha.moves.first.click()
    asha.button("Do it").click()
    expect(asha.page.locator(".confirm")).to_have_count(0)
    assert not asha.is_done()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    only_of_the_line(asha)
    asha.button("Show all").click()
    expect(asha.page.locator(".lines").get_by_text("Asha waits the whole turn")).to_have_count(1)


def test_a_move_that_was_on_its_way_when_the_page_was_left_is_sent_on_return(visit):
    asha = visit("Asha")
    playing(asha)
    held = []

    def hold(route):
        if is_play(route.request):
            held.append(route)  # and never let it through
        else:
            route.continue_()

    asha.page.route("**/graphql", hold)
    asha.moves.first.click()
    asha.button("Do it").click()
    expect(asha.button("Sending …")).to_be_visible()
    asha.page.unroute("**/graphql")
    asha.page.reload()
    expect(asha.page.locator(".lines").get_by_text("Asha").first).to_be_visible()
    assert len(held) == 1


def test_a_move_made_offline_is_kept_and_counts_once_when_the_line_is_back(visit):
    asha = visit("Asha")
    playing(asha)
    asha.context.set_offline(True)
    down = asha.page.get_by_role("status").get_by_text("The line is down")
    expect(down).to_be_visible()
    asha.moves.filter(has_text="Wait the whole turn").click()
    asha.button("Do it").click()
    expect(down).to_contain_text("Your move is kept and sent as soon as it is back")
    asha.context.set_offline(False)
    expect(asha.page.locator(".confirm")).to_have_count(0)
    expect(down).to_have_count(0)
    assert not asha.is_done()
    asha.button("Show all").click()
    expect(asha.page.locator(".lines").get_by_text("Asha waits the whole turn")).to_have_count(1)
    only_of_the_line(asha)


def test_the_service_may_be_restarted_in_the_middle_of_a_game(browser, used):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with started(used, port=port) as service:
        asha = Visitor(browser.new_context(locale="en-GB"), service.url)
        asha.goes_to("/")
        asha.enters("Asha")
        playing(asha)
        asha.chooses("Move to Nasik")
    down = asha.page.get_by_role("status").get_by_text("The line is down")
    expect(down).to_be_visible()
    asha.moves.filter(has_text="Move to Ellora Crossroads").click()
    asha.button("Do it").click()
    expect(down).to_contain_text("Your move is kept")
    with started(used, port=port):
        expect(down).to_have_count(0)
        lines = asha.page.locator(".lines")
        expect(lines.get_by_text("Asha moves to Ellora Crossroads")).to_have_count(1)
        expect(lines.get_by_text("Asha moves to Nasik")).to_have_count(1)
        assert not asha.is_done()
        asha.makes_a_move(Random(2))
        only_of_the_line(asha)
        asha.context.close()


def test_errors_are_told_in_words(visit):
    asha = visit("Asha")
    asha.goes_to("/tables/00000000-0000-4000-8000-000000000000")
    expect(asha.page.get_by_role("alert").filter(has_text="no such table")).to_be_visible()
    asha.goes_to("/")
    playing(asha)
    asha.page.locator('[data-site="Nagpur"]').click()
    told = asha.page.get_by_role("alert").filter(has_text="No trail leads")
    told.get_by_role("button", name="B17").click()
    expect(asha.page.locator(".clause.at")).to_contain_text("B17")

"""The stream of a table: every version once, however often the line is cut."""

import json
import threading
from contextlib import contextmanager
from random import Random

import pytest

from tests.rest.kit import accepted, opened, play_on, started


def messages(lines):
    """The events of a stream as pairs of id and content, until the stream ends."""
    id_ = None
    for line in lines:
        name, _, text = line.partition(": ")
        if name == "id":
            id_ = int(text)
        elif name == "data":
            yield id_, json.loads(text)


@contextmanager
def following(caller, table, last=None):
    """The messages of a stream, as they come."""
    headers = {} if last is None else {"last-event-id": str(last)}
    with caller.http.stream("GET", f"{table}/stream", headers=headers, timeout=20) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/event-stream"
        yield messages(answer.iter_lines())


def follow_with_cuts(caller, table, chance):
    """The versions told of until the game is over, by a line that is cut again and again."""
    versions, last = [], 0
    while True:
        with following(caller, table, last) as feed:
            for count in range(chance.randint(1, 6)):
                last, update = next(feed)
                assert last == update["version"] == update["table"]["version"]
                assert update["previous"] == (versions[-1] if versions else 0), count
                versions += [entry["version"] for entry in update["entries"]]
                if update["table"]["status"] == "FINISHED":
                    return versions


@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
def test_a_stream_cut_at_random_sees_every_version_once(asha, bram, carla, game):
    table = started([asha, bram], game)
    seen = []
    follower = threading.Thread(
        target=lambda: seen.extend(follow_with_cuts(carla, table, Random(5)))
    )
    follower.start()
    over = play_on([asha, bram], table, Random(3))
    follower.join(20)
    assert seen == list(range(1, over["version"] + 1))


def test_who_has_nothing_gets_the_table_as_it_stands(asha):
    table = opened(asha)
    with following(asha, table) as feed:
        id_, update = next(feed)
    assert (id_, update["previous"], update["entries"]) == (2, 2, [])
    assert update["table"]["status"] == "OPEN"


def test_who_has_more_than_there_is_is_told_to_begin_anew(asha):
    table = opened(asha)
    with following(asha, table, last=999) as feed:
        _, update = next(feed)
    assert (update["version"], update["reset"]) == (2, True)


def test_each_sees_what_their_own_seat_may_see(asha, bram):
    table = started([asha, bram])
    for seat, caller in enumerate([asha, bram]):
        with following(caller, table, last=3) as feed:
            _, update = next(feed)
        players = update["table"]["view"]["players"]
        assert [player["holdings"] is not None for player in players] == [
            seat == 0,
            seat == 1,
        ]


def test_the_query_says_where_to_begin_for_who_cannot_set_headers(asha, bram):
    table = opened(asha)
    accepted(bram.do(f"{table}/seats", {}))
    with asha.http.stream("GET", f"{table}/stream?after=2") as answer:
        _, update = next(messages(answer.iter_lines()))
    assert [entry["version"] for entry in update["entries"]] == [3]


def test_an_id_that_is_no_version_is_refused(asha):
    headers = {"last-event-id": "elephant"}
    answer = asha.get(f"{opened(asha)}/stream", headers=headers)
    assert (answer.status_code, answer.json()["reason"]) == (400, "LAST_EVENT_ID")


def events(answer):
    """The names and contents of a stream's events."""
    name = None
    for line in answer.iter_lines():
        key, _, text = line.partition(": ")
        if key == "event":
            name = text
        elif key == "data":
            yield name, json.loads(text)


def test_the_lobby_tells_of_tables_that_open_and_fill(asha, bram):
    with asha.http.stream("GET", "/v1/lobby/stream?game=BAZAR") as answer:
        feed = events(answer)
        assert next(feed) == ("ready", {})
        table = opened(bram, "BAZAR").rpartition("/")[2]
        name, update = next(each for each in feed if each[1]["table"]["id"] == table)
        assert (name, update["listed"]) == ("lobby", True)
        assert update["table"]["host"]["name"] == "Bram"
        accepted(bram.do(f"/v1/tables/{table}/abandon"))
        assert any(not update["listed"] for _, update in feed if update["table"]["id"] == table)


def test_a_player_is_told_when_a_table_waits(asha, bram):
    with bram.http.stream("GET", "/v1/turns/stream") as answer:
        feed = events(answer)
        assert next(feed) == ("ready", {})
        table = started([asha, bram], bombay={"first": 1})
        found = [next(feed)[1] for _ in range(2)]
    assert {notice["kind"] for notice in found} == {"STARTED", "YOUR_TURN"}
    assert {notice["table"] for notice in found} == {table.rpartition("/")[2]}

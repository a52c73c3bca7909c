"""Whole games by plain HTTP calls, and what is answered on the way."""

from random import Random
from uuid import uuid4

import pytest

from tests.rest.kit import accepted, opened, play_on, started


@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
def test_a_whole_game_is_played_by_plain_calls(asha, bram, game):
    table = started([asha, bram], game)
    over = play_on([asha, bram], table, Random(7))
    assert over["status"] == "FINISHED"
    assert sorted(over["result"]["ranks"]) in ([1, 1], [1, 2])
    assert over["onTurn"] == []
    events = asha.get(f"{table}/events", params={"first": 1000}).json()
    assert [event["version"] for event in events["items"]] == list(range(1, over["version"] + 1))
    assert events["items"][-1]["type"] == "table.table_finished"


def test_an_accepted_deed_tells_what_happened_and_how_the_table_stands(asha, bram):
    table = opened(asha)
    seated = accepted(bram.do(f"{table}/seats", {"seat": 1, "entropy": "monsoon"}))
    assert seated["version"] == seated["table"]["version"] == 3
    assert [entry["type"] for entry in seated["entries"]] == ["table.seat_taken"]
    assert seated["entries"][0]["text"] == "Bram sits down."
    assert seated["table"]["seats"][1]["player"] == {
        "id": bram.player["id"],
        "name": "Bram",
    }
    assert seated["table"]["mySeat"] == 1
    assert not seated["duplicate"]


def test_repeating_a_deed_repeats_the_answer(asha):
    key = uuid4()
    first = asha.do("/v1/tables", {"game": "BAZAR", "seats": 3}, key=key)
    again = asha.do("/v1/tables", {"game": "BAZAR", "seats": 3}, key=key)
    assert again.status_code == first.status_code == 201
    assert again.headers["location"] == first.headers["location"]
    assert again.json() == first.json() | {"duplicate": True}


def test_the_key_of_one_deed_is_no_good_for_another(asha):
    key = uuid4()
    asha.do("/v1/tables", {"game": "BAZAR", "seats": 3}, key=key)
    other = asha.do("/v1/tables", {"game": "BAZAR", "seats": 2}, key=key)
    assert (other.status_code, other.json()["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")


def test_a_deed_without_a_key_is_not_done(asha):
    answer = asha.http.post("/v1/tables", json={"game": "BOMBAY", "seats": 2})
    assert answer.status_code == 400
    assert answer.json()["code"] == "BAD_USER_INPUT"
    assert answer.json()["reason"] == "IDEMPOTENCY_KEY_MISSING"


def test_what_the_rules_forbid_is_refused_with_the_rule(asha, bram):
    table = started([asha, bram], bombay={"first": 0})
    answer = bram.do(f"{table}/moves", {"bombay": {"endTurn": True}}, **{"accept-language": "fr"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "NOT_YOUR_TURN"
    assert problem["rule"].startswith("B")
    assert "tour" in problem["detail"]


def test_a_move_meant_for_another_version_is_not_made(asha, bram):
    table = started([asha, bram], bombay={"first": 0})
    now = asha.get(table).json()["version"]
    answer = asha.do(f"{table}/moves", {"bombay": {"consolidate": True}}, **{"if-match": '"3"'})
    assert (answer.status_code, answer.json()["code"]) == (412, "CONFLICT")
    assert (answer.json()["expected"], answer.json()["actual"]) == (3, now)
    assert asha.get(table).json()["version"] == now


def test_options_have_the_names_of_the_contract(asha):
    table = opened(asha, "BAZAR", 3, bazar={"start": "NAMED", "first": 1, "emptyCorner": "sw"})
    options = asha.get(table).json()["options"]
    assert options == {"start": "NAMED", "first": 1, "sharedCells": False, "emptyCorner": "SW"}


def test_bots_sit_down_and_are_sent_away(asha):
    table = opened(asha, seats=3)
    seated = accepted(asha.do(f"{table}/bots", {"level": "GREEDY", "seat": 2}))
    assert seated["table"]["seats"][2]["bot"] == "GREEDY"
    gone = accepted(asha.do(f"{table}/bots/2", method="DELETE"))
    assert gone["table"]["seats"][2]["bot"] is None


def test_who_sits_may_leave_before_the_start(asha, bram):
    table = opened(asha)
    accepted(bram.do(f"{table}/seats", {}))
    left = accepted(bram.do(f"{table}/seats/mine", method="DELETE"))
    assert left["table"]["seats"][1]["player"] is None


def test_who_resigns_comes_last(asha, bram, carla):
    table = started([asha, bram, carla])
    accepted(bram.do(f"{table}/resign"))
    assert asha.get(table).json()["seats"][1]["resigned"]


def test_a_table_is_given_up_before_the_start(asha):
    table = opened(asha)
    assert accepted(asha.do(f"{table}/abandon"))["table"]["status"] == "ABANDONED"

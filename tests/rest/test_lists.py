"""Lists, records and the export of a tenant."""

import json
from random import Random

import pytest

from domain.record import read
from tests.rest.kit import Caller, opened, play_on, started


@pytest.fixture
def members(service, club):
    """Two players of the club, with tokens."""
    callers = []
    for name in ("Esha", "Farid"):
        player = club.http.post("/v1/players", json={"name": name}).json()
        token = club.http.post(f"/v1/players/{player['id']}/tokens", json={}).json()["token"]
        callers.append(Caller(service.url, token))
        callers[-1].player = player
    yield callers
    for caller in callers:
        caller.http.close()


def ids(answer):
    assert answer.status_code == 200, answer.text
    return [table["id"] for table in answer.json()["items"]]


def test_tables_are_listed_the_newest_first(members):
    esha, farid = members
    tables = [opened(esha, game).rpartition("/")[2] for game in ("BOMBAY", "BAZAR", "BOMBAY")]
    listed = esha.get("/v1/tables", params={"mine": "true"})
    assert ids(listed) == tables[::-1]
    assert listed.json()["items"][0]["host"] == {"id": esha.player["id"], "name": "Esha"}
    assert ids(esha.get("/v1/tables?mine=true&game=BAZAR")) == [tables[1]]
    assert ids(farid.get("/v1/tables?mine=true")) == []
    assert tables[0] in ids(farid.get("/v1/tables?status=OPEN&first=100"))


def test_tables_come_page_by_page(members):
    esha, _ = members
    tables = [opened(esha).rpartition("/")[2] for _ in range(5)]
    found, path = [], "/v1/tables?mine=true&first=2"
    while path:
        page = esha.get(path)
        found += ids(page)
        path = page.links.get("next", {}).get("url")
    assert found == tables[::-1]


def test_a_table_by_invitation_is_listed_for_who_sits_there(members):
    esha, farid = members
    table = opened(esha, public=False).rpartition("/")[2]
    assert table in ids(esha.get("/v1/tables?mine=true"))
    assert table not in ids(farid.get("/v1/tables?first=100"))


def test_a_finished_game_counts_in_the_standings(members):
    table = started(members, "BAZAR")
    over = play_on(members, table, Random(2))
    standings = members[0].get("/v1/standings", params={"game": "BAZAR"}).json()["items"]
    known = {row["player"]["id"]: row for row in standings}
    for seat, member in enumerate(members):
        row = known[member.player["id"]]
        assert (row["played"], row["won"]) == (1, int(seat in over["result"]["winners"]))


def test_standings_are_of_one_game(asha):
    answer = asha.get("/v1/standings")
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_USER_INPUT")


def test_usage_is_counted_by_day(club, members):
    opened(members[0])
    [today] = club.get("/v1/tenant/usage").json()["days"][-1:]
    assert today["used"]["tablesOpened"] >= 1
    assert today["used"]["events"] >= 2
    answer = club.get("/v1/tenant/usage?since=2026-01-02&until=2026-01-01")
    assert (answer.status_code, answer.json()["reason"]) == (400, "DAYS")


def test_who_holds_a_token_can_ask_who_they_are(asha, club):
    assert asha.get("/v1/me").json() == asha.player
    assert club.get("/v1/me").status_code == 403


def test_a_move_can_be_tried_without_playing_it(asha, bram):
    table = started([asha, bram], bombay={"first": 0})
    legal = asha.get(f"{table}/moves").json()["items"]
    tried = asha.http.post(f"{table}/moves/explain", json=legal[1]["input"]).json()
    assert (tried["accepted"], tried["move"]) == (True, legal[1])
    refused = bram.http.post(f"{table}/moves/explain", json=legal[1]["input"]).json()
    assert (refused["accepted"], refused["code"]) == (False, "NOT_YOUR_TURN")
    assert refused["rule"]
    assert refused["message"]
    assert asha.get(f"{table}/moves").json()["items"] == legal


def test_the_record_of_a_running_game_keeps_its_secrets(asha, bram):
    table = started([asha, bram])
    answer = asha.get(f"{table}/record")
    assert answer.headers["content-type"] == "application/x-ndjson"
    found = read(answer.content)
    state = asha.get(table).json()
    assert (found.header.table, found.footer.head) == (state["id"], state["head"])
    assert (found.footer.seed, found.footer.result) == (None, None)
    assert len(found.lines) == state["version"]


def test_the_record_of_a_finished_game_shows_its_seed(asha, bram):
    table = started([asha, bram])
    over = play_on([asha, bram], table, Random(4))
    found = read(asha.get(f"{table}/record").content)
    assert list(found.footer.result.ranks) == over["result"]["ranks"]
    assert found.footer.seed


def marks(text):
    """The marks of an export, each with the table before it."""
    found, table = [], None
    for line in map(json.loads, text.splitlines()):
        if line.get("record") == "header":
            table = line["table"]
        elif line.get("record") == "mark":
            found.append((table, line["after"]))
    return found


def test_all_finished_games_are_exported_and_an_export_goes_on_after_any_mark(club, members):
    tables = [started(members, "BAZAR") for _ in range(3)]
    for table in tables:
        play_on(members, table, Random(1))
    unfinished = started(members).rpartition("/")[2]
    whole = marks(club.get("/v1/tenant/records").text)
    exported = [table for table, _ in whole]
    assert exported[:3] == [table.rpartition("/")[2] for table in reversed(tables)]
    assert unfinished not in exported
    for place, (_, mark) in enumerate(whole, 1):
        rest = marks(club.get("/v1/tenant/records", params={"after": mark}).text)
        assert rest == whole[place:]


def test_only_the_tenant_exports(asha):
    assert asha.get("/v1/tenant/records").status_code == 403

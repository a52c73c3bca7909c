"""Whole games through GraphQL, and what is answered on the way."""

from random import Random
from uuid import uuid4

import pytest

from tests.graphql.kit import TABLE, accepted, play_on, started

HISTORY = """query($id: ID!, $after: Int, $language: Language) { table(id: $id) {
    history(after: $after) { version type at seat text(language: $language) data } } }"""
EXPLAIN = """query($id: ID!, $move: MoveInput!) { table(id: $id) { explain(move: $move) {
    accepted code rule message(language: FR) move { __typename text input } } } }"""


@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
def test_a_whole_game_is_played(asha, bram, game):
    table = started([asha, bram], game)
    over = play_on([asha, bram], table, Random(3))
    assert over["status"] == "FINISHED"
    assert over["result"]["winners"]
    assert over["onTurn"] == over["legalMoves"] == []
    history = asha.ask(HISTORY, id=table, after=0)["table"]["history"]
    assert [entry["version"] for entry in history] == list(range(1, over["version"] + 1))
    assert history[-1]["type"] == "table.table_finished"


def test_before_the_start_the_board_is_bare(asha):
    for game in ("BOMBAY", "BAZAR"):
        table = asha.open(game)["table"]["id"]
        view = asha.ask(TABLE, id=table)["table"]["view"]
        assert view["onTurn"] is None


def test_the_opener_hosts_and_takes_the_first_seat(asha):
    opened = accepted(asha.open("BAZAR", 3, entropy="monsoon", bazar={"sharedCells": True}))
    table = asha.ask(TABLE, id=opened["table"]["id"])["table"]
    assert table["host"] == {"id": asha.player["id"], "name": "Asha", "bot": False, "guest": True}
    assert table["seats"][0]["player"]["name"] == "Asha"
    assert table["seats"][0]["entropy"] == "monsoon"
    assert table["options"]["bazar"]["sharedCells"] is True
    assert table["options"]["bombay"] is None
    assert table["mySeat"] == 0


def test_repeating_a_command_repeats_the_answer_and_not_the_deed(asha):
    command = uuid4()
    first = asha.open("BAZAR", 2, command=command)
    again = asha.open("BAZAR", 2, command=command)
    assert again == first | {"duplicate": True}


def test_a_command_id_is_good_for_one_command(asha):
    command = str(uuid4())
    asha.open("BAZAR", 2, command=command)
    text = """mutation($c: ID!) { openTable(commandId: $c, input: {game: BAZAR, seats: 3})
        { __typename } }"""
    assert asha.errors(text, c=command) == ["IDEMPOTENCY_KEY_REUSED"]
    assert asha.errors(text, c="nonsense") == ["BAD_USER_INPUT"]


def test_what_the_rules_forbid_is_data_with_its_rule_in_the_language_asked_for(asha, bram):
    table = started([asha, bram])
    turn = asha.ask(TABLE, id=table)["table"]["onTurn"][0]
    waiting = (bram, asha)[turn]
    refused = waiting.play(table, {"bombay": {"endTurn": True}})
    assert refused["__typename"] == "Refused"
    assert refused["code"] == "NOT_YOUR_TURN"
    assert refused["rule"].startswith("B")
    assert refused["message"] != refused["french"]
    assert refused["left"]["id"] == table


def test_a_move_of_another_game_is_refused(asha):
    table = started([asha], "BAZAR")
    refused = asha.play(table, {"bombay": {"endTurn": True}})
    assert refused["code"] == "WRONG_GAME"


def test_a_move_on_an_old_version_is_a_conflict(asha):
    table = started([asha], "BAZAR")
    version = asha.ask(TABLE, id=table)["table"]["version"]
    conflict = asha.play(table, {"bazar": {"lay": {"tile": "T01", "rotation": 0}}}, version - 1)
    assert conflict["__typename"] == "Conflict"
    assert (conflict["expected"], conflict["actual"]) == (version - 1, version)


def test_a_table_cannot_be_opened_with_options_of_another_game(asha):
    text = """mutation($c: ID!) { openTable(commandId: $c, input: {game: BAZAR, seats: 2,
        bombay: {introductory: true}}) { __typename } }"""
    assert asha.errors(text, c=str(uuid4())) == ["BAD_USER_INPUT"]


def test_bots_are_seated_and_sent_away_by_the_host(asha, bram):
    table = asha.open("BOMBAY", 3)["table"]["id"]
    assert bram.do("addBot", "level: GREEDY", table=table)["code"] == "NOT_HOST"
    accepted(asha.do("addBot", "level: GREEDY, seat: 2", table=table))
    assert asha.ask(TABLE, id=table)["table"]["seats"][2]["bot"] == "GREEDY"
    accepted(asha.do("removeBot", "seat: 2", table=table))
    assert asha.ask(TABLE, id=table)["table"]["seats"][2]["bot"] is None


def test_a_private_table_is_joined_by_its_invitation(asha, bram):
    table = asha.open("BOMBAY", 2, public=False)["table"]["id"]
    invite = asha.ask(TABLE, id=table)["table"]["invite"]
    assert bram.ask(TABLE, id=table)["table"]["invite"] is None
    assert bram.do("takeSeat", "", table=table)["code"] == "WRONG_INVITE"
    accepted(bram.do("takeSeat", f'invite: "{invite}"', table=table))


def test_who_leaves_and_who_gives_up_is_told(asha, bram):
    table = asha.open("BOMBAY", 2)["table"]["id"]
    accepted(bram.do("takeSeat", "seat: 1", table=table))
    accepted(bram.do("leaveSeat", "", table=table))
    assert asha.ask(TABLE, id=table)["table"]["seats"][1]["player"] is None
    closed = accepted(asha.do("abandon", "", table=table))
    assert closed["table"]["status"] == "ABANDONED"
    table = started([asha, bram])
    accepted(bram.do("resign", "", table=table))
    assert asha.ask(TABLE, id=table)["table"]["seats"][1]["resigned"] is True


def test_legal_moves_can_be_sent_back_unchanged_and_only_on_turn(asha, bram):
    table = started([asha, bram])
    state = asha.ask(TABLE, id=table)["table"]
    mover, other = (asha, bram) if state["onTurn"] == [0] else (bram, asha)
    assert other.ask(TABLE, id=table)["table"]["legalMoves"] == []
    move = mover.ask(TABLE, id=table)["table"]["legalMoves"][0]
    explained = mover.ask(EXPLAIN, id=table, move=move["input"])["table"]["explain"]
    assert explained["accepted"] is True
    assert explained["move"]["input"] == move["input"]
    accepted(mover.play(table, move["input"]))


def test_a_dry_run_says_why_not_and_changes_nothing(asha, bram):
    table = started([asha, bram])
    before = asha.ask(TABLE, id=table)["table"]
    mover = (asha, bram)[before["onTurn"][0]]
    move = {"bombay": {"sell": "YELLOW"}}
    explained = mover.ask(EXPLAIN, id=table, move=move)["table"]["explain"]
    assert explained["accepted"] is False
    assert explained["code"] == mover.play(table, move)["code"]
    assert explained["rule"]
    assert explained["message"]
    assert explained["move"] is None
    assert asha.ask(TABLE, id=table)["table"] == before


def test_history_is_told_in_four_languages_and_page_by_page(asha, bram):
    table = started([asha, bram])
    texts = {
        language: asha.ask(HISTORY, id=table, language=language)["table"]["history"][1]["text"]
        for language in ("EN", "FR", "PT", "PL")
    }
    assert texts["EN"] == "Asha sits down."
    assert len(set(texts.values())) == 4
    page = asha.ask(
        "query($id: ID!) { table(id: $id) { history(after: 2, first: 2) { version } } }", id=table
    )
    assert [entry["version"] for entry in page["table"]["history"]] == [3, 4]


def test_an_earlier_version_can_be_seen_and_another_seat_once_it_is_over(asha, bram):
    table = started([asha, bram])
    over = play_on([asha, bram], table, Random(5), moves=3)
    query = """query($id: ID!, $at: Int, $as: Int) { table(id: $id) { view(at: $at, as: $as) {
        ... on BombayView { actions players { holdings { rupees } } } } } }"""
    early = asha.ask(query, id=table, at=6)["table"]["view"]
    assert early["actions"] == 3
    hidden = [player["holdings"] for player in early["players"]]
    assert [each is None for each in hidden] == [False, True]
    assert asha.errors(query, id=table, **{"as": 1}) == ["FORBIDDEN"]
    assert asha.errors(query, id=table, at=over["version"] + 1) == ["BAD_USER_INPUT"]
    play_on([asha, bram], table, Random(5))
    through = asha.ask(query, id=table, at=6, **{"as": 1})["table"]["view"]
    assert [player["holdings"] is None for player in through["players"]] == [True, False]


def test_tables_are_listed_page_by_page_and_mine_apart(asha, bram):
    mine = [asha.open("BAZAR", 2)["table"]["id"] for _ in range(3)]
    query = """query($first: Int, $after: String, $mine: Boolean) { tables(game: BAZAR,
        status: OPEN, mine: $mine, first: $first, after: $after) {
        edges { cursor node { id game status host { name } } }
        pageInfo { hasNextPage hasPreviousPage endCursor } } }"""
    page = asha.ask(query, first=2, mine=True)["tables"]
    assert [edge["node"]["id"] for edge in page["edges"]] == mine[:0:-1]
    assert page["pageInfo"]["hasNextPage"] is True
    rest = asha.ask(query, first=2, mine=True, after=page["pageInfo"]["endCursor"])["tables"]
    assert [edge["node"]["id"] for edge in rest["edges"]] == mine[:1]
    assert rest["pageInfo"]["hasNextPage"] is False
    assert bram.ask(query, mine=True)["tables"]["edges"] == []
    seen = {edge["node"]["id"] for edge in bram.ask(query, first=100)["tables"]["edges"]}
    assert set(mine) <= seen
    assert asha.errors(query, first=101) == asha.errors(query, after="x") == ["BAD_USER_INPUT"]


def test_standings_know_who_has_won(asha, bram):
    table = started([asha, bram], "BAZAR")
    over = play_on([asha, bram], table, Random(2))
    query = """{ standings(game: BAZAR, first: 100) { edges { node {
        player { id } rating played won } } } }"""
    nodes = [edge["node"] for edge in asha.ask(query)["standings"]["edges"]]
    rows = {node["player"]["id"]: node for node in nodes}
    winner = (asha, bram)[over["result"]["winners"][0]]
    assert rows[winner.player["id"]]["won"] == rows[winner.player["id"]]["played"] == 1


def test_the_catalogue_has_the_rules_in_four_languages(asha):
    query = """query($l: Language) { games { name title credits minSeats maxSeats options
        rulesVersion rules(language: $l) { id text } } }"""
    english, french = asha.ask(query, l="EN")["games"], asha.ask(query, l="FR")["games"]
    assert [(game["minSeats"], game["maxSeats"]) for game in english] == [(2, 5), (1, 4)]
    assert "Cyril Demaegd" in english[0]["credits"]
    ids = [[clause["id"] for clause in game["rules"]] for game in english]
    assert ids == [[clause["id"] for clause in game["rules"]] for game in french]
    assert english[0]["rules"][0]["text"] != french[0]["rules"][0]["text"]

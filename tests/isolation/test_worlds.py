"""Two worlds that differ in secrets only are the same to the byte for whoever may not know them."""

import asyncio

import pytest

from tests.graphql.kit import TABLE
from tests.isolation.worlds import MEDALS, answered, begin, socket, streamed, worlds

HISTORY = """query($id: ID!) { table(id: $id) { history(first: 1000) {
  version type at seat data en: text fr: text(language: FR) pt: text(language: PT)
  pl: text(language: PL) } } }"""
THEN = """query($id: ID!, $at: Int, $as: Int) { table(id: $id) { view(at: $at, as: $as) {
  ... on BombayView { players { seat holdings { rupees } } bag }
  ... on BazarView { medals { chosen contenders own { keep parity } } } } } }"""
DRY = """query($id: ID!, $move: MoveInput!) { table(id: $id) { explain(move: $move) {
  accepted code rule message } } }"""
DEED = """mutation($id: ID!, $command: ID!, $move: MoveInput!) {
  play(commandId: $command, tableId: $id, expectedVersion: 3, move: $move) {
    __typename ... on Refused { code rule message } ... on Conflict { expected actual } } }"""
FOLLOW = """subscription($id: ID!, $after: Int) { table(id: $id, after: $after) {
  version previous head reset entries { version type seat text data }
  table { version status invite onTurn legalMoves { input } view {
    ... on BombayView { players { seat holdings { rupees clients } } }
    ... on BazarView { medals { chosen own { keep parity } rounds { total } } } } } } }"""

WRONG = {
    "bombay": {"bombay": {"move": {"to": "Delhi"}}},
    "bazar": {"bazar": {"lay": {"tile": "A", "rotation": 9}}},
}
COMMAND = "0193a1b0-0000-7000-8000-00000000000"


@pytest.fixture(scope="module")
def pair(service):
    with worlds(service) as pair:
        yield pair


@pytest.fixture(params=["bombay", "bazar"])
def game(request, service, pair):
    """Bombay in the middle of a set; Bazar where one of three hands with medals is closed."""
    begin(service, pair, request.param, moves=10 if request.param == "bombay" else 0)
    return request.param


@pytest.fixture(params=["Asha", "Dora"])
def viewer(request):
    """Asha sits at the first seat, Dora watches."""
    return request.param


def reads(world, name, game):
    """Whatever REST gives of the table."""
    table, here = world.path, world.version
    paths = [table, "/v1/tables", "/v1/tables?mine=true", f"/v1/standings?game={game.upper()}"]
    for path in ("view", "moves", "events?first=1000", "record", f"changes?from=1&to={here}"):
        paths.append(f"{table}/{path}")
    paths += [f"{table}/view?at={at}" for at in range(1, here + 1)]
    caller = world.callers[name]
    lines = caller.get(f"{table}/events", headers={"accept": "application/x-ndjson"})
    return [*(answered(caller.get(path)) for path in paths), answered(lines)]


def errors(world, name, game):
    """Whatever REST refuses."""
    table, caller = world.path, world.callers[name]
    looks = [f"{table}/view?{asked}" for asked in ("as=1", "as=9", "at=999")]
    deeds = [
        caller.do(f"{table}/seats", {"invite": "abracadabra"}),
        caller.do(f"{table}/moves", WRONG[game]),
        caller.do(f"{table}/moves", WRONG[game], **{"if-match": '"3"'}),
        caller.do(f"{table}/moves/explain", WRONG[game]),
        caller.do(f"{table}/start"),
        caller.do(f"{table}/seats/mine", method="DELETE"),
    ]
    return [*(answered(caller.get(path)) for path in looks), *map(answered, deeds)]


def asked(world, name, game):
    """Whatever GraphQL gives and refuses."""
    caller, id_ = world.callers[name], str(world.table)
    given = [(TABLE, {}), (HISTORY, {}), (DRY, {"move": WRONG[game]})]
    given += [(THEN, {"at": at}) for at in range(1, world.version + 2)]
    given += [(THEN, {"as": seat}) for seat in (0, 1, 9)]
    given += [(DEED, {"move": WRONG[game], "command": f"{COMMAND}{world.number}"})]
    return [
        answered(
            caller.http.post("/graphql", json={"query": query, "variables": {"id": id_, **more}})
        )
        for query, more in given
    ]


def compared(pair, name, what, *more):
    """What a viewer gets in each of the worlds, made comparable."""
    return [[world.plain(raw, name) for raw in what(world, name, *more)] for world in pair]


@pytest.mark.parametrize("what", [reads, errors, asked])
def test_answers_do_not_depend_on_what_they_hide(pair, game, viewer, what):
    one, two = compared(pair, viewer, what, game)
    assert one == two
    assert len(one) > 8


def live(world, name, how):
    """Everything that one way of following brings, and what another player does meanwhile."""
    caller, table = world.callers[name], world.path

    def deed():
        mover = world.mover
        move = world.callers[mover].get(f"{table}/moves").json()["items"][0]["input"]
        if "medals" in move.get("bazar", {}):
            move = {"bazar": {"medals": MEDALS[world.number]}}
        world.play(mover, move)

    if how == "socket":
        return asyncio.run(socket(world, name, FOLLOW, deed))
    if how == "stream":
        with caller.http.stream("GET", f"{table}/stream?after=0") as answer:
            return streamed(answer.iter_lines(), deed)
    body = {"query": FOLLOW, "variables": {"id": str(world.table), "after": 0}}
    headers = {"accept": "text/event-stream"}
    with caller.http.stream("POST", "/graphql", json=body, headers=headers) as answer:
        return streamed(answer.iter_lines(), deed)


@pytest.mark.parametrize("how", ["socket", "stream", "graphql stream"])
def test_live_messages_do_not_depend_on_what_they_hide(pair, game, viewer, how):
    one, two = compared(pair, viewer, live, how)
    assert one == two
    assert len(one) > 1


@pytest.mark.parametrize(("what", "how"), [(reads, "bazar"), (asked, "bazar"), (live, "stream")])
def test_whose_hand_it_is_can_look_into_it(service, pair, what, how):
    begin(service, pair, "bazar")
    one, two = compared(pair, "Bram", what, how)
    assert one != two

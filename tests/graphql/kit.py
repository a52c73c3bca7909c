"""What tests of GraphQL share: callers of the running service, and documents they send."""

import re
from uuid import uuid4

import httpx

from tests.running import howdah

RESULT = """
fragment Result on CommandResult {
  __typename
  ... on Accepted {
    version head duplicate
    entries { version type at seat text data }
    table { id version status onTurn }
  }
  ... on Refused { code rule message french: message(language: FR) left: table { id version } }
  ... on Conflict { expected actual table { id version } }
}
"""
MOVES = """
fragment Moves on Table {
  legalMoves {
    __typename input text
    ... on BombayLegalConsolidate { actions rupees }
    ... on BombayLegalMove { to actions toll owner }
    ... on BombayLegalBuy { colour market rupees actions }
    ... on BombayLegalSell { colour city place actions rupees clients cityToken }
    ... on BombayLegalBuild { spend take site actions token rupees }
    ... on BombayLegalEnd { lost }
    ... on BazarLegalMedals { keep parity }
    ... on BazarLegalLay {
      tile rotation cell gain tip { cell edge } others { seat gain tip { cell } }
    }
  }
}
"""
VIEW = """
fragment Full on View {
  __typename
  ... on BombayView {
    set sets turn turns first onTurn actions bought openHoldings bag
    sites { id name kind x y neighbours post open palace token }
    markets { market rupees actions bales }
    cities { id tokens demands { place colour rupees clients } }
    players {
      seat elephant site bales palaces holdings { rupees clients cities kept }
    }
    scores { seat held palaces clients empirePrize cities cityPrize rupees rank }
  }
  ... on BazarView {
    onTurn sharedCells
    cells {
      cell row column content tile rotation segments { edges seat place } elephants
    }
    trunks {
      seat corner head length tip { cell edge } out passages { cell entry exit }
    }
    stock { tile segments left }
    medals {
      contenders chosen own { keep parity }
      rounds { choices { keep parity } total contenders }
    }
    result {
      ranks scores winners alone { tiles emptyCells unusedOpenings score }
    }
  }
}
"""
TABLE = (
    """
query Table($id: ID!) {
  table(id: $id) {
    id game status version head invite onTurn mySeat rated commitment
    options {
      public hints pace substitute
      bombay { openHoldings introductory first }
      bazar { start first sharedCells emptyCorner }
    }
    host { id name bot guest }
    seats { seat player { id name } bot entropy resigned }
    view { ...Full }
    ...Moves
    result { ranks scores winners }
  }
}
"""
    + VIEW
    + MOVES
)
OPEN = (
    "mutation($command: ID!, $input: OpenTableInput!) "
    "{ openTable(commandId: $command, input: $input) { ...Result } }" + RESULT
)
PLAY = (
    "mutation($command: ID!, $table: ID!, $move: MoveInput!, $expected: Int) { play(commandId: "
    "$command, tableId: $table, move: $move, expectedVersion: $expected) { ...Result } }" + RESULT
)


class Caller:
    """Somebody with a token, or without."""

    def __init__(self, url, token=None):
        self.http = httpx.Client(base_url=url, timeout=30)
        self.token = token
        if token is not None:
            self.http.headers["authorization"] = f"Bearer {token}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.close()

    def post(self, query, variables=None, **more):
        return self.http.post("/graphql", json={"query": query, "variables": variables, **more})

    def ask(self, query, **variables):
        """The data of an answer that has no errors."""
        answer = self.post(query, variables).json()
        assert "errors" not in answer, answer
        return answer["data"]

    def errors(self, query, **variables):
        """The codes of the errors."""
        answer = self.post(query, variables).json()
        return [error["extensions"]["code"] for error in answer["errors"]]

    def do(self, mutation, arguments, command=None, **variables):
        """Carry out a command on a table, such as do("takeSeat", "seat: 1", table=id)."""
        declared = ", ".join(f"${name}: ID!" for name in ("command", *variables))
        given = ", ".join(
            [
                "commandId: $command",
                *(f"{'tableId' if name == 'table' else name}: ${name}" for name in variables),
                *([arguments] if arguments else []),
            ]
        )
        document = f"mutation({declared}) {{ {mutation}({given}) {{ ...Result }} }}{RESULT}"
        return self.ask(document, command=str(command or uuid4()), **variables)[mutation]

    def open(self, game="BOMBAY", seats=2, command=None, **more):
        wanted = {"game": game, "seats": seats, **more}
        return self.ask(OPEN, command=str(command or uuid4()), input=wanted)["openTable"]

    def play(self, table, move, expected=None, command=None):
        given = {"table": table, "move": move, "expected": expected}
        return self.ask(PLAY, command=str(command or uuid4()), **given)["play"]


def guest(url, name="Asha"):
    answer = httpx.post(f"{url}/v1/guests", json={"name": name})
    assert answer.status_code == 201, answer.text
    caller = Caller(url, answer.json()["token"])
    caller.player = answer.json()["player"]
    return caller


class Tenant(Caller):
    """A tenant by its key, which registers players over REST."""

    def player_token(self, name, **wanted):
        player = self.rest("/v1/players", name=name)
        return self.rest(f"/v1/players/{player['id']}/tokens", **wanted)["token"]

    def rest(self, path, **body):
        headers = {"idempotency-key": str(uuid4())}
        answer = self.http.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()


def tenant_of(service, name):
    """A new tenant of a running service."""
    assert howdah("tenant", "create", name, data=service.data).returncode == 0
    issued = howdah("token", "issue", name, data=service.data)
    [key] = re.findall(r"howdah_\S+", issued.stdout)
    return Tenant(service.url, key)


def started(callers, game="BOMBAY", **wanted):
    """The id of a table at which these sit, in this order, and play."""
    table = accepted(callers[0].open(game, len(callers), **wanted))["table"]["id"]
    for caller in callers[1:]:
        accepted(caller.do("takeSeat", "", table=table))
    accepted(callers[0].do("startGame", "", table=table))
    return table


def accepted(result):
    assert result["__typename"] == "Accepted", result
    return result


def play_on(callers, table, chance, moves=10_000):
    """Random legal moves until the game is over or so many are made; the table then."""
    query = "query($id: ID!) { table(id: $id) { version status onTurn legalMoves { input } } }"
    for _ in range(moves):
        state = callers[0].ask(query, id=table)["table"]
        if state["status"] != "PLAYING":
            break
        caller = callers[state["onTurn"][0]]
        mine = caller.ask(query, id=table)["table"]
        move = chance.choice(mine["legalMoves"])["input"]
        accepted(caller.play(table, move, mine["version"]))
    return callers[0].ask(TABLE, id=table)["table"]

"""`howdah play`: sit down at a table and play either game in the terminal."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from service.client import screen
from service.client.api import Api, Refused
from service.client.input import Ears
from service.client.paint import BOLD, colourful, painted
from service.trouble import Trouble

HELP = "a number plays that move, r draws the table again, q leaves (the game goes on), x resigns"


class Game(StrEnum):
    BOMBAY = "bombay"
    BAZAR = "bazar"


class Level(StrEnum):
    RANDOM = "random"
    GREEDY = "greedy"
    STRONG = "strong"


Url = Annotated[str, typer.Argument(help="the address of the service", show_default=False)]
Name = Annotated[str, typer.Option(help="what the others call you")]
Token = Annotated[str | None, typer.Option(help="your token, if you have one: else be a guest")]
Tenant = Annotated[str | None, typer.Option(help="whose guest you are, where there are several")]
Language = Annotated[str, typer.Option(help="en, fr, pt or pl")]


def play(
    url: Url,
    table: Annotated[str | None, typer.Option(help="sit down at this table")] = None,
    game: Annotated[Game, typer.Option(help="what to play at a new table")] = Game.BOMBAY,
    players: Annotated[int, typer.Option(help="seats of a new table")] = 2,
    bots: Annotated[
        Level | None, typer.Option(help="fill a new table with bots, and start at once")
    ] = None,
    invite: Annotated[str | None, typer.Option(help="the invitation to a private table")] = None,
    name: Name = "Traveller",
    token: Token = None,
    tenant: Tenant = None,
    language: Language = "en",
) -> None:
    """Play in the terminal, at a table there is or at a new one."""
    api = caller(url, name, token, tenant, language)
    try:
        id_ = opened(api, game, players, bots) if table is None else table
        if table is not None:
            sit_down(api, table, invite)
        Playing(api, id_).run()
    except Refused as refused:
        raise Trouble(str(refused)) from None
    except (EOFError, KeyboardInterrupt):
        print()


def caller(url: str, name: str, token: str | None, tenant: str | None, language: str) -> Api:
    """Somebody with a token: the one given, or that of a new guest."""
    api = Api(url, token, language)
    if token is None:
        try:
            api.become_guest(name, tenant)
        except Refused as refused:
            raise Trouble(str(refused)) from None
    return api


def opened(api: Api, game: Game, players: int, bots: Level | None) -> str:
    """A new table, with bots on all other seats if any are wanted."""
    made = api.do("/v1/tables", {"game": game.upper(), "seats": players})
    table: str = made["table"]["id"]
    if bots is not None:
        for _ in range(players - 1):
            api.do(f"/v1/tables/{table}/bots", {"level": bots.upper()})
        api.do(f"/v1/tables/{table}/start")
    return table


def sit_down(api: Api, table: str, invite: str | None) -> None:
    """Take a seat, unless it is one's own already."""
    if api.get(f"/v1/tables/{table}")["mySeat"] is None:
        api.do(f"/v1/tables/{table}/seats", {} if invite is None else {"invite": invite})


class Playing:
    """One sitting: draws what happens, and plays what is chosen."""

    def __init__(self, api: Api, id_: str) -> None:
        self.api = api
        self.path = f"/v1/tables/{id_}"
        self.table: dict[str, Any] = api.get(self.path)
        games = api.get("/v1/games")
        self.board = next(each["board"] for each in games if each["name"] == self.table["game"])
        self.moves: list[dict[str, Any]] = []
        self.ears = Ears(lambda: api.follow(id_))

    def run(self) -> None:
        while self.table["status"] in ("OPEN", "PLAYING"):
            heard = self.ears.next()
            if isinstance(heard, dict):
                self.happened(heard)
            elif heard == "q":
                print("The table stays where it is; come back with:")
                print(f"  --table {self.table['id']} --token {self.api.token}")
                return
            elif heard:
                self.chosen(heard)

    def happened(self, update: dict[str, Any]) -> None:
        """Draw the table as it is now, with what happened since."""
        self.table = update["table"]
        self.moves = []
        if self.table["mySeat"] in self.table["onTurn"]:
            self.moves = self.api.get(f"{self.path}/moves")["items"]
        self.draw(update["entries"])

    def draw(self, entries: list[dict[str, Any]]) -> None:
        rows = [*screen.shown(self.table, self.board), *screen.told(entries)]
        if self.moves:
            rows += ["", *screen.numbered(self.moves), painted(f"Your move ({HELP}):", BOLD)]
        elif self.table["status"] == "OPEN":
            rows.append(painted("s starts the game, b seats a bot, q leaves:", BOLD))
        print(screen.CLEAR if colourful() else "", *rows, sep="\n", flush=True)

    def chosen(self, typed: str) -> None:
        try:
            self.answered(typed)
        except Refused as refused:
            print(refused, flush=True)

    def answered(self, typed: str) -> None:
        """Do what was typed; what comes of it is told by the stream."""
        if typed.isdigit() and 0 < int(typed) <= len(self.moves):
            move, version = self.moves[int(typed) - 1]["input"], self.table["version"]
            self.moves = []
            self.api.do(f"{self.path}/moves", move, **{"if-match": f'"{version}"'})
        elif typed == "r":
            self.draw([])
        elif typed == "x" and self.table["status"] == "PLAYING":
            self.api.do(f"{self.path}/resign")
        elif typed == "s" and self.table["status"] == "OPEN":
            self.api.do(f"{self.path}/start")
        elif typed == "b" and self.table["status"] == "OPEN":
            self.api.do(f"{self.path}/bots", {"level": "GREEDY"})
        else:
            print(HELP, flush=True)

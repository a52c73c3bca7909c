"""`howdah tables` and `howdah watch`: what is played, and how."""

from typing import Annotated

import typer

from service.client import screen
from service.client.api import Api, Refused
from service.client.paint import colourful
from service.client.play import Language, Name, Tenant, Token, Url, caller
from service.trouble import Trouble


def tables(
    url: Url,
    status: Annotated[str | None, typer.Option(help="open, playing, finished or abandoned")] = None,
    name: Name = "Visitor",
    token: Token = None,
    tenant: Tenant = None,
) -> None:
    """List the tables of a service, the newest first."""
    api = caller(url, name, token, tenant, "en")
    chosen = "" if status is None else f"&status={status.upper()}"
    try:
        found = api.get(f"/v1/tables?first=50{chosen}")
    except Refused as refused:
        raise Trouble(str(refused)) from None
    for table in found["items"]:
        people = ", ".join(player["name"] or "somebody" for player in table["players"])
        seats = f"{table['taken']}/{table['seats']}"
        words = [table["id"], table["game"].lower(), table["status"].lower(), seats, people]
        if table["forkedFrom"] is not None:
            words.append(f"fork of {table['forkedFrom']}, unrated")
        print(*words, sep="  ")


def watch(
    url: Url,
    table: Annotated[str, typer.Argument(help="the id of the table", show_default=False)],
    name: Name = "Visitor",
    token: Token = None,
    tenant: Tenant = None,
    language: Language = "en",
) -> None:
    """Follow a table until its game is over."""
    api = caller(url, name, token, tenant, language)
    try:
        follow(api, table)
    except Refused as refused:
        raise Trouble(str(refused)) from None
    except KeyboardInterrupt:
        print()


def follow(api: Api, id_: str) -> None:
    boards = {game["name"]: game["board"] for game in api.get("/v1/games")}
    for update in api.follow(id_):
        table = update["table"]
        rows = [*screen.shown(table, boards[table["game"]]), *screen.told(update["entries"])]
        print(screen.CLEAR if colourful() else "", *rows, sep="\n", flush=True)
        if table["status"] in ("FINISHED", "ABANDONED"):
            return

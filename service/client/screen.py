"""A table as text: its board, what happened lately, and what can be done now."""

from typing import Any

from service.client import bazar, bombay
from service.client.paint import BOLD, DIM, SEATS, painted

GAMES = {"BOMBAY": bombay, "BAZAR": bazar}
CLEAR = "\x1b[2J\x1b[H"


def names_of(table: dict[str, Any]) -> list[str]:
    """Who sits where, in words."""
    return [name_of(seat) for seat in table["seats"]]


def name_of(seat: dict[str, Any]) -> str:
    if seat["player"] is not None:
        return seat["player"]["name"] or "somebody"
    return "nobody" if seat["bot"] is None else f"bot ({seat['bot'].lower()})"


def shown(table: dict[str, Any], board: dict[str, Any]) -> list[str]:
    """The whole table."""
    game = GAMES[table["game"]]
    rows = [painted(f"{table['game'].title()} {table['id']}", BOLD)]
    if table["status"] == "OPEN":
        return [*rows, *lobby(table)]
    rows += game.drawn(table["view"], board, names_of(table))
    rows += [painted(game.LEGEND, DIM)]
    return [*rows, "", *result(table)] if table["result"] else rows


def lobby(table: dict[str, Any]) -> list[str]:
    rows = [f"  seat {seat['seat']}: {name_of(seat)}" for seat in table["seats"]]
    if table["invite"] and not table["public"]:
        rows.append(f"  invitation: {table['invite']}")
    return rows


def result(table: dict[str, Any]) -> list[str]:
    """Who came where, the winner first."""
    places = zip(table["result"]["ranks"], table["result"]["scores"], table["seats"], strict=True)
    return [
        f"{rank}. {painted(name_of(seat), SEATS[seat['seat']])}: {score}"
        for rank, score, seat in sorted(places, key=lambda each: (each[0], each[2]["seat"]))
    ]


def told(entries: list[dict[str, Any]]) -> list[str]:
    return [painted(f"  {entry['text']}", DIM) for entry in entries]


def numbered(moves: list[dict[str, Any]]) -> list[str]:
    """The moves with the numbers to choose them by, in as many columns as fit."""
    items = [f"{number:>3} {move['text']}" for number, move in enumerate(moves, 1)]
    width = max(len(item) for item in items) + 2
    columns = max(1, 100 // width)
    height = -(-len(items) // columns)
    return ["".join(item.ljust(width) for item in items[row::height]) for row in range(height)]

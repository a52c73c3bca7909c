"""The board of Bombay as text: sites and trails, markets, demands and what players have."""

from typing import Any

from service.client.paint import BOLD, DIM, SEATS, SILK, Canvas, painted

WIDTH, HEIGHT = 78, 26
MARGIN = 3


def drawn(view: dict[str, Any], board: dict[str, Any], names: list[str]) -> list[str]:
    rows = [headline(view, names)] if view["sets"] else []
    return [
        *rows, *map_of(view, board), "", *key(board), "", *trade(view), "",
        *people(view, board, names),
    ]  # fmt: skip


def headline(view: dict[str, Any], names: list[str]) -> str:
    now = f"Set {view['set']} of {view['sets']}, turn {view['turn']} of {view['turns']}"
    if view["onTurn"] is None:
        return now
    seat = view["onTurn"]
    who = painted(names[seat], SEATS[seat])
    return f"{now}. {who} plays; {of(view['actions'], 'action')} left."


def map_of(view: dict[str, Any], board: dict[str, Any]) -> list[str]:
    canvas = Canvas(WIDTH, HEIGHT)
    places = {site["id"]: place(site) for site in board["sites"]}
    for start, end in board["trails"]:
        canvas.line(places[start], places[end])
    standing: dict[str, list[int]] = {}
    for player in view["players"]:
        standing.setdefault(player["site"], []).append(player["seat"])
    for site in view["sites"]:
        x, y = places[site["id"]]
        x -= len(site["id"]) // 2
        canvas.put(x, y, site["id"], BOLD)
        x += len(site["id"])
        for text, style in marks(site):
            canvas.put(x, y, text, style)
            x += len(text)
        for seat in standing.get(site["id"], ()):
            canvas.put(x, y, f"@{seat}", SEATS[seat])
            x += 2
    return canvas.rows()


def marks(site: dict[str, Any]) -> list[tuple[str, str]]:
    """What is on a site: a trading post, a palace or its token."""
    found = []
    if site["post"] is not None:
        letter = site["post"][0]
        found.append((f":{letter if site['open'] else letter.lower()}", SILK[site["post"]]))
    if site["palace"] is not None:
        found.append((f"^{site['palace']}", SEATS[site["palace"]]))
    elif site["token"] is not None:
        found.append((f"({site['token'][0].lower()})", DIM))
    return found


def place(site: dict[str, Any]) -> tuple[int, int]:
    """Where on the canvas a site lies."""
    x = MARGIN + round(site["x"] * (WIDTH - 2 * MARGIN - 6) / 100)
    return x, round(site["y"] * (HEIGHT - 1) / 100)


def key(board: dict[str, Any]) -> list[str]:
    """Which name is meant by which sign on the map."""
    named = sorted((site["id"], site["name"]) for site in board["sites"] if site["kind"] != "CITY")
    signs = [f"{painted(sign, BOLD)} {name}" for sign, name in named]
    return ["   ".join(signs[first : first + 6]) for first in range(0, len(signs), 6)]


def trade(view: dict[str, Any]) -> list[str]:
    markets = [
        f"{market['market'].lower()} "
        f"({of(market['rupees'], 'rupee')}, {of(market['actions'], 'action')}):"
        f" {silk(market['bales'])}"
        for market in view["markets"]
    ]
    cities = [
        f"{city['id']} ({of(city['tokens'], 'token')}): "
        + ", ".join(
            painted(demand["colour"].lower(), SILK[demand["colour"]]) + f" {demand['rupees']}"
            for demand in city["demands"]
        )
        for city in view["cities"]
    ]
    return ["Markets  " + "   ".join(markets), "Demands  " + "   ".join(cities)]


def people(view: dict[str, Any], board: dict[str, Any], names: list[str]) -> list[str]:
    sites = {site["id"]: site["name"] for site in board["sites"]}
    rows = []
    for player in view["players"]:
        seat = player["seat"]
        name = painted(f"@{seat} {names[seat]}", SEATS[seat])
        row = f"{name} at {sites[player['site']]}, silk {silk(player['bales'])}, "
        row += f"{of(player['palaces'], 'palace')} to build"
        held = player["holdings"]
        if held is not None:
            row += f"; {of(held['rupees'], 'rupee')}, {of(held['clients'], 'client')}, "
            row += f"cities {' '.join(held['cities']) or 'none'}"
        rows.append(row)
    return rows


def silk(bales: list[str]) -> str:
    return "".join(painted(bale[0], SILK[bale]) for bale in bales) or "none"


def of(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


LEGEND = (
    "@0 an elephant, :Y a trading post (small letter: sold out), ^0 a palace, (c) a palace token; "
    "silk Y yellow, P purple, B blue, O orange"
)

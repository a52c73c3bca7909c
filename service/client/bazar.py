"""The board of Bombay Bazar as text: hexagons with the trunks that pass through them."""

from typing import Any

from service.client.paint import BOLD, DIM, PLAIN, SEATS, Canvas, painted

WIDE, HIGH = 6, 3  # characters of a cell
# Where an edge leaves a cell, from its middle, and how it is drawn; clockwise from NE.
EDGES = ((1, -1, "/"), (2, 0, "-"), (1, 1, "\\"), (-1, 1, "/"), (-2, 0, "-"), (-1, -1, "\\"))


def drawn(view: dict[str, Any], board: dict[str, Any], names: list[str]) -> list[str]:
    return [*headline(view, names), *map_of(view, board), "", *trunks(view, names)]


def headline(view: dict[str, Any], names: list[str]) -> list[str]:
    if view["medals"] is not None and len(view["medals"]["contenders"]) > 1:
        chosen = ", ".join(names[seat] for seat in view["medals"]["chosen"]) or "nobody"
        return [f"The medals decide who begins. Chosen so far: {chosen}."]
    if view["turn"] is None or not view["trunks"]:
        return []
    return [f"{painted(names[view['turn']], SEATS[view['turn']])} lays a tile."]


def map_of(view: dict[str, Any], board: dict[str, Any]) -> list[str]:
    rows = board["rows"]
    canvas = Canvas(max(rows) * WIDE + 2, len(rows) * HIGH)
    tips = {trunk["tip"]["cell"]: trunk["seat"] for trunk in view["trunks"] if not trunk["out"]}
    for cell in view["cells"]:
        x = cell["column"] * WIDE + (WIDE // 2 if cell["row"] % 2 else 0) + 3
        y = cell["row"] * HIGH + 1
        draw_cell(canvas, x, y, cell, tips.get(cell["cell"]))
    return canvas.rows()


def draw_cell(canvas: Canvas, x: int, y: int, cell: dict[str, Any], tip: int | None) -> None:
    for segment in cell["segments"]:
        seat = segment["seat"]
        style = DIM if seat is None else SEATS[seat]
        for edge in segment["edges"]:
            dx, dy, stroke = EDGES[edge]
            canvas.put(x + dx, y + dy, stroke if seat is None else str(seat), style)
    match cell["content"]:
        case "TILE":
            canvas.put(x, y, "o", BOLD)
        case "HEAD":
            canvas.put(x - 1, y, cell["elephants"][0], BOLD)
        case "END_PIECE":
            canvas.put(x, y, "#", BOLD)
        case _ if tip is not None:
            canvas.put(x - 1, y, f"*{tip}*", SEATS[tip])
        case _:
            canvas.put(x, y, "·", PLAIN)


def trunks(view: dict[str, Any], names: list[str]) -> list[str]:
    rows = []
    for trunk in view["trunks"]:
        seat = trunk["seat"]
        state = "out" if trunk["out"] else f"leads into {trunk['tip']['cell']}"
        name = painted(f"{seat} {names[seat]}", SEATS[seat])
        rows.append(f"{name} ({trunk['corner']}): {trunk['length']} long, {state}")
    left = "  ".join(f"{tile['tile']}x{tile['left']}" for tile in view["stock"] if tile["left"])
    return [*rows, f"Tiles left: {left}"] if left else rows


LEGEND = "*0* where a trunk leads, digits whose trunk it is, # an end piece, NW a head"

"""Draw the panels of the Grafana dashboard from a Prometheus that has asked a service under load.

python -m tests.browser.dashboard http://127.0.0.1:9090 [MINUTES]

No Grafana is needed: every panel of deploy/observability/dashboard.json asks its own queries and
is drawn where the dashboard has it. The picture is docs/screenshots/dashboard.png.
"""

import html
import json
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.screenshots import PICTURES

DASHBOARD = Path(__file__).parents[2] / "deploy" / "observability" / "dashboard.json"
COLUMN, ROW, GAP = 54, 32, 8  # pixels of a cell of Grafana's grid of 24 columns
LEFT, RIGHT, TOP, BOTTOM = 64, 34, 30, 56  # around the lines of a panel
COLOURS = ("#7eb26d", "#eab839", "#6ed0e0", "#ef843c", "#e24d42", "#1f78c1", "#ba43a9")
POINTS = 240
UNITS = {"s": (1e3, " ms"), "bytes": (1e-6, " MB")}
STYLE = (
    "body{margin:0;background:#111217;font:12px sans-serif;position:relative}"
    "svg{position:absolute;background:#181b1f;border:1px solid #2c3235}text{fill:#ccccdc}"
    "h1{color:#ccccdc;font-size:16px;margin:0;padding:12px}"
)

Line = tuple[str, list[tuple[float, float]]]


def asked(prometheus: str, target: dict[str, str], begin: float, end: float) -> list[Line]:
    """What a query of a panel gives: lines with their names."""
    given = {"query": target["expr"], "start": begin, "end": end, "step": (end - begin) / POINTS}
    answer = httpx.get(f"{prometheus}/api/v1/query_range", params=given).raise_for_status().json()
    lines = []
    for series in answer["data"]["result"]:
        name = target.get("legendFormat") or target["expr"]
        for label, text in series["metric"].items():
            name = name.replace(f"{{{{{label}}}}}", text)
        points = [(float(at), float(value)) for at, value in series["values"]]
        lines.append((name, [point for point in points if point[1] == point[1]]))
    return lines


def drawn(panel: dict[str, Any], lines: list[Line], begin: float, end: float) -> str:
    place = panel["gridPos"]
    width, height = place["w"] * COLUMN - GAP, place["h"] * ROW - GAP
    factor, unit = UNITS.get(panel["fieldConfig"]["defaults"].get("unit", ""), (1.0, ""))
    most = max((value for _, points in lines for _, value in points), default=0) or 1.0
    inside = width - LEFT - RIGHT, height - TOP - BOTTOM

    def x(at: float) -> float:
        return LEFT + inside[0] * (at - begin) / (end - begin)

    def y(value: float) -> float:
        return TOP + inside[1] * (1 - value / most)

    parts = [f'<text x="10" y="19" font-weight="bold">{html.escape(panel["title"])}</text>']
    for share in (0.0, 0.5, 1.0):
        level = y(share * most)
        parts.append(f'<path d="M{LEFT} {level}H{width - RIGHT}" stroke="#2c3235"/>')
        label = f"{share * most * factor:.3g}{unit}"
        parts.append(f'<text x="{LEFT - 6}" y="{level + 4}" text-anchor="end">{label}</text>')
    for share in (0.0, 0.5, 1.0):
        at = time.strftime("%H:%M:%S", time.gmtime(begin + share * (end - begin)))
        across = LEFT + share * inside[0]
        parts.append(f'<text x="{across}" y="{height - 36}" text-anchor="middle">{at}</text>')
    across = LEFT
    for (name, points), colour in zip(lines, COLOURS * 3, strict=False):
        path = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        )
        parts.append(f'<path d="M{across} {height - 11}h14" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{across + 18}" y="{height - 7}">{html.escape(name)}</text>')
        across += 34 + 7 * len(name)
    left, top = place["x"] * COLUMN, 44 + place["y"] * ROW
    style = f"left:{left}px;top:{top}px"
    return f'<svg width="{width}" height="{height}" style="{style}">{"".join(parts)}</svg>'


def main(prometheus: str, minutes: str = "9") -> None:
    dashboard = json.loads(DASHBOARD.read_text())
    end = time.time()
    begin = end - 60 * float(minutes)
    panels = dashboard["panels"]
    content = "".join(
        drawn(
            panel,
            [line for each in panel["targets"] for line in asked(prometheus, each, begin, end)],
            begin,
            end,
        )
        for panel in panels
    )
    rows = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in panels)
    page = f"<style>{STYLE}</style><h1>{dashboard['title']}</h1>{content}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.installed(), args=chromium.FLAGS
        )
        size = {"width": 24 * COLUMN, "height": 52 + rows * ROW}
        tab = browser.new_page(viewport=size)  # type: ignore[arg-type]
        tab.set_content(page)
        tab.screenshot(path=PICTURES / "dashboard.png")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

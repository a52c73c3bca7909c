"""The same moves against what people use: boardgame.io, Colyseus, the library eventsourcing.

Ours are by the real rules, checked, chained and on disk; theirs only walk. Boardgame.io and
Colyseus keep them in memory, as the row of goals has it; boardgame.io also in its own files.

python -m tests.bench.others [rounds] [seconds]
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import psycopg

from domain.bombay.pieces import SITES, START
from service.embedded import Postgres
from tests.bench import graphql, hosts
from tests.bench.figures import Figure, attempted, show
from tests.graphql.kit import guest, play_on, started

MATCHES = 32
THREADS = 8
PRINTED = {"name", "kind", "x", "y", "neighbours"}  # on the board: no part of a match's state


def driven(script: str, port: int, board: Path, seconds: float) -> tuple[float, float]:
    """Moves per second and their p99 in ms."""
    command = [hosts.NODE, script, "drive", str(port), str(MATCHES), f"{seconds:.0f}"]
    environment = {**os.environ, "NODE_ENV": "production", "BOARD": str(board)}
    return result(command, cwd=hosts.PEERS, env=environment)


def sourced(server: Postgres, seconds: float) -> tuple[float, float]:
    command = [sys.executable, "-m", "tests.bench.sourced"]
    return result([*command, server.sockets, "sourced", str(THREADS), str(seconds)])


def result(command: list[Any], **options: Any) -> tuple[float, float]:
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=120, **options
    )
    found = json.loads(done.stdout.splitlines()[-1])
    return found["rate"], found["p99"]


def board_of(url: str, directory: Path) -> Path:
    """A board to walk on, and what lies on a table of ours after some moves."""
    with guest(url, "Asha") as asha, guest(url, "Bram") as bram:
        view = play_on([asha, bram], started([asha, bram]), Random(1), 20)["view"]
    sites = [{name: site[name] for name in site.keys() - PRINTED} for site in view["sites"]]
    content = {
        "near": graphql.near(),
        "start": SITES[START].id,
        "table": {**view, "sites": sites, "secret": {"bag": list(range(80))}},
    }
    file = directory / "board.json"
    file.write_text(json.dumps(content))
    return file


class Peer(NamedTuple):
    """A program on Node that hosts the walk."""

    script: str
    how: str
    files: bool = False


PEERS = {
    "boardgame.io": Peer("boardgame.mjs", "in memory"),
    "boardgame.io with its files": Peer("boardgame.mjs", "unsynced", files=True),
    "Colyseus": Peer("colyseus.mjs", "in memory"),
}
BOUNDS = {"boardgame.io": (1.2, 1.5), "eventsourcing": (4.0, 6.0)}


def moves(rounds: int, seconds: float) -> list[Figure]:
    hosts.installed()
    with hosts.servers() as (server, redis, directory):
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("create database sourced")
        runs: dict[str, list[tuple[float, float]]] = {
            name: [] for name in ("ours", *PEERS, "eventsourcing")
        }
        with hosts.serving(server, redis, directory) as url:
            board = board_of(url, directory)
            for _ in range(rounds):
                runs["ours"].append(graphql.moved(url, MATCHES, directory, seconds))
                for name, peer in PEERS.items():
                    runs[name].append(hosted(peer, board, seconds))
                runs["eventsourcing"].append(sourced(server, seconds))
    return [figure for name in list(runs)[1:] for figure in compared(name, runs)]


def hosted(peer: Peer, board: Path, seconds: float) -> tuple[float, float]:
    port = hosts.free_port()
    with tempfile.TemporaryDirectory() as directory:
        where = [directory] if peer.files else []
        with hosts.node(peer.script, "serve", str(port), *where, port=port, BOARD=str(board)):
            return driven(peer.script, port, board, seconds)


def compared(name: str, runs: dict[str, list[tuple[float, float]]]) -> list[Figure]:
    rate, wait = zip(*runs["ours"], strict=True)
    their_rate, their_wait = zip(*runs[name], strict=True)
    how = f"{MATCHES} matches, {PEERS[name].how}" if name in PEERS else f"{THREADS} threads"
    title = f"moves through GraphQL, {MATCHES} callers; {name}, {how}"
    floor, goal = BOUNDS.get(name, (None, None))
    return [
        Figure(title, rate, their_rate, "/s", floor, goal, row=3, beside=name),
        Figure("  p99", wait, their_wait, "ms", less_is_better=True, row=3, beside=name),
    ]


def measure(rounds: int = 3, seconds: float = 2) -> list[Figure]:
    return attempted(3, lambda: moves(rounds, seconds))


if __name__ == "__main__":
    show(measure)

"""How fast histories are judged: records by `howdah verify`, the log by `howdah replay`.

python -m tests.bench.replay [rounds] [seconds]

Beside python-chess, which reads games from PGN and judges their moves; all cores beside one.
"""

import asyncio
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice, repeat
from pathlib import Path
from uuid import UUID

import chess.pgn

from service.audit import gate
from service.audit.files import Piece
from service.audit.importing import bring_in
from service.audit.verbs import finding
from service.embedded import Postgres
from service.policy import Policy
from service.store import Log, migrate
from service.tenancy import Tenant
from tests.bench.figures import Figure, table
from tests.bench.rules import Work, chess_boards, rate
from tests.conftest import scratch, silently
from tests.records.kit import Stage

GAMES = 12  # of each title, for each number of seats in turn
SHARDS = range(8)
CORES = os.cpu_count() or 1
CHESS, ONE = "python-chess, PGN", "one core"
SEATS = {"bombay": (2, 3, 4, 5), "bazar": (1, 2, 3, 4)}


def stages(title: str) -> list[Stage]:
    return [
        Stage(f"{title} {number}").open(title, seats).play()
        for number, seats in zip(range(GAMES), cycle(SEATS[title]), strict=False)
    ]


def files(title: str, directory: Path) -> list[Piece]:
    """Records of finished games, as files."""
    found = []
    for number, stage in enumerate(stages(title)):
        path, text = directory / f"{title}-{number}.jsonl", stage.record().text()
        path.write_bytes(text)
        found.append(Piece(path, 0, 0, len(text)))
    return found


def chess_plies() -> Work:
    """Random games of chess, read and judged from the text in which everybody stores them: plies of
    each game."""
    boards = islice(chess_boards(), GAMES)
    games = [(str(chess.pgn.Game.from_board(board)), len(board.move_stack)) for board in boards]
    for text, plies in cycle(games):
        game = chess.pgn.read_game(io.StringIO(text))
        held(game is not None and not game.errors)
        yield plies


def verified(pieces: list[Piece]) -> Work:
    for piece in cycle(pieces):
        held(finding(piece).holds)
        yield 1


def verified_by(pool: ProcessPoolExecutor, pieces: list[Piece]) -> Work:
    """The same by all cores: each takes a share of the files, again and again."""
    several = pieces * CORES
    while True:
        for each in pool.map(finding, several, chunksize=len(pieces) // 2):
            held(each.holds)
        yield len(several)


def replayed(url: str) -> Work:
    for shard in cycle(SHARDS):
        yield events_of(gate.replayed(url, shard))


def replayed_by(pool: ProcessPoolExecutor, url: str) -> Work:
    while True:
        yield sum(map(events_of, pool.map(gate.replayed, repeat(url), SHARDS)))


def events_of(found: gate.Judged) -> int:
    held(not found.faults)
    return found.events


def held(holds: bool) -> None:
    assert holds, "a history that was played a moment ago does not hold"


@contextmanager
def filled() -> Iterator[str]:
    """A database with games of both titles in each shard."""
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        try:
            migrate.upgrade(server.url())
            asyncio.run(fill(server.url()))
            yield server.url()
        finally:
            server.kill()


async def fill(url: str) -> None:
    records = [stage.record() for title in SEATS for stage in stages(title)]

    async def tenant(shard: int) -> None:
        owner = Tenant(UUID(int=shard + 1), "club", shard, (), Policy(), suspended=False)
        for record in records:
            await bring_in(log, owner, record)

    async with Log(url) as log:
        await asyncio.gather(*map(tenant, SHARDS))


def compare(
    name: str, ours: Work, reference: Work, beside: str, rounds: int, seconds: float
) -> Figure:
    pairs = [(rate(ours, seconds), rate(reference, seconds)) for _ in range(rounds)]
    one, two = zip(*pairs, strict=True)
    return Figure(name, one, two, "/s", beside=beside)


def measure(rounds: int = 5, seconds: float = 0.5) -> list[Figure]:
    """Each round takes ours and the reference in turn, so that both meet the same machine."""
    taken = []

    def add(name: str, ours: Work, reference: Work, beside: str) -> None:
        taken.append(compare(name, ours, reference, beside, rounds, seconds))

    with (
        tempfile.TemporaryDirectory() as directory,
        filled() as url,
        ProcessPoolExecutor(CORES) as pool,
    ):
        for title in SEATS:
            pieces = files(title, Path(directory))
            add(
                f"{title}: games verified, one core",
                verified(pieces),
                (1 for _ in chess_plies()),
                CHESS,
            )
            all_cores = verified_by(pool, pieces)
            add(f"{title}: games verified, {CORES} cores", all_cores, verified(pieces), ONE)
        add("replay gate: events, one core", replayed(url), chess_plies(), CHESS)
        add(f"replay gate: events, {CORES} cores", replayed_by(pool, url), replayed(url), ONE)
    return taken


if __name__ == "__main__":
    arguments = [float(argument) for argument in sys.argv[1:]]
    print(table(measure(*map(int, arguments[:1]), *arguments[1:])))

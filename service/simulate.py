"""Whole games with random legal moves: what they come to, how fast, and their records."""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter
from typing import Annotated, Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from domain import wire
from domain.games import latest, names
from domain.kernel import Event, Language, Refused, Result
from domain.record import Record, record
from domain.table import texts
from domain.table.commands import Command, OpenTable, Play, StartGame, TakeSeat
from domain.table.rules import decide
from domain.table.state import State, Status, evolve
from service.trouble import Trouble

# Simulated games happen on a day of their own, so that the same seed gives the same bytes.
DAY = datetime(2009, 10, 22, tzinfo=UTC)


class Deed(NamedTuple):
    """What one player did, and what came of it."""

    player: str
    events: list[Event]


class Played(NamedTuple):
    moves: int
    result: Result
    deeds: list[Deed]


def simulate(
    game: Annotated[str, typer.Argument(help="bombay or bazar")],
    players: Annotated[int, typer.Option(help="how many sit at each table")] = 4,
    games: Annotated[int, typer.Option(min=1, help="how many games to play")] = 100,
    seed: Annotated[int, typer.Option(help="the same seed plays the same games")] = 0,
    options: Annotated[str, typer.Option(help="table options, as JSON")] = "{}",
    record: Annotated[Path | None, typer.Option(help="write a record of each game here")] = None,
) -> None:
    """Play whole games with random legal moves, and sum up how they went."""
    console = Console()
    if game not in names():
        raise Trouble(f"there is no game {game!r}: choose from {', '.join(names())}")
    table = Simulation(game, players, seed, read_options(options))
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
    finished = []
    seconds = 0.0
    for number in track(range(games), latest(game).title, console=console, transient=True):
        started = perf_counter()
        finished.append(table.play(number))
        seconds += perf_counter() - started
        if record is not None:
            path = record / f"{game}_{players}_players_seed_{seed}_{number}.jsonl"
            path.write_bytes(table.record(number, finished[-1]).text())
    console.print(summary(finished))
    lengths = [played.moves for played in finished]
    console.print(
        f"{games} games of {min(lengths)} to {max(lengths)} moves, {mean(lengths):.1f} on average; "
        f"{sum(lengths) / seconds:,.0f} moves/s"
    )


def read_options(text: str) -> dict[str, Any]:
    try:
        options = json.loads(text)
    except ValueError as error:
        raise Trouble(f"--options is not JSON: {error}") from None
    if not isinstance(options, dict):
        raise Trouble("--options must be a JSON object")
    return options


class Simulation:
    """Tables of one game, each given by the seed and its number."""

    def __init__(self, game: str, players: int, seed: int, options: dict[str, Any]) -> None:
        self.game = game
        self.seed = seed
        self.options = options
        self.players = [self.id(f"player {seat}") for seat in range(players)]

    def id(self, what: str) -> str:
        return str(uuid5(NAMESPACE_URL, f"simulation {self.game} {self.seed} {what}"))

    def secret(self, what: str) -> bytes:
        return hashlib.sha256(f"{self.game} {self.seed} {what}".encode()).digest()

    def play(self, number: int) -> Played:
        state, deeds = State(), []
        try:
            for player, command in self.gathering(number):
                deeds.append(Deed(player, decide(state, command)))
                state = reduce(evolve, deeds[-1].events, state)
        except Refused as refused:
            by_table = refused.code in texts.EN
            explain = texts.explain if by_table else latest(self.game).explain
            raise Trouble(explain(refused, Language.EN)) from None
        game, random = latest(self.game), Random(f"{self.seed} {number}")
        gathered = len(deeds)
        while state.status is Status.PLAYING:
            seat = random.choice(state.on_turn())
            move = random.choice(game.legal(state.play, seat))
            command = Play({game.name: game.write(move.command)}, self.players[seat])
            deeds.append(Deed(self.players[seat], decide(state, command)))
            state = reduce(evolve, deeds[-1].events, state)
        assert state.result is not None
        return Played(len(deeds) - gathered, state.result, deeds)

    def gathering(self, number: int) -> Iterator[tuple[str, Command]]:
        """The host opens a table, the others sit down, and the game starts."""
        host, *others = self.players
        opening = OpenTable(
            table=self.id(f"table {number}"),
            player=host,
            game=self.game,
            seats=len(self.players),
            seed=self.secret(f"seed {number}").hex(),
            salt=self.secret(f"salt {number}").hex(),
            invite=self.secret(f"invite {number}").hex()[:16],
            options=self.options,
        )
        yield host, opening
        yield from ((player, TakeSeat(player)) for player in others)
        yield host, StartGame(host)

    def record(self, number: int, played: Played) -> Record:
        lines: list[bytes] = []
        secrets: list[bytes | None] = []
        for turn, (player, events) in enumerate(played.deeds):
            for event in events:
                version = len(lines) + 1
                at = (DAY + timedelta(seconds=turn)).isoformat(timespec="microseconds")
                entry = wire.Entry(
                    version=version,
                    at=at.replace("+00:00", "Z"),
                    by=player,
                    command=self.id(f"table {number} command {turn}"),
                    event=event,
                )
                salt = self.secret(f"line {number} {version}")[: wire.SALT_BYTES]
                line, secret = wire.encode(entry, salt)
                lines.append(line)
                secrets.append(secret)
        return record(lines, secrets)


def summary(finished: list[Played]) -> Table:
    table = Table("seat", "wins", "mean", "best", "worst")
    for seat, scores in enumerate(zip(*(played.result.scores for played in finished), strict=True)):
        wins = sum(seat in played.result.winners for played in finished)
        row = wins, f"{mean(scores):.1f}", max(scores), min(scores)
        table.add_row(str(seat), *map(str, row))
    return table

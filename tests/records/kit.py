"""Games for the tests of records: played here, with draws and salts of their own."""

from functools import reduce
from random import Random
from uuid import UUID, uuid5

from domain import wire
from domain.record import Record, record
from domain.table.commands import ForkTable, OpenTable, Play, StartGame, TakeSeat
from domain.table.events import Past
from domain.table.rules import decide
from domain.table.state import State, Status, evolve

HERE = UUID("00000000-0000-4000-8000-000000000000")


class Stage:
    """A table on which commands are carried out and written down, as the service does it."""

    def __init__(self, name):
        self.name = name
        self.random = Random(name)
        self.players = [str(uuid5(HERE, f"player {seat}")) for seat in range(5)]
        self.state = State()
        self.lines, self.secrets, self.commands = [], [], 0

    def drawn(self):
        """Seed, salt and invitation."""
        return {
            "seed": self.random.randbytes(32).hex(),
            "salt": self.random.randbytes(32).hex(),
            "invite": "come in",
        }

    def do(self, command):
        self.commands += 1
        for event in decide(self.state, command):
            entry = wire.Entry(
                version=len(self.lines) + 1,
                at=f"2026-11-18T12:00:00.{self.commands:06}Z",
                by=command.player,
                command=str(uuid5(HERE, f"{self.name} {self.commands}")),
                event=event,
            )
            line, secret = wire.encode(entry, self.random.randbytes(wire.SALT_BYTES))
            self.lines.append(line)
            self.secrets.append(secret)
            self.state = evolve(self.state, event)

    def open(self, game, seats, **more):
        table, host = str(uuid5(HERE, self.name)), self.players[0]
        self.do(OpenTable(table, host, game, seats, **self.drawn(), **more))
        self.start(seats)
        return self

    def fork(self, past, seats):
        table, host = str(uuid5(HERE, self.name)), self.players[0]
        self.do(ForkTable(table, host, past, **self.drawn()))
        self.start(seats)
        return self

    def start(self, seats):
        for number, player in enumerate(self.players[1:seats], 1):
            self.do(TakeSeat(player, entropy=f"słoń {number}"))
        self.do(StartGame(self.players[0]))

    def play(self, moves=10_000):
        """Random legal moves until the game is over or so many are made."""
        for _ in range(moves):
            if self.state.status is not Status.PLAYING:
                break
            rules = self.state.rules_of_play
            seat = self.random.choice(self.state.on_turn())
            move = self.random.choice(rules.legal(self.state.play, seat))
            inner = rules.write(move.command)
            self.do(Play({rules.name: inner}, player=self.state.places[seat].player))
        return self

    def record(self, viewer=None) -> Record:
        return record(self.lines, self.secrets, viewer)


def past_of(parent: Record, version: int) -> Past:
    """The parent up to the end of the command that the version belongs to."""
    commands = [wire.decode(line).command for line in parent.lines]
    while version < len(commands) and commands[version] == commands[version - 1]:
        version += 1
    lines = tuple(line.decode() for line in parent.lines[:version])
    return Past(lines, {str(n): text for n, text in parent.footer.secrets.items() if n <= version})


def head_of(lines) -> str:
    return reduce(wire.chain, lines, wire.GENESIS).hex()

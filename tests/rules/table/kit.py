"""A table of Bombay for four, and the people around it."""

from functools import reduce

from domain.table.commands import Command, OpenTable
from domain.table.rules import decide
from domain.table.state import State, evolve

ANNA, BEN, CARA, DAN = (f"00000000-0000-4000-8000-00000000000{n}" for n in range(4))
SEED, SALT = "5e" * 32, "5a" * 32
UNOPENED = State()
OPEN = OpenTable(
    table="7ab1e000-0000-8000-8000-000000000000",
    player=ANNA,
    game="bombay",
    seats=4,
    seed=SEED,
    salt=SALT,
    invite="come in",
)


def after(*commands: Command, opening: OpenTable = OPEN) -> State:
    """The table once it has been opened and the commands have been carried out."""
    return reduce(carried_out, (opening, *commands), UNOPENED)


def carried_out(state: State, command: Command) -> State:
    return reduce(evolve, decide(state, command), state)

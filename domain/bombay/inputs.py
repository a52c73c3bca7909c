"""A move as callers of the API write it: {"sell": "YELLOW"}, {"move": {"to": "Indore"}}."""

from typing import Any, Never, assert_never

import msgspec
from msgspec import ValidationError

from domain.bombay.commands import (
    BuildPalace,
    BuySilk,
    Command,
    Consolidate,
    EndTurn,
    MoveElephant,
    SellSilk,
)
from domain.bombay.pieces import Colour, SiteId
from domain.kernel import Seat, Value


class MoveTo(Value, forbid_unknown_fields=True):
    to: SiteId


class Build(Value, forbid_unknown_fields=True):
    spend: str
    take: str | None = None


def read(seat: Seat, move: Any) -> Command:
    """The command that a move stands for; it names exactly one kind."""
    if not isinstance(move, dict) or len(move) != 1:
        raise ValidationError("Expected an object with exactly one kind of move")
    [(kind, value)] = move.items()
    match kind:
        case "consolidate":
            return Consolidate(seat) if value is True else must_be_true(kind)
        case "move":
            return MoveElephant(seat, msgspec.convert(value, MoveTo).to)
        case "buy":
            return BuySilk(seat, colour(value))
        case "sell":
            return SellSilk(seat, colour(value))
        case "build":
            build = msgspec.convert(value, Build)
            take = None if build.take is None else colour(build.take)
            return BuildPalace(seat, colour(build.spend), take)
        case "endTurn":
            return EndTurn(seat) if value is True else must_be_true(kind)
        case _:
            raise ValidationError(f"Unknown kind of move: {kind}")


def write(command: Command) -> dict[str, Any]:
    match command:
        case Consolidate():
            return {"consolidate": True}
        case MoveElephant(to=to):
            return {"move": {"to": to}}
        case BuySilk(colour=bought):
            return {"buy": bought.name}
        case SellSilk(colour=sold):
            return {"sell": sold.name}
        case BuildPalace(spend=spend, take=take):
            taken = {} if take is None else {"take": take.name}
            return {"build": {"spend": spend.name, **taken}}
        case EndTurn():
            return {"endTurn": True}
        case _:
            assert_never(command)


def colour(name: Any) -> Colour:
    return msgspec.convert(name.lower() if isinstance(name, str) else name, Colour)


def must_be_true(kind: str) -> Never:
    raise ValidationError(f"Expected true for {kind}")

"""What players do at tables. Every deed has the id of a command: repeating it changes nothing."""

from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET

from domain.games import latest
from domain.table.events import BotLevel, Pace
from projections.history import is_over, line
from service.errors import BadUserInput
from service.handle import Accepted, Outcome, Refusal, Stale
from service.rest import types
from service.rest.moves import MoveInput
from service.rest.negotiate import command_id, etag, expected_version
from service.rest.problems import of_refusal, of_stale
from service.rest.route import Answer, Call, Nothing
from service.rest.router import failed
from service.rest.shows import entries_of, names_at, table_of
from service.rest.types import BotWanted, NewFork, NewTable, SeatWanted


async def open_table(call: Call[Nothing, NewTable]) -> Answer:
    wanted = call.body
    outcome = await call.parts.desk.open_table(
        call.caller,
        key(call),
        game=wanted.game.lower(),
        seats=wanted.seats,
        public=wanted.public,
        options=options(wanted),
        entropy=wanted.entropy,
        hints=wanted.hints,
        pace=Pace[wanted.pace.name],
        substitute=None if wanted.substitute is None else BotLevel[wanted.substitute.name],
    )
    return await answer(call, outcome, opened=True)


async def fork_table(call: Call[Nothing, NewFork]) -> Answer:
    wanted = call.body
    outcome = await call.parts.desk.fork_table(
        call.caller,
        key(call),
        call.id,
        version=wanted.version,
        seat=wanted.seat,
        public=wanted.public,
        entropy=wanted.entropy,
        hints=wanted.hints,
        pace=Pace[wanted.pace.name],
        substitute=None if wanted.substitute is None else BotLevel[wanted.substitute.name],
    )
    return await answer(call, outcome, opened=True)


async def take_seat(call: Call[Nothing, SeatWanted]) -> Answer:
    wanted = call.body
    outcome = await call.parts.desk.take_seat(
        call.caller,
        key(call),
        call.id,
        seat=None if wanted.seat is UNSET else wanted.seat,
        invite=None if wanted.invite is UNSET else wanted.invite,
        entropy=wanted.entropy,
    )
    return await answer(call, outcome)


async def leave_seat(call: Call[Nothing, Nothing]) -> Answer:
    return await answer(call, await call.parts.desk.leave_seat(call.caller, key(call), call.id))


async def add_bot(call: Call[Nothing, BotWanted]) -> Answer:
    wanted = call.body
    outcome = await call.parts.desk.add_bot(
        call.caller,
        key(call),
        call.id,
        level=BotLevel[wanted.level.name],
        seat=None if wanted.seat is UNSET else wanted.seat,
    )
    return await answer(call, outcome)


async def remove_bot(call: Call[Nothing, Nothing]) -> Answer:
    outcome = await call.parts.desk.remove_bot(call.caller, key(call), call.id, seat=call.seat)
    return await answer(call, outcome)


async def start_game(call: Call[Nothing, Nothing]) -> Answer:
    return await answer(call, await call.parts.desk.start_game(call.caller, key(call), call.id))


async def play(call: Call[Nothing, MoveInput]) -> Answer:
    outcome = await call.parts.desk.play(
        call.caller,
        key(call),
        call.id,
        move=msgspec.to_builtins(call.body),
        expected=expected_version(call.headers.get("if-match")),
    )
    return await answer(call, outcome)


async def resign(call: Call[Nothing, Nothing]) -> Answer:
    return await answer(call, await call.parts.desk.resign(call.caller, key(call), call.id))


async def abandon(call: Call[Nothing, Nothing]) -> Answer:
    return await answer(call, await call.parts.desk.abandon(call.caller, key(call), call.id))


def key(call: Call[Any, Any]) -> UUID:
    return command_id(call.headers.get("idempotency-key"))


def options(wanted: NewTable) -> dict[str, Any]:
    """The options as the game itself names them."""
    given = {"bombay": wanted.bombay, "bazar": wanted.bazar}
    chosen = given.pop(wanted.game.lower())
    if any(other is not UNSET for other in given.values()):
        raise BadUserInput("Options go with the game of the table.", reason="OPTIONS_OF_OTHER_GAME")
    if chosen is UNSET:
        return {}
    kind = latest(wanted.game.lower()).options
    lowered = msgspec.to_builtins(chosen)
    fields = msgspec.structs.fields(type(chosen))
    named = {field.name: lowered[field.encode_name] for field in fields}
    plain: dict[str, Any] = msgspec.to_builtins(
        msgspec.convert({name: lower(value) for name, value in named.items()}, kind)
    )
    return plain


def lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


async def answer(call: Call[Any, Any], outcome: Outcome, opened: bool = False) -> Answer:
    match outcome:
        case Accepted():
            return await accepted(call, outcome, opened)
        case Refusal():
            return failed(of_refusal(outcome, call.language, call.request_id))
        case Stale():
            return failed(of_stale(outcome, call.request_id))


async def accepted(call: Call[Any, Any], outcome: Accepted, opened: bool) -> Answer:
    parts, tenant, state = call.parts, call.caller.tenant, outcome.table.state
    viewer = state.seat_of(str(call.caller.player))
    seen = parts.reader.shown(tenant, UUID(state.table), outcome.table, viewer)
    names = await names_at(parts, tenant, seen.table)
    lines = [line(entry, viewer, is_over(state)) for entry in outcome.entries]
    body = types.Accepted(
        version=outcome.version,
        head=outcome.head.hex(),
        duplicate=outcome.duplicate,
        entries=entries_of(lines, seen, call.language, names),
        table=table_of(seen, names),
    )
    headers = (etag(seen.version), ("content-language", call.language))
    if opened:
        return Answer(body, 201, (*headers, ("location", f"/v1/tables/{state.table}")))
    return Answer(body, headers=headers)

"""What can be seen of tables: the table, its view at any version, its history, what is legal."""

from collections.abc import AsyncGenerator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.games import latest, names
from domain.kernel import Language, Refused, Viewer
from domain.table.commands import Play
from domain.table.rules import decide
from domain.table.state import State, Status
from service import record, words
from service.caller import WATCH
from service.errors import NotFound, ServiceUnavailable
from service.read import OWN
from service.rest import cors
from service.rest.boards import board_of
from service.rest.moves import MoveInput, offered
from service.rest.negotiate import NDJSON, etag, has_version
from service.rest.page import link
from service.rest.route import Answer, Call, Headers, Nothing, Stream
from service.rest.shows import changes_of, entries_of, names_at, options_type, table_of, view_json
from service.rest.types import (
    Checkpoints,
    GameCard,
    GameName,
    History,
    LegalMoves,
    SeatNumber,
    Sent,
    SignedCheckpoint,
    Verdict,
    Version,
    one_of_views,
)

PERSONAL = (("cache-control", "private, no-cache"), ("vary", "Authorization, Accept-Language"))
_encode = msgspec.json.Encoder().encode


AnyView = Annotated[Any, one_of_views()]


class ViewQuery(Sent):
    at: Annotated[int, Meta(ge=1, le=2_000_000_000)] | UnsetType = UNSET
    as_: SeatNumber | UnsetType = msgspec.field(default=UNSET, name="as")


class ChangesQuery(Sent):
    from_: Annotated[int, Meta(ge=1, le=2_000_000_000)] = msgspec.field(default=1, name="from")
    to: (
        Annotated[int, Meta(ge=1, le=2_000_000_000, description="The latest if absent")] | UnsetType
    ) = UNSET
    as_: SeatNumber | UnsetType = msgspec.field(default=UNSET, name="as")


class MovesQuery(Sent):
    hint: bool = False  # whether the strong bot weighs each move, where the table allows it


class CheckpointsQuery(Sent):
    after: Annotated[int, Meta(ge=0, le=2_000_000_000, description="A checkpoint's number")] = 0
    first: Annotated[int, Meta(ge=1, le=1_000)] = 100


class HistoryQuery(Sent):
    after: Version = 0
    first: Annotated[int, Meta(ge=1, le=1_000)] = 100


async def list_games(call: Call[Nothing, Nothing]) -> Answer:
    call.extra.extend(cors.anyone(call.headers))
    cards = tuple(card(name, call.language) for name in names())
    return Answer(cards, headers=(("content-language", call.language), ("vary", "Accept-Language")))


def card(name: str, language: Language) -> GameCard:
    game = latest(name)
    return GameCard(
        name=GameName(name.upper()),
        title=game.title,
        credits=game.credits,
        rules_version=game.rules,
        seats=tuple(game.seats),
        options=options_type(game)(),
        rules=game.clauses(language),
        board=board_of(name),
    )


async def get_table(call: Call[Nothing, Nothing]) -> Answer:
    call.caller.need(WATCH)
    seen = await call.parts.reader.table(call.caller, call.id)
    if has(call, seen.version):
        return unchanged(call, seen.version)
    known = await names_at(call.parts, call.caller.tenant, seen.table)
    return Answer(table_of(seen, known), headers=shown_headers(call, seen.version))


async def get_view(call: Call[ViewQuery, Nothing]) -> Answer:
    call.caller.need(WATCH)
    query = call.query
    seen = await call.parts.reader.table(
        call.caller,
        call.id,
        at=None if query.at is UNSET else query.at,
        seat=OWN if query.as_ is UNSET else query.as_,
    )
    if has(call, seen.version):
        return unchanged(call, seen.version)
    return Answer(view_json(seen), headers=shown_headers(call, seen.version))


async def get_changes(call: Call[ChangesQuery, Nothing]) -> Answer:
    call.caller.need(WATCH)
    query = call.query
    seat = OWN if query.as_ is UNSET else query.as_
    reader = call.parts.reader
    old = await reader.table(call.caller, call.id, at=query.from_, seat=seat)
    to = None if query.to is UNSET else query.to
    new = await reader.table(call.caller, call.id, at=to, seat=seat)
    return Answer(changes_of(old, new), headers=PERSONAL)


async def get_events(call: Call[HistoryQuery, Nothing]) -> Answer | Stream:
    call.caller.need(WATCH)
    seen = await call.parts.reader.table(call.caller, call.id)
    if has(call, seen.version):
        return unchanged(call, seen.version)
    if call.media == NDJSON:
        return Stream(event_lines(call), NDJSON, PERSONAL)
    lines = await call.parts.reader.history(
        call.caller, call.id, call.query.after, call.query.first
    )
    known = await names_at(call.parts, call.caller.tenant, seen.table)
    more = bool(lines) and lines[-1].version < seen.version
    following = lines[-1].version if more else None
    body = History(entries_of(lines, seen, call.language, known), seen.version, following)
    return Answer(body, headers=(*shown_headers(call, seen.version), *link(call, following)))


async def event_lines(call: Call[HistoryQuery, Nothing]) -> AsyncGenerator[bytes, None]:
    """All events after the version asked for, one line each, a page in memory at a time."""
    reader, after = call.parts.reader, call.query.after
    while lines := await reader.history(call.caller, call.id, after, call.query.first):
        seen = await reader.table(call.caller, call.id)
        known = await names_at(call.parts, call.caller.tenant, seen.table)
        entries = entries_of(lines, seen, call.language, known)
        yield b"".join(_encode(entry) + b"\n" for entry in entries)
        after = lines[-1].version


async def legal_moves(call: Call[MovesQuery, Nothing]) -> Answer:
    call.caller.need(WATCH)
    table, mine = await call.parts.reader.state(call.caller, call.id)
    if has(call, table.version):
        return unchanged(call, table.version)
    rules, moves = table.state.rules_of_play, legal(table.state, mine)
    hints: Sequence[float | None] = [None] * len(moves)
    if call.query.hint and mine is not None:
        hints = await call.parts.hints(call.caller, table, mine, moves)
    items = tuple(
        offered(rules, move, call.language, hint) for move, hint in zip(moves, hints, strict=True)
    )
    return Answer(LegalMoves(items, table.version), headers=shown_headers(call, table.version))


def legal(state: State, mine: Viewer) -> Sequence[Any]:
    """The moves open to a seat, if it plays."""
    if mine is None or state.status is not Status.PLAYING or state.places[mine].resigned:
        return ()
    return state.rules_of_play.legal(state.play, mine)


async def explain_move(call: Call[Nothing, MoveInput]) -> Answer:
    """Judged by the rules themselves. What would be drawn stays unknown: no events are shown."""
    player = str(call.caller.as_player(WATCH))
    table, mine = await call.parts.reader.state(call.caller, call.id)
    state, inputs = table.state, msgspec.to_builtins(call.body)
    try:
        decide(state, Play(inputs, player=player))
    except Refused as refused:
        text = words.explain(refused, call.language)
        verdict = Verdict(False, None, refused.code, refused.rule or None, text)
    else:
        assert mine is not None, "who may play sits at the table"
        rules = state.rules_of_play
        wanted = rules.read(mine, inputs[rules.name])
        move = next(each for each in legal(state, mine) if each.command == wanted)
        verdict = Verdict(True, offered(rules, move, call.language))
    return Answer(verdict, headers=shown_headers(call, table.version))


async def get_record(call: Call[Nothing, Nothing]) -> Answer:
    text = await record.of_table(call.parts.log, call.caller, call.id)
    name = f'attachment; filename="{call.id}.jsonl"'
    return Answer(text, headers=(*PERSONAL, ("content-disposition", name)), media=NDJSON)


async def get_checkpoint(call: Call[Nothing, Nothing]) -> Answer:
    call.caller.need(WATCH)
    tenant = call.caller.tenant
    head = await call.parts.log.head(tenant.id, tenant.shard, call.id)
    if head is None:
        raise NotFound("There is no such table.")
    proof = await call.parts.checkpoints.proof(tenant, call.id, head.version)
    if proof is None:
        raise ServiceUnavailable("The table is being signed just now.", retry_after=1.0)
    return Answer(proof, headers=PERSONAL)


async def list_checkpoints(call: Call[CheckpointsQuery, Nothing]) -> Answer:
    call.caller.need(WATCH)
    after, first = call.query.after, call.query.first
    found = await call.parts.checkpoints.listed(call.caller.tenant, after, first)
    following = found[-1][0] if len(found) == first else None
    items = tuple(SignedCheckpoint(each.statement, each.signature) for _, each in found)
    return Answer(Checkpoints(items, following), headers=(*PERSONAL, *link(call, following)))


def has(call: Call[Any, Any], version: int) -> bool:
    """Whether the caller says that it has this version already."""
    return has_version(call.headers.get("if-none-match"), version)


def unchanged(call: Call[Any, Any], version: int) -> Answer:
    return Answer(status=304, headers=shown_headers(call, version))


def shown_headers(call: Call[Any, Any], version: int) -> Headers:
    return (etag(version), *PERSONAL, ("content-language", call.language))

"""Examples of requests and answers for the OpenAPI document, taken from a short game.

They are made by the same code that answers, from a seed that never changes, so they are always
true and always the same.
"""

from datetime import date
from functools import cache, reduce
from typing import Any
from uuid import UUID

import msgspec

from domain import merkle, wire
from domain.kernel import Language, Refused, Value
from domain.record import record
from domain.table.commands import Command, ForkTable, OpenTable, Play, StartGame, TakeSeat
from domain.table.events import Past
from domain.table.rules import decide
from domain.table.state import evolve
from domain.wire import Entry
from projections.history import line
from projections.shown import Shown, show
from projections.tables import row
from projections.usage import Usage as UsageOfDay
from service.audit.signing import FORMAT, Proof, Signer, Statement
from service.feed import Change
from service.handle import Refusal, Stale
from service.policy import Quotas as Policy
from service.rest import types
from service.rest.looks import card
from service.rest.moves import offered
from service.rest.problems import ProblemDetails, of_refusal, of_stale
from service.rest.shows import changes_of, entries_of, table_of, view_json
from service.rest.stream import event, message
from service.tables import UNOPENED, Table

ASHA = UUID("0193c2f4-0a4e-7b52-8f0e-5d1c2b3a4f60")
BRAM = UUID("0193c2f4-1c77-7d21-9a3b-7e6f5a4b3c21")
TABLE = UUID("0193c2f4-2b10-8c44-a1d2-3f4e5d6c7b8a")
FORK = UUID("0193c2f4-7a21-8b55-b3e4-5f6a7b8c9d0e")
TOKEN = UUID("0193c2f4-3d92-7e63-b2c3-4a5b6c7d8e9f")
COMMAND = "0193c2f4-6f6e-7c1a-9d7e-0b1f6a5c2d11"
AT = "2026-11-18T12:00:00.000000Z"
REQUEST = "5f0c2a91d3e4-1a"
SECRET = "howdah_p_" + "A" * 64
NAMES: dict[UUID, str | None] = {ASHA: "Asha", BRAM: "Bram"}

_decode = msgspec.json.decode
_encode = msgspec.json.encode


class Example(Value):
    """What is sent, what is answered, and how the answer looks line by line."""

    body: Any = None
    answer: Any = None
    lines: str = ""


class Moment(Value):
    """A table right after a command, as the first seat sees it."""

    table: Table
    seen: Shown
    entries: tuple[Entry, ...]


@cache
def examples() -> dict[str, Example]:
    """An example for every operation, by its id."""
    started = story()[2]
    player = types.Player(ASHA, "Asha", False, True, AT)  # type: ignore[arg-type]
    tenant = types.Tenant(
        id=UUID("0193c2f3-9c5d-4e8f-8a7b-6c5d4e3f2a1b"),
        name="demo",
        hosts=("play.example.org",),
        guests=True,
        origins=("https://example.org",),
        quotas=shown(Policy(), types.Quotas),
        ceiling=shown(Policy(), types.Quotas),
    )
    token = types.Token(TOKEN, SECRET, ("play", "watch"), None)
    lobby = types.LobbyUpdate(summary(started), listed=False)
    turn = types.Turn(types.TurnKind.YOUR_TURN, TABLE, types.GameName.BOMBAY, 6, 0)
    standing = types.Standing(types.PlayerRef(ASHA, "Asha"), 17.25, 12, 5)
    legal = legal_at(started)
    history = entries(started)
    update = Change(started.entries[0].version - 1, started.seen, lines_of(started))
    opening, seating, starting, playing = map(as_accepted, story())
    return {
        "becomeGuest": Example({"name": "Asha"}, plain(types.Guest(player, SECRET, TOKEN, None))),
        "openTable": Example({"game": "BOMBAY", "seats": 2}, opening),
        "forkTable": Example({"version": 6}, as_accepted(forked())),
        "takeSeat": Example({"seat": 1, "entropy": "monsoon"}, seating),
        "leaveSeat": Example(None, seating),
        "addBot": Example({"level": "GREEDY"}, seating),
        "removeBot": Example(None, seating),
        "startGame": Example(None, starting),
        "play": Example(legal[1].input, playing),
        "resign": Example(None, playing),
        "abandon": Example(None, opening),
        "legalMoves": Example(None, plain(types.LegalMoves(legal, started.table.version))),
        "getTable": Example(None, plain(table_of(started.seen, NAMES))),
        "getView": Example(None, _decode(view_json(started.seen))),
        "getEvents": Example(
            None,
            plain(types.History(history, started.table.version, None)),
            "".join(_encode(entry).decode() + "\n" for entry in history[:2]),
        ),
        "getChanges": Example(None, plain(changes_of(started.seen, story()[3].seen))),
        "streamTable": Example(None, event_of(message(update, Language.EN, NAMES))),
        "streamLobby": Example(None, event_of(event("lobby", lobby))),
        "streamTurns": Example(None, event_of(event("turn", turn))),
        "listGames": Example(None, plain((card("bombay", Language.EN),))),
        "listPlayers": Example(None, plain(types.Players((player,), None))),
        "registerPlayer": Example({"name": "Asha"}, plain(player)),
        "getPlayer": Example(None, plain(player)),
        "erasePlayer": Example(),
        "issueToken": Example({"scopes": ["play", "watch"]}, plain(token)),
        "revokeToken": Example(),
        "getTenant": Example(None, plain(tenant)),
        "changeTenant": Example({"guests": True}, plain(tenant)),
        "getUsage": Example(None, plain(usage())),
        "getMe": Example(None, plain(player)),
        "listTables": Example(None, plain(types.TableSummaries((summary(started),), None, 0))),
        "listStandings": Example(None, plain(types.Standings((standing,), None, 0))),
        "explainMove": Example(legal[1].input, plain(types.Verdict(True, legal[1]))),
        "getRecord": Example(lines=record_text()),
        "getCheckpoint": Example(None, plain(proof())),
        "listCheckpoints": Example(
            None,
            plain(
                types.Checkpoints(
                    (types.SignedCheckpoint(proof().statement, proof().signature),), None
                )
            ),
        ),
        "exportRecords": Example(lines=record_text() + '{"record":"mark","after":"ks8A"}\n'),
    }


def usage() -> types.Usage:
    used = UsageOfDay(40, 61, 24_310, 3, 2, 2)
    return types.Usage(12, 14, (types.Day(date(2026, 11, 18), shown(used, types.UsageOfDay)),))


def summary(moment: Moment) -> types.TableSummary:
    found = row(moment.table.state, moment.table.version, AT, AT)
    asha, bram = types.PlayerRef(ASHA, "Asha"), types.PlayerRef(BRAM, "Bram")
    return types.TableSummary(
        id=found.table,
        game=types.GameName.BOMBAY,
        status=types.TableStatus.PLAYING,
        public=found.public,
        seats=found.seats,
        taken=found.taken,
        host=asha,
        players=(asha, bram),
        on_turn=(asha,),
        version=found.version,
        opened=found.opened,
        changed=found.changed,
        forked_from=found.forked_from,
    )


def record_text() -> str:
    entries = [entry for moment in story()[:2] for entry in moment.entries]
    lines = [wire.encode(entry, bytes(16))[0] for entry in entries]
    return record(lines, [None] * len(lines)).text().decode()


def forked() -> Moment:
    """A second table, which plays on from where the first one stood before its first move."""
    encoded = [wire.encode(entry, bytes(16)) for moment in story()[:3] for entry in moment.entries]
    past = Past(
        lines=tuple(line.decode() for line, _ in encoded),
        secrets={
            f"{n}": secret.hex() for n, (_, secret) in enumerate(encoded, 1) if secret is not None
        },
    )
    command = ForkTable(
        table=str(FORK), player=str(ASHA), past=past, seed="33" * 32, salt="44" * 32, invite="trunk"
    )
    return happen(UNOPENED, command)


def proof() -> Proof:
    """The checkpoint of a tenant with this table only."""
    key, table = Signer(bytes(32)), story()[2].table
    root = merkle.leaf(str(TABLE), table.version, table.head)
    statement = Statement(
        format=FORMAT,
        tenant="0193c2f3-9c5d-4e8f-8a7b-6c5d4e3f2a1b",
        number=1,
        at=AT,
        previous="0" * 64,
        tables=1,
        root=root.hex(),
        key=key.id,
    )
    text = _encode(statement)
    return Proof(
        statement=text.decode(),
        signature=key.sign(text).hex(),
        table=str(TABLE),
        version=table.version,
        head=table.head.hex(),
        path=(),
    )


def refusal() -> ProblemDetails:
    """What the second seat is told when it moves while it is the turn of the first."""
    started = story()[2]
    try:
        decide(started.table.state, Play({"bombay": {"endTurn": True}}, player=str(BRAM)))
    except Refused as refused:
        return of_refusal(Refusal(started.table, refused), Language.EN, REQUEST)
    raise AssertionError("the second seat may not move")


def conflict() -> ProblemDetails:
    """What a caller is told who had an earlier version in mind."""
    return of_stale(Stale(story()[2].table, expected=3), REQUEST)


@cache
def story() -> tuple[Moment, ...]:
    """A table is opened, a second player sits down, the game starts, the first one moves."""
    commands: list[Command] = [
        OpenTable(
            table=str(TABLE),
            player=str(ASHA),
            game="bombay",
            seats=2,
            seed="11" * 32,
            salt="22" * 32,
            invite="elephant",
            options={"first": 0},
        ),
        TakeSeat(str(BRAM)),
        StartGame(str(ASHA)),
        Play({"bombay": {"move": {"to": "E2"}}}, player=str(ASHA)),
    ]
    table, moments = UNOPENED, []
    for command in commands:
        moment = happen(table, command)
        moments.append(moment)
        table = moment.table
    return tuple(moments)


def happen(table: Table, command: Command) -> Moment:
    events = decide(table.state, command)
    entries = tuple(
        Entry(version, AT, command.player, COMMAND, event)
        for version, event in enumerate(events, table.version + 1)
    )
    head = reduce(
        lambda head, entry: wire.chain(head, wire.encode(entry, bytes(16))[0]), entries, table.head
    )
    state = reduce(evolve, events, table.state)
    after = Table(entries[-1].version, head, AT, state)
    return Moment(after, show(state, after.version, head, 0), entries)


def lines_of(moment: Moment) -> tuple[Any, ...]:
    return tuple(line(entry, 0, over=False) for entry in moment.entries)


def entries(moment: Moment) -> tuple[types.HistoryEntry, ...]:
    return entries_of(lines_of(moment), moment.seen, Language.EN, NAMES)


def legal_at(moment: Moment) -> tuple[Any, ...]:
    state = moment.table.state
    game = state.rules_of_play
    return tuple(offered(game, move, Language.EN) for move in game.legal(state.play, 0))


def as_accepted(moment: Moment) -> Any:
    return plain(
        types.Accepted(
            version=moment.table.version,
            head=moment.table.head.hex(),
            duplicate=False,
            entries=entries(moment),
            table=table_of(moment.seen, NAMES),
        )
    )


def event_of(text: bytes) -> dict[str, str]:
    """An event of a stream, as its reader sees it."""
    pairs = (line.split(": ", 1) for line in text.decode().strip().split("\n"))
    return dict(pairs)


def shown(value: Any, kind: Any) -> Any:
    return msgspec.convert(value, kind, from_attributes=True)


def plain(value: Any) -> Any:
    """As it is read by who gets it."""
    return _decode(_encode(value))

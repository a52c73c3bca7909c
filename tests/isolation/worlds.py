"""Two tenants at whose tables the same has happened, but for what only some may know.

The table of the second is a copy of the first one's log with other secrets in it. What is new for
every table (ids, times, hashes) is replaced by its place in what a viewer gets; all else must be
the same to the byte.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from uuid import uuid4

import msgspec
import psycopg
from msgspec.structs import replace

from domain import wire
from domain.bazar.events import MedalsKept
from domain.bazar.pieces import Parity
from domain.table.commands import OpenTable, Play, StartGame, TakeSeat
from domain.table.events import TableOpened
from service.policy import Policy
from service.store import GENESIS, Commit, Log, NewEvent
from service.tenancy import Tenant
from tests.graphql.wire import connected
from tests.projections.kit import writers
from tests.rest.kit import Caller
from tests.running import Running, howdah

SEATED = ("Asha", "Bram", "Carla")
NAMES = (*SEATED, "Dora")  # Dora watches
OPENING = {"bombay": {"first": 1}, "bazar": {"start": "medals"}}
INVITES = ("sesame-one", "sesame-two")
MEDALS = ({"keep": 1, "parity": "ODD"}, {"keep": 2, "parity": "EVEN"})  # in each world

NEW = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids
    rb"|[0-9a-f]{64}|(?<=:)[0-9a-f]{32}(?=\W)"  # hashes, and ids without dashes
    rb"|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)"  # times
    rb"|[0-9a-f]{12}-[0-9a-f]+(?=\")"  # request ids
)
ACCOUNTS = {"date", "x-request-id", "ratelimit", "ratelimit-policy"}  # of the call, not the table


class World:
    """A tenant with its people, and a table at which three of them play."""

    def __init__(self, service: Running, stack: ExitStack, number: int) -> None:
        name = f"world {uuid4().hex}"
        assert howdah("tenant", "create", name, data=service.data).returncode == 0
        key = howdah("token", "issue", name, data=service.data).stdout.strip()
        tenant = stack.enter_context(Caller(service.url, key))
        self.url = service.url
        self.number = number
        self.people, self.tokens, self.callers = {}, {}, {}
        for each in NAMES:
            id_ = tenant.http.post("/v1/players", json={"name": each}).json()["id"]
            issued = tenant.http.post(f"/v1/players/{id_}/tokens", json={}).json()
            self.people[each], self.tokens[each] = id_, issued["token"]
            self.callers[each] = stack.enter_context(Caller(service.url, issued["token"]))
        self.tenant = found(service, name)
        self.table = uuid4()
        self.invite = INVITES[number]

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.table}"

    @property
    def version(self) -> int:
        return self.callers["Dora"].get(self.path).json()["version"]

    @property
    def mover(self) -> str:
        """Who is on turn; of several the last."""
        return SEATED[self.callers["Dora"].get(self.path).json()["onTurn"][-1]]

    def play(self, name: str, move: dict) -> None:
        answer = self.callers[name].do(f"{self.path}/moves", move)
        assert answer.status_code == 200, answer.text

    def plain(self, raw: bytes, name: str) -> bytes:
        """What was got, with all that is new for every table called by its order in it."""
        order: dict[bytes, int] = {}
        if name in SEATED:  # who sits there may know whom to invite by what
            raw = raw.replace(self.invite.encode(), b"(invitation)")
        return NEW.sub(lambda found: b"(%d)" % order.setdefault(found[0], len(order)), raw)


def found(service: Running, name: str) -> Tenant:
    with psycopg.connect(service.database) as connection:
        ((id_, shard),) = connection.execute(
            "select tenant_id, shard from howdah.tenants where name = %s", (name,)
        ).fetchall()
    return Tenant(id_, name, shard, (), Policy(), suspended=False)


@contextmanager
def worlds(service: Running) -> Iterator[tuple[World, World]]:
    with ExitStack() as stack:
        yield World(service, stack, 0), World(service, stack, 1)


def begin(service: Running, both: tuple[World, World], game: str, moves: int = 0) -> None:
    """Let both come to have a new table: three play there, and have made so many moves."""
    for world in both:
        world.table = uuid4()
    asyncio.run(begun(service.database, *both, game, moves))


async def begun(database: str, one: World, two: World, game: str, moves: int) -> None:
    async with writers(database) as home:
        host, *others = (one.people[name] for name in SEATED)
        secrets = ("ab" * 32, "cd" * 32, one.invite)
        opening = OpenTable(str(one.table), host, game, 3, *secrets, options=OPENING[game])
        await home.do(one.tenant, one.table, opening)
        for player in others:
            await home.do(one.tenant, one.table, TakeSeat(player))
        await home.do(one.tenant, one.table, StartGame(host))
        if game == "bazar":
            kept = Play({"bazar": {"medals": MEDALS[one.number]}}, player=others[0])
            await home.do(one.tenant, one.table, kept)
        luck = Random(7)
        for _ in range(moves):
            await home.move(one.tenant, one.table, luck)
        await copy(home.log, one, two)


async def copy(log: Log, one: World, two: World) -> None:
    """The same history for the second world's people, with other secrets."""
    ids = {one.people[name]: two.people[name] for name in NAMES} | {str(one.table): str(two.table)}
    head, events = GENESIS, []
    for stored in await log.read(one.tenant.id, one.tenant.shard, one.table):
        line = stored.line
        for theirs, ours in ids.items():
            line = line.replace(theirs.encode(), ours.encode())
        entry = wire.decode(line, stored.secret)
        line, secret = wire.encode(replace(entry, event=disguised(entry.event, two)), bytes(16))
        head = wire.chain(head, line)
        events.append(NewEvent(wire.type_of(entry.event), 1, line, secret, head))
    await log.append(
        Commit(
            tenant=two.tenant.id,
            shard=two.tenant.shard,
            stream=two.table,
            kind="table",
            expected=0,
            prev=GENESIS,
            command=uuid4(),
            fingerprint=bytes(32),
            events=tuple(events),
        )
    )


def disguised(event: msgspec.Struct, world: World) -> msgspec.Struct:
    match event:
        case TableOpened():
            return replace(event, seed="ef" * 32, salt="01" * 32, invite=world.invite)
        case MedalsKept():
            other = MEDALS[world.number]
            return replace(event, keep=other["keep"], parity=Parity[other["parity"]])
        case _:
            return event


def answered(answer) -> bytes:
    """All of an answer: status, headers and body."""
    headers = sorted(f"{name}: {text}" for name, text in answer.headers.items())
    kept = [line for line in headers if line.partition(":")[0] not in ACCOUNTS]
    return "\n".join([str(answer.status_code), *kept, ""]).encode() + answer.content


def streamed(lines: Iterator[str], deed: Callable[[], None]) -> list[bytes]:
    """Every line of server-sent events that catch up with the table and then see a deed."""
    said, updates = [], 0
    for line in lines:
        said.append(line.encode())
        if line.startswith("data: {"):
            updates += 1
            if updates == 2:
                break
            deed()
    return said


async def socket(world: World, name: str, query: str, deed: Callable[[], None]) -> list[bytes]:
    """Every message of a subscription that catches up with the table and then sees a deed."""
    messages = []
    last = await asyncio.to_thread(lambda: world.version)
    async with connected(world.url) as line:
        await line.init(world.tokens[name])
        await line.subscribe("1", query, id=str(world.table), after=0)
        while len(messages) < 2:
            raw = await asyncio.wait_for(line.connection.recv(), 10)
            message = json.loads(raw)
            if message["type"] == "ping":
                await line.say(type="pong")
                continue
            messages.append(raw.encode())
            if message["payload"]["data"]["table"]["version"] == last:
                await asyncio.to_thread(deed)
    return messages

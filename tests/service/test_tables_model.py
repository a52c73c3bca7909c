"""Tables on a real log against a simple model of who sits where."""

import asyncio
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from domain import wire
from domain.table.commands import (
    AddBot,
    Command,
    LeaveSeat,
    OpenTable,
    Play,
    Resign,
    StartGame,
    TakeSeat,
)
from domain.table.events import BotLevel
from domain.table.state import Status
from service.handle import Accepted, Handler, Outcome, Refusal, new_table_id, with_secrets
from service.policy import Policy
from service.store import Log
from service.tables import Tables
from service.tenancy import Tenant

PEOPLE = [str(UUID(int=n, version=4)) for n in range(5)]
TENANTS = [
    Tenant(uuid4(), name, shard=shard, hosts=(), policy=Policy(), suspended=False)
    for name, shard in (("club", 3), ("café", 3))
]
BOT = "a bot"


@dataclass
class Model:
    """What we believe of a table: who sits, who is host, whether it runs, what was accepted."""

    tenant: Tenant
    id: UUID
    seats: list[str | None]
    host: str
    status: Status = Status.OPEN
    resigned: set[str] = field(default_factory=set)
    accepted: list[tuple[UUID, Command, Accepted]] = field(default_factory=list)

    @property
    def people(self) -> list[str]:
        return [who for who in self.seats if who not in {None, BOT}]


class TablesMachine(RuleBasedStateMachine):
    database = ""
    tables = Bundle("tables")
    people = st.sampled_from(PEOPLE)

    @initialize()
    def connect(self):
        self.loop = asyncio.Runner()
        self.log = self.loop.run(Log(self.database).__aenter__())
        self.handlers = [Handler(self.log, Tables(self.log), lambda update: None) for _ in "ab"]
        self.models: list[Model] = []

    def teardown(self):
        if hasattr(self, "log"):
            self.loop.run(self.log.__aexit__(None, None, None))
            self.loop.close()

    def send(self, model: Model, command: Command, process: int = 0) -> Outcome:
        command_id = uuid4()
        outcome = self.loop.run(
            self.handlers[process].handle(model.tenant, model.id, command_id, command)
        )
        if isinstance(outcome, Accepted):
            model.accepted.append((command_id, command, outcome))
        return outcome

    @rule(target=tables, tenant=st.sampled_from(TENANTS), host=people, seats=st.integers(2, 4))
    def open(self, tenant, host, seats):
        command_id = uuid4()
        table = new_table_id(tenant, command_id)
        opening = with_secrets(
            OpenTable(str(table), host, "bombay", seats, seed="", salt="", invite="")
        )
        outcome = self.loop.run(self.handlers[0].handle(tenant, table, command_id, opening))
        assert isinstance(outcome, Accepted)
        model = Model(tenant, table, [host] + [None] * (seats - 1), host)
        model.accepted.append((command_id, opening, outcome))
        self.models.append(model)
        return model

    @rule(model=tables, who=people, seat=st.none() | st.integers(0, 4), process=st.integers(0, 1))
    def take_seat(self, model, who, seat, process):
        wanted = model.seats.index(None) if seat is None and None in model.seats else seat
        free = wanted is not None and wanted < len(model.seats) and model.seats[wanted] is None
        may = model.status is Status.OPEN and who not in model.seats and free
        outcome = self.send(model, TakeSeat(who, seat), process)
        assert isinstance(outcome, Accepted if may else Refusal)
        if may:
            model.seats[wanted] = who

    @rule(model=tables, who=people, process=st.integers(0, 1))
    def leave(self, model, who, process):
        may = model.status is Status.OPEN and who in model.seats
        outcome = self.send(model, LeaveSeat(who), process)
        assert isinstance(outcome, Accepted if may else Refusal)
        if may:
            model.seats[model.seats.index(who)] = None
            if not model.people:
                model.status = Status.ABANDONED
            elif who == model.host:
                model.host = model.people[0]

    @rule(model=tables, who=people)
    def add_bot(self, model, who):
        may = model.status is Status.OPEN and who == model.host and None in model.seats
        outcome = self.send(model, AddBot(who, BotLevel.RANDOM))
        assert isinstance(outcome, Accepted if may else Refusal)
        if may:
            model.seats[model.seats.index(None)] = BOT

    @rule(model=tables, who=people, process=st.integers(0, 1))
    def start(self, model, who, process):
        filled = [seated for seated in model.seats if seated is not None]
        may = model.status is Status.OPEN and who == model.host and len(filled) >= 2
        outcome = self.send(model, StartGame(who), process)
        assert isinstance(outcome, Accepted if may else Refusal)
        if may:
            model.status, model.seats = Status.PLAYING, filled

    @rule(model=tables, choice=st.randoms(use_true_random=False), process=st.integers(0, 1))
    def move(self, model, choice, process):
        state = self.loop.run(self.fresh(model))
        if model.status is not Status.PLAYING:
            return
        (seat,) = state.on_turn()
        move = choice.choice(state.rules_of_play.legal(state.play, seat))
        sent = {"bombay": state.rules_of_play.write(move.command)}
        who = model.seats[seat]
        command = Play(sent, bot=seat) if who == BOT else Play(sent, player=who)
        outcome = self.send(model, command, process)
        assert isinstance(outcome, Accepted)
        model.status = outcome.table.state.status

    @rule(model=tables, who=people)
    def resign(self, model, who):
        may = model.status is Status.PLAYING and who in model.seats and who not in model.resigned
        outcome = self.send(model, Resign(who))
        assert isinstance(outcome, Accepted if may else Refusal)
        if may:
            model.resigned.add(who)
            everybody = set(model.people) == model.resigned
            assert (outcome.table.state.status is Status.ABANDONED) == everybody
            model.status = outcome.table.state.status

    @rule(model=tables, which=st.integers(0), process=st.integers(0, 1))
    def retry(self, model, which, process):
        """Whatever was accepted is answered the same again, and changes nothing."""
        command_id, command, first = model.accepted[which % len(model.accepted)]
        again = self.loop.run(
            self.handlers[process].handle(model.tenant, model.id, command_id, command)
        )
        assert isinstance(again, Accepted)
        assert again.duplicate
        assert (again.version, again.head, again.entries) == (
            first.version,
            first.head,
            first.entries,
        )

    @invariant()
    def the_log_holds_what_was_accepted_and_nothing_else(self):
        for model in self.models:
            stored = self.loop.run(self.log.read(model.tenant.id, model.tenant.shard, model.id))
            head = wire.GENESIS
            for version, event in enumerate(stored, 1):
                head = wire.chain(head, event.line)
                assert (event.version, event.hash) == (version, head)
            written = list(dict.fromkeys(event.command for event in stored))
            assert written == [command_id for command_id, _, _ in model.accepted]

    @invariant()
    def seats_and_status_are_as_believed(self):
        for model in self.models:
            state = self.loop.run(self.fresh(model))
            assert state.status is model.status
            assert [place.player or (place.bot and BOT) for place in state.places] == model.seats
            assert model.status is Status.ABANDONED or state.host == model.host

    async def fresh(self, model: Model):
        return (await Tables(self.log).load(model.tenant, model.id)).state


@pytest.fixture
def on_a_real_log(database, monkeypatch):
    monkeypatch.setattr(TablesMachine, "database", database)


@pytest.mark.usefixtures("on_a_real_log")
class TestTables(TablesMachine.TestCase):
    settings = settings(
        max_examples=25,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )

"""How events are written down and read back."""

import hashlib
import json
from pathlib import Path

import msgspec
import pytest

from domain import wire
from domain.kernel import Event, seen
from domain.table.events import SeatTaken, TableOpened
from domain.wire import Entry, Unknown

SALT = bytes(range(16))
GOLDEN = Path("tests/domain/stored_events.json")

TAKEN = Entry(
    version=2,
    at="2026-11-18T12:00:00.000000Z",
    by="00000000-0000-4000-8000-000000000000",
    command="00000000-0000-7000-8000-000000000001",
    event=SeatTaken(seat=0, player="00000000-0000-4000-8000-000000000000", entropy="słoń"),
)
OPENED = Entry(
    version=1,
    at="2026-11-18T12:00:00.000000Z",
    by=None,
    command="00000000-0000-7000-8000-000000000001",
    event=TableOpened(
        table="7ab1e000-0000-8000-8000-000000000000",
        game="bombay",
        rules=1,
        seats=2,
        public=True,
        options={},
        host="00000000-0000-4000-8000-000000000000",
        commitment="c0" * 32,
        seed="5e" * 32,
        salt="5a" * 32,
        invite="come in",
    ),
)


def test_a_line_is_plain_json_in_a_fixed_order():
    line, secret = wire.encode(TAKEN, SALT)
    assert secret is None
    assert line.decode() == (
        '{"version":2,"schema":1,"at":"2026-11-18T12:00:00.000000Z",'
        '"by":"00000000-0000-4000-8000-000000000000",'
        '"command":"00000000-0000-7000-8000-000000000001",'
        '"event":{"type":"table.seat_taken","seat":0,'
        '"player":"00000000-0000-4000-8000-000000000000","entropy":"słoń"}}'
    )
    assert wire.decode(line) == TAKEN


def test_what_is_hidden_is_not_in_the_line_but_bound_by_it():
    line, secret = wire.encode(OPENED, SALT)
    assert b"5e5e" not in line
    assert b"come in" not in line
    assert json.loads(line)["secret"] == hashlib.sha256(secret).hexdigest()
    assert wire.decode(line, secret) == OPENED


def test_without_its_secret_an_event_reads_as_a_stranger_sees_it():
    line, _ = wire.encode(OPENED, SALT)
    assert wire.decode(line).event == seen(OPENED.event, None)


def test_the_chain_starts_from_zeroes_and_binds_each_line_to_the_one_before():
    first, second = (wire.encode(entry, SALT)[0] for entry in (OPENED, TAKEN))
    head = hashlib.sha256(bytes(32) + first).digest()
    assert wire.chain(wire.GENESIS, first) == head
    assert wire.chain(head, second) == hashlib.sha256(head + second).digest()


def test_an_event_of_a_later_release_is_passed_over():
    line = wire.encode(TAKEN, SALT)[0].replace(b"table.seat_taken", b"table.seat_painted")
    event = wire.decode(line).event
    assert isinstance(event, Unknown)
    assert wire.type_of(event) == "table.seat_painted"


def test_a_field_of_a_later_release_is_passed_over():
    line = wire.encode(TAKEN, SALT)[0].replace(b'"seat":0', b'"seat":0,"colour":"pink"')
    assert wire.decode(line) == TAKEN


def test_an_old_shape_is_brought_up_to_date(monkeypatch):
    """As if seats had once counted from 1, under the name `number`."""
    monkeypatch.setattr(SeatTaken, "schema", 2)
    monkeypatch.setitem(
        wire.UPCASTS,
        ("table.seat_taken", 1),
        lambda old: {**old, "seat": old["number"] - 1},
    )
    old = wire.encode(TAKEN, SALT)[0].replace(b'"schema":2', b'"schema":1')
    assert wire.decode(old.replace(b'"seat":0', b'"number":1')) == TAKEN


@pytest.mark.parametrize("kind", wire.EVENTS, ids=lambda kind: str(kind.__struct_config__.tag))
def test_every_hidden_field_can_be_left_out(kind: type[Event]):
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    assert all(defaults[name] is None for name in kind.hidden)


def test_stored_names_and_fields_only_ever_grow():
    """The golden lists what may lie in somebody's log. Add to it; never take away."""
    stored = {
        f"{kind.__struct_config__.tag} {kind.schema}": [
            field.encode_name for field in msgspec.structs.fields(kind)
        ]
        for kind in wire.EVENTS
    }
    assert stored == json.loads(GOLDEN.read_text())

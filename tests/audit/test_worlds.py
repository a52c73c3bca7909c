"""Two worlds that differ in secrets only give the same exports, but for commitments and hashes."""

import json
from random import Random
from uuid import uuid4

import pytest
from msgspec.structs import replace

from domain import wire
from domain.chance import commitment
from domain.record import read, record
from domain.verify import verify
from service.audit.importing import bring_in
from service.identity import Identity
from service.store import Log
from service.tenancy import Tenancy
from tests.conftest import scratch
from tests.records.kit import Stage
from tests.rest.kit import guest
from tests.running import howdah, started

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def service():
    """One of our own: what is put into its log was not drawn from its seed."""
    with scratch() as directory, started(directory / "data") as running:
        yield running


@pytest.fixture
def cleo(service):
    """Somebody who watches."""
    with guest(service.url, "Cleo") as cleo:
        yield cleo


class World:
    """A running game as it stands in a log, and everything public in it that comes of secrets."""

    def __init__(self, lines, secrets):
        self.table = json.loads(lines[0])["event"]["table"]
        self.record = record(lines, secrets)
        opened = {n: each.hex() for n, each in enumerate(secrets, 1) if each is not None}
        self.whole = replace(self.record, footer=replace(self.record.footer, secrets=opened))
        entries = [json.loads(line) for line in lines]
        self.random = [*self.record.footer.hashes, entries[0]["event"]["commitment"], self.table]
        self.random += [entry["secret"] for entry in entries if "secret" in entry]
        self.random += [entry["command"] for entry in entries]

    def plain(self, text):
        """The text with everything random taken out that anybody may see."""
        for each in self.random:
            text = text.replace(each, "random")
        return text


def disguised(stage, viewer, random):
    """The same game with another seed, another invitation, and other medals in every hand that is
    closed but the viewer's: nobody else saw anything else."""
    table = str(uuid4())
    lines, secrets = [], []
    for line, secret in zip(stage.lines, stage.secrets, strict=True):
        entry, event = json.loads(line), json.loads(line)["event"]
        entry["command"] = table[:24] + entry["command"][24:]
        if event["type"] == "table.table_opened":
            seed, salt = random.randbytes(32), random.randbytes(32)
            event |= {"table": table, "commitment": commitment(seed, salt)}
            hidden = {"seed": seed.hex(), "salt": salt.hex(), "invite": "go away"}
            secret = random.randbytes(16) + json.dumps(hidden).encode()
        elif event["type"] == "bazar.medals_kept" and entry["by"] != viewer:
            hidden = json.loads(secret[16:])
            hidden["parity"] = {"odd": "even", "even": "odd"}[hidden["parity"]]
            secret = random.randbytes(16) + json.dumps(hidden).encode()
        if secret is not None:
            entry["secret"] = wire.commit(secret)
        lines.append(
            json.dumps(entry | {"event": event}, separators=(",", ":"), ensure_ascii=False).encode()
        )
        secrets.append(secret)
    return World(lines, secrets)


async def put(service, *worlds):
    async with Log(service.database) as log, Identity(service.database) as identity:
        demo = await Tenancy(identity).by_name("demo")
        for world in worlds:
            await bring_in(log, demo, world.whole)


def exported(caller, world):
    answer = caller.get(f"/v1/tables/{world.table}/record")
    assert answer.status_code == 200
    return answer.text


def view(caller, world):
    answer = caller.get(f"/v1/tables/{world.table}/view")
    assert answer.status_code == 200
    return world.plain(answer.text)


@pytest.mark.parametrize(("game", "moves"), [("bombay", 0), ("bombay", 30), ("bazar", 1)])
async def test_an_export_during_play_tells_no_more_than_the_view(
    service, asha, bram, cleo, game, moves
):
    stage = Stage(f"{game} {moves} {uuid4()}")
    stage.players[:2] = [caller.player["id"] for caller in (asha, bram)]
    stage.open(game, 2).play(moves)
    one = World(stage.lines, stage.secrets)
    for caller in (asha, bram, cleo):
        two = disguised(stage, caller.player["id"], Random(game))
        await put(service, one, two)
        texts = [exported(caller, world) for world in (one, two)]
        assert texts[0] != texts[1]
        assert opened_by(texts[0], one) == opened_by(texts[1], two)
        assert view(caller, one) == view(caller, two)
        assert not verify(read(texts[0].encode())).complete
    written = [howdah("record", world.table, data=service.data).stdout for world in (one, two)]
    assert one.plain(written[0]) == two.plain(written[1])


def opened_by(text, world):
    """An export without what is random, and what it opens without the salts."""
    secrets = read(text.encode()).footer.secrets
    for secret in secrets.values():
        text = text.replace(secret, bytes.fromhex(secret)[16:].decode())
    return world.plain(text)


async def test_only_who_chose_medals_finds_them_in_the_export(service, asha, bram, cleo):
    stage = Stage(f"medals {uuid4()}")
    stage.players[:2] = [caller.player["id"] for caller in (asha, bram)]
    stage.open("bazar", 2).play(1)
    world = World(stage.lines, stage.secrets)
    await put(service, world)
    chose = json.loads(stage.lines[-1])["by"]
    for caller in (asha, bram, cleo):
        found = read(exported(caller, world).encode()).footer.secrets
        assert list(found) == ([len(stage.lines)] if caller.player["id"] == chose else [])

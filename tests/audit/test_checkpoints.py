"""Signed checkpoints: made once, proved for each table alone, and not to be forged."""

import asyncio
import hashlib
import json
from uuid import UUID, uuid4

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from domain import merkle
from domain.verify import Fault, Receipt, verify
from service.audit.checkpoints import AT_ONCE, Checkpoints
from service.audit.importing import bring_in
from service.audit.signing import Proof, Signer, receipt_of, signer
from service.config import Config
from service.policy import Policy
from service.store import Log
from service.tenancy import Tenant
from tests.records.kit import Stage, past_of

pytestmark = pytest.mark.anyio

KEY, LATER_KEY = Signer(bytes(range(32))), Signer(bytes(32))
GAMES = [Stage(f"game {n}").open("bazar", 2).play().record() for n in range(5)]


def tenant(shard=5):
    return Tenant(uuid4(), "club", shard, hosts=(), policy=Policy(), suspended=False)


@pytest.fixture
async def club(database):
    """A tenant with five finished games, all in one checkpoint."""
    club = tenant()
    async with Log(database) as log, Checkpoints(database, KEY) as checkpoints:
        await checkpoints.sign()
        for game in GAMES:
            await bring_in(log, club, game)
        await checkpoints.sign()
    return club


async def proof_of(database, club, game) -> Proof:
    async with Checkpoints(database, KEY) as checkpoints:
        return await checkpoints.proof(club, UUID(game.header.table), len(game.lines))


async def known(database):
    async with Checkpoints(database, KEY) as checkpoints:
        return (await checkpoints.keys()).keys


async def statements(database, club):
    async with Checkpoints(database, KEY) as checkpoints:
        found = await checkpoints.listed(club, after=0, first=100)
    return [signed.statement for _, signed in found]


async def test_each_table_is_proved_by_one_checkpoint(database, club):
    keys = await known(database)
    for game in GAMES:
        proof = await proof_of(database, club, game)
        receipt = receipt_of(proof, game.header.table, keys)
        assert receipt == Receipt(len(game.lines), game.footer.head, "checkpoint")
        assert verify(game, [receipt]).complete
    assert len(await statements(database, club)) == 1


async def test_a_proof_shows_nothing_of_other_tables(database, club):
    text = msgspec.json.encode(await proof_of(database, club, GAMES[0])).decode()
    for other in GAMES[1:]:
        assert other.header.table not in text
        assert other.footer.head not in text


async def test_a_checkpoint_is_about_what_is_new_and_names_the_one_before(database, club):
    fresh = Stage("one more").open("bombay", 2).play().record()
    async with Log(database) as log, Checkpoints(database, KEY) as checkpoints:
        await bring_in(log, club, fresh)
        await checkpoints.sign()
        await checkpoints.sign()
    first, second = await statements(database, club)
    assert json.loads(second)["tables"] == 1
    assert json.loads(second)["previous"] == hashlib.sha256(first.encode()).hexdigest()
    assert json.loads(first)["previous"] == "0" * 64
    proof = await proof_of(database, club, fresh)
    assert receipt_of(proof, fresh.header.table, await known(database)).version == len(fresh.lines)
    assert (await proof_of(database, club, GAMES[0])).statement == first


async def test_a_new_table_need_not_wait_for_its_checkpoint(database):
    home, game = tenant(13), GAMES[0]
    async with Log(database) as log:
        await bring_in(log, home, game)
    assert (await proof_of(database, home, game)).head == game.footer.head


async def test_what_was_played_since_the_last_checkpoint_need_not_wait_either(database):
    home, game = tenant(14), GAMES[0]
    opening = len(past_of(game, 1).lines)
    async with Log(database) as log, Checkpoints(database, KEY) as checkpoints:
        await bring_in(log, home, replace(game, lines=game.lines[:opening]))
        await checkpoints.sign()
        await bring_in(log, home, game)
    assert (await proof_of(database, home, game)).version == len(game.lines)
    assert len(await statements(database, home)) == 2
    await proof_of(database, home, game)
    assert len(await statements(database, home)) == 2


async def test_while_somebody_else_signs_the_checkpoint_before_is_given(database):
    home, game = tenant(15), GAMES[0]
    opening = len(past_of(game, 1).lines)
    async with Log(database) as log, Checkpoints(database, KEY) as checkpoints:
        await bring_in(log, home, replace(game, lines=game.lines[:opening]))
        await checkpoints.sign()
        await bring_in(log, home, game)
    with psycopg.connect(database) as other:
        other.execute("select from howdah.signing_progress where shard = 15 for update")
        assert (await proof_of(database, home, game)).version == opening


async def test_several_processes_sign_everything_once(database):
    club = tenant(9)
    async with (
        Log(database) as log,
        Checkpoints(database, KEY) as one,
        Checkpoints(database, LATER_KEY) as two,
    ):
        for game in GAMES:
            await bring_in(log, club, game)
            await asyncio.gather(one.sign(), two.sign(), one.sign())
        await one.sign()
    made = [json.loads(text) for text in await statements(database, club)]
    assert [each["number"] for each in made] == list(range(1, len(made) + 1))
    assert sum(each["tables"] for each in made) == len(GAMES)


async def test_many_processes_do_not_sign_more_often_than_one(database):
    club = tenant(10)
    async with Log(database) as log, Checkpoints(database, KEY) as one:
        for game in GAMES:
            await bring_in(log, club, game)
            await one.sign(rest=3600)
        assert len(await statements(database, club)) == 1
        await one.sign()
    assert len(await statements(database, club)) == 2


async def test_what_was_missed_is_signed_piece_by_piece(database):
    club = tenant(11)
    games = [Stage(f"many {n}").open("bombay", 5).play().record() for n in range(12)]
    events = sum(len(game.lines) for game in games)
    assert events > AT_ONCE
    async with Log(database) as log, Checkpoints(database, KEY) as checkpoints:
        for game in games:
            await bring_in(log, club, game)
        await checkpoints.sign()
    assert len(await statements(database, club)) == 1 + events // AT_ONCE
    keys = await known(database)
    for game in games:
        receipt = receipt_of(await proof_of(database, club, game), game.header.table, keys)
        assert verify(game, [receipt]).complete


async def test_old_keys_stay_known(database, club):
    old = await proof_of(database, club, GAMES[0])
    async with Checkpoints(database, LATER_KEY) as checkpoints:
        keys = (await checkpoints.keys()).keys
    assert {KEY.id, LATER_KEY.id} <= {key.id for key in keys}
    assert receipt_of(old, GAMES[0].header.table, keys)


async def test_one_tenant_finds_nothing_of_another(database, club):
    stranger = tenant(club.shard)
    assert await statements(database, stranger) == []
    assert await proof_of(database, stranger, GAMES[0]) is None


def test_what_is_signed_only_grows(database):
    with psycopg.connect(database) as connection:
        for table in ("signed_checkpoints", "signing_keys"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                connection.execute(f"delete from howdah.{table}")


def resigned(proof: Proof, with_: Signer, **changes) -> Proof:
    """The proof with another statement, signed with a key."""
    text = json.dumps(json.loads(proof.statement) | changes, separators=(",", ":"))
    return replace(proof, statement=text, signature=with_.sign(text.encode()).hex())


def other_head(proof):
    return replace(proof, head="00" * 32)


def other_version(proof):
    return replace(proof, version=proof.version - 1)


def other_path(proof):
    return replace(proof, path=proof.path[::-1])


def no_path(proof):
    return replace(proof, path=())


def statement_rewritten(proof):
    return replace(proof, statement=proof.statement.replace('"tables":5', '"tables":4'))


def head_signed_with_a_key_of_ones_own(proof):
    forger = Signer(b"f" * 32)
    root = merkle.leaf(proof.table, proof.version, bytes(32)).hex()
    return resigned(replace(proof, head="00" * 32, path=()), forger, root=root, key=forger.id)


def head_signed_in_the_name_of_the_service(proof):
    forger = Signer(b"f" * 32)
    root = merkle.leaf(proof.table, proof.version, bytes(32)).hex()
    return resigned(replace(proof, head="00" * 32, path=()), forger, root=root)


def statement_of_another_table(proof):
    """Good for somebody else's head, of the same service."""
    root = merkle.leaf(proof.table, proof.version, bytes.fromhex(GAMES[1].footer.head)).hex()
    other = resigned(proof, KEY, root=root)
    return replace(proof, statement=other.statement, path=())


def no_signature(proof):
    return replace(proof, signature="none")


def no_statement(proof):
    return replace(proof, statement="{}")


def another_format(proof):
    return resigned(proof, KEY, format="howdah checkpoint 2")


OTHER = "was not signed for this table and head"
UNSIGNED = "is not signed by the service"
FORGERIES = {
    other_head: OTHER,
    other_version: OTHER,
    other_path: OTHER,
    no_path: OTHER,
    statement_rewritten: UNSIGNED,
    statement_of_another_table: UNSIGNED,
    head_signed_with_a_key_of_ones_own: "which is not known",
    head_signed_in_the_name_of_the_service: UNSIGNED,
    no_statement: "cannot be read",
    no_signature: "cannot be read",
    another_format: "howdah checkpoint 2 is not known",
}


@pytest.mark.parametrize(("forge", "why"), FORGERIES.items(), ids=[f.__name__ for f in FORGERIES])
async def test_a_forged_checkpoint_is_found(database, club, forge, why):
    forged = forge(await proof_of(database, club, GAMES[0]))
    with pytest.raises(Fault, match=f"^version {forged.version}: the checkpoint .*{why}|{why}$"):
        receipt_of(forged, GAMES[0].header.table, await known(database))


async def test_a_checkpoint_of_another_table_proves_nothing(database, club):
    proof = await proof_of(database, club, GAMES[0])
    with pytest.raises(Fault, match="another table"):
        receipt_of(proof, GAMES[1].header.table, await known(database))


@pytest.mark.parametrize("count", range(1, 18))
def test_every_leaf_of_a_tree_of_any_size_leads_to_its_root(count):
    leaves = [merkle.leaf(str(uuid4()), n, bytes(32)) for n in range(count)]
    for place, leaf in enumerate(leaves):
        assert merkle.climbed(leaf, merkle.path(leaves, place)) == merkle.root(leaves)


def test_the_key_is_made_once_and_for_our_eyes_only(tmp_path):
    config = Config(data=str(tmp_path / "data"))
    assert signer(config).id == signer(config).id
    assert (tmp_path / "data" / "signing.key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["signing.key"]

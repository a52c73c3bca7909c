"""docs/record.md is enough to write a verifier: its vectors, fields and purposes are the code's."""

import json
import re
from itertools import accumulate
from pathlib import Path

import msgspec
import pytest

from domain import merkle, wire
from domain.chance import Committed, commitment
from domain.record import Footer, Header
from domain.wire import EVENTS
from service.audit.signing import Proof, PublicKey, Signer, Statement, receipt_of

DOCUMENT = Path("docs/record.md").read_text()
VECTORS = json.loads(re.search(r"```json\n(.*?)```", DOCUMENT, re.S)[1])
DRAWS = VECTORS["draws"]
CHANCE = Committed(bytes.fromhex(DRAWS["seed"]), DRAWS["table"].encode(), DRAWS["entropy"])


def section(title: str) -> str:
    """What stands under a heading, up to the next one."""
    return re.search(rf"^#+ {title}\n(.*?)(?=^#+ |\Z)", DOCUMENT, re.S | re.M)[1]


def first_column(text: str) -> list[str]:
    """Everything in backquotes in the first cell of each row."""
    cells = re.findall(r"^\| (.*?) \|", text, re.M)
    return [name for cell in cells for name in re.findall(r"`(.+?)`", cell)]


def test_the_chain_is_the_documented_one():
    lines = [text.encode() for text in VECTORS["chain"]["lines"]]
    heads = list(accumulate(lines, wire.chain, initial=wire.GENESIS))[1:]
    assert [head.hex() for head in heads] == VECTORS["chain"]["hashes"]


def test_a_secret_is_committed_to_as_documented():
    secret = VECTORS["secret"]
    assert wire.commit(bytes.fromhex(secret["secret"])) == secret["commitment"]
    assert json.loads(bytes.fromhex(secret["secret"])[16:]) == {"keep": 2, "parity": "odd"}


def test_draws_are_the_documented_ones():
    for purpose, numbers in DRAWS["numbers"].items():
        for counter, number in numbers.items():
            assert f"{CHANCE.draw(purpose, int(counter)):064x}" == number
    for each in DRAWS["below"]:
        assert CHANCE.below(each["purpose"], each["bound"]) == each["gives"]
    for each in DRAWS["shuffles"]:
        assert "".join(CHANCE.shuffle(each["purpose"], each["items"])) == each["gives"]


def test_the_seed_is_committed_to_as_documented():
    opened = VECTORS["commitment"]
    seed, salt = bytes.fromhex(opened["seed"]), bytes.fromhex(opened["salt"])
    assert commitment(seed, salt) == opened["commitment"]


@pytest.mark.parametrize("kind", [Header, Footer])
def test_every_field_of_header_and_footer_is_documented(kind):
    fields = {"record", *(field.encode_name for field in msgspec.structs.fields(kind))}
    assert fields <= set(first_column(section("The file")))


def test_every_hidden_field_is_documented():
    rows = re.findall(r"^\| `(\S+)` \| (.*?) \|", section("What is hidden"), re.M)
    documented = {name: tuple(re.findall(r"`(\w+)`", fields)) for name, fields in rows}
    hidden = {str(kind.__struct_config__.tag): kind.hidden for kind in EVENTS if kind.hidden}
    assert documented == hidden


def test_every_purpose_is_documented():
    sources = "\n".join(path.read_text() for path in Path("domain").glob("*/*.py"))
    purposes = re.findall(r'chance\.(?:below|shuffle)\(\s*f?"(.+?)"', sources)
    assert {re.sub(r"\{\w+\}", "N", purpose) for purpose in purposes} == set(
        first_column(section("What is drawn for which purpose"))
    )


def test_a_checkpoint_is_made_as_documented():
    given = VECTORS["checkpoint"]
    signer, proof = Signer(bytes.fromhex(given["private"])), msgspec.convert(given["proof"], Proof)
    assert given["key"] == {"id": signer.id, "algorithm": "Ed25519", "public": signer.public.hex()}
    assert signer.sign(proof.statement.encode()).hex() == proof.signature
    leaves = [bytes.fromhex(leaf) for leaf in given["leaves"]]
    assert merkle.leaf(proof.table, proof.version, bytes.fromhex(proof.head)) == leaves[1]
    assert merkle.root(leaves).hex() == json.loads(proof.statement)["root"]
    assert merkle.path(leaves, 1) == proof.path
    assert receipt_of(proof, proof.table, [msgspec.convert(given["key"], PublicKey)])


@pytest.mark.parametrize("kind", [Statement, Proof])
def test_every_field_of_a_checkpoint_is_documented(kind):
    assert set(kind.__struct_fields__) <= set(first_column(section("Signed checkpoints")))

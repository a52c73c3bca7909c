"""The service's key, what it signs, and whether a signature is good."""

import hashlib
import os
import secrets
import tempfile
from collections.abc import Iterable
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain import merkle
from domain.kernel import Value
from domain.merkle import Step
from domain.verify import Fault, Receipt
from service.config import Config
from service.trouble import Trouble

FORMAT = "howdah checkpoint 1"
FILE = "signing.key"
KEY_BYTES = 32


class Statement(Value):
    """What is signed: the heads of a tenant's tables that changed since the checkpoint before."""

    format: str
    tenant: str
    number: int
    at: str
    previous: str  # SHA-256 of the statement before; zeroes at first
    tables: int
    root: str  # see domain/merkle.py
    key: str


class Signed(Value):
    statement: str  # the exact text
    signature: str


class Proof(Value):
    """A signed statement, and what shows that one table's head is in it."""

    statement: str
    signature: str
    table: str
    version: int
    head: str
    path: tuple[Step, ...]


class PublicKey(Value):
    id: str
    algorithm: str
    public: str


class Keys(Value):
    """All keys that were ever used: old checkpoints stay good after a change of keys."""

    keys: tuple[PublicKey, ...]


class Signer:
    def __init__(self, key: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(key)
        self.public = self._private.public_key().public_bytes_raw()
        self.id = key_id(self.public)

    def sign(self, text: bytes) -> bytes:
        return self._private.sign(text)


def key_id(public: bytes) -> str:
    return hashlib.sha256(public).hexdigest()[:16]


def signer(config: Config) -> Signer:
    """The key of the settings, or that of the data directory, made at the first start."""
    path = Path(config.signing_key) if config.signing_key else config.directory / FILE
    try:
        if not config.signing_key:
            make(path)
        key = bytes.fromhex(path.read_text())
    except OSError as error:
        raise Trouble(f"HOWDAH_SIGNING_KEY: cannot read {path}: {error.strerror}") from None
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise Trouble(f"HOWDAH_SIGNING_KEY: {path} must hold 64 hexadecimal digits")
    return Signer(key)


def make(path: Path) -> None:
    """A key of our own, unless there is one. Of several processes one makes it, whole or not."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # for our eyes only
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
        os.link(name, path)
    except FileExistsError:
        pass  # another process was quicker
    finally:
        os.unlink(name)


def receipt_of(proof: Proof, table: str, keys: Iterable[PublicKey]) -> Receipt:
    """What a checkpoint says about a table; raises Fault if it does not say it."""
    try:
        statement = msgspec.json.decode(proof.statement, type=Statement)
        if statement.format != FORMAT:
            raise Fault(proof.version, f"a checkpoint of format {statement.format} is not known")
        check_signature(statement.key, proof, keys)
        leaf = merkle.leaf(proof.table, proof.version, bytes.fromhex(proof.head))
        if merkle.climbed(leaf, proof.path).hex() != statement.root:
            raise Fault(proof.version, "the checkpoint was not signed for this table and head")
    except (ValueError, OverflowError) as error:
        raise Fault(proof.version, f"the checkpoint cannot be read: {error}") from None
    if proof.table != table:
        raise Fault(proof.version, "the checkpoint is about another table")
    return Receipt(proof.version, proof.head, "checkpoint")


def check_signature(id_: str, proof: Proof, keys: Iterable[PublicKey]) -> None:
    public = next((bytes.fromhex(key.public) for key in keys if key.id == id_), None)
    if public is None or key_id(public) != id_:
        raise Fault(proof.version, f"the checkpoint is signed with key {id_}, which is not known")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(
            bytes.fromhex(proof.signature), proof.statement.encode()
        )
    except InvalidSignature:
        raise Fault(proof.version, "the checkpoint is not signed by the service") from None

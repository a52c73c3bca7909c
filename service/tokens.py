"""The form of keys and tokens: a prefix, then the key's id and a secret of 32 bytes."""

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hmac import compare_digest
from uuid import UUID, uuid4

TENANT = "howdah_t_"
PLAYER = "howdah_p_"
PREFIX = len(TENANT)
BODY = 64  # characters that carry the 16 bytes of the id and the 32 of the secret


def make(prefix: str) -> tuple[UUID, str, bytes]:
    """A new key: its id, the token to be shown once, the hash to be kept."""
    key = uuid4()
    secret = secrets.token_bytes(32)
    token = prefix + urlsafe_b64encode(key.bytes + secret).decode()
    return key, token, digest(key.bytes, secret)


def parse(token: str) -> tuple[bytes, bytes] | None:
    """The key's id and the secret, or None if this can be no token of ours."""
    if len(token) != PREFIX + BODY or token[:PREFIX] not in (TENANT, PLAYER):
        return None
    try:
        body = urlsafe_b64decode(token[PREFIX:])
    except (Error, ValueError):
        return None
    return (body[:16], body[16:]) if len(body) == 48 else None


def digest(key: bytes, secret: bytes) -> bytes:
    """A fast hash is enough: nobody guesses 256 random bits. The key's id is its salt."""
    return hashlib.blake2b(secret, key=key, digest_size=32).digest()


def fits(hash_: bytes, key: bytes, secret: bytes) -> bool:
    return compare_digest(hash_, digest(key, secret))

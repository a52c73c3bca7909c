"""One hash over the heads of many tables, of which each can be proved without showing the others.

A tree of hashes, as in RFC 6962: a leaf is SHA-256(0x00 || table || version || head), the table's
id as text, the version in four bytes, big-endian; a node is SHA-256(0x01 || left || right). A hash
without a partner goes up as it is.
"""

import hashlib
from collections.abc import Iterable, Sequence
from enum import StrEnum

from domain.kernel import Value


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Step(Value):
    """A hash on the way up, and on which side of ours it stands."""

    side: Side
    hash: str


def leaf(table: str, version: int, head: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + table.encode() + version.to_bytes(4, "big") + head).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The hash over all of them, in their order; there is at least one."""
    level = list(leaves)
    while len(level) > 1:
        level = above(level)
    return level[0]


def path(leaves: Sequence[bytes], place: int) -> tuple[Step, ...]:
    """What leads from the leaf at this place to the root."""
    steps = []
    level = list(leaves)
    while len(level) > 1:
        partner = place ^ 1
        if partner < len(level):
            side = Side.LEFT if partner < place else Side.RIGHT
            steps.append(Step(side, level[partner].hex()))
        level, place = above(level), place // 2
    return tuple(steps)


def climbed(start: bytes, steps: Iterable[Step]) -> bytes:
    """Where the steps lead from a leaf."""
    here = start
    for step in steps:
        other = bytes.fromhex(step.hash)
        here = node(other, here) if step.side is Side.LEFT else node(here, other)
    return here


def above(level: Sequence[bytes]) -> list[bytes]:
    pairs = [level[place : place + 2] for place in range(0, len(level), 2)]
    return [node(*pair) if len(pair) == 2 else pair[0] for pair in pairs]


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()

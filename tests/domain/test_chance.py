"""The committed draw: anyone can recompute it, nobody can bend it."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

from domain.chance import Committed, commitment

SEED = bytes(range(32))
TABLE = b"3c9a1f0e-0000-8000-8000-000000000001"
CHANCE = Committed(SEED, TABLE, ("tea", "", "słoń"))

# The first byte strings of the format, written out by hand: length, part, length, part ...
PREFIX = (
    b"\x00\x00\x00\x24" + TABLE
    + b"\x00\x00\x00\x03tea"
    + b"\x00\x00\x00\x00"
    + b"\x00\x00\x00\x06s\xc5\x82o\xc5\x84"
)  # fmt: skip


def test_a_draw_is_the_mac_of_table_entropy_purpose_and_counter():
    text = PREFIX + b"\x00\x00\x00\x09restock 1" + b"\x00\x00\x00\x00\x00\x00\x00\x07"
    expected = hmac.new(SEED, text, hashlib.sha256).digest()
    assert CHANCE.draw("restock 1", 7) == int.from_bytes(expected, "big")


def test_vectors_that_other_programs_can_check_themselves_against():
    assert f"{CHANCE.draw('restock 1', 0):064x}" == (
        "04389892e7c1ffa7c0d7ee22c4af3621399058cfc0922e1cb99061827ebb52b6"
    )
    assert CHANCE.shuffle("restock 1", "abcdefghij") == list("gfbdjihaec")
    assert CHANCE.below("first player", 5) == 1
    assert commitment(SEED, bytes(32)) == (
        "5576ce645abbf23973c63a02b3cdb0efc8ed3c9bd7dac3845f6b9ad6820b4bde"
    )


def test_entropy_of_any_seat_changes_the_draws():
    other = Committed(SEED, TABLE, ("tea", " ", "słoń"))
    assert other.draw("restock 1", 0) != CHANCE.draw("restock 1", 0)


def test_moving_text_from_one_seat_to_the_next_changes_the_draws():
    one, two = (Committed(SEED, TABLE, texts) for texts in (("ab", "c"), ("a", "bc")))
    assert one.draw("x", 0) != two.draw("x", 0)


def test_a_number_above_the_last_whole_multiple_is_drawn_again():
    class Loaded(Committed):
        def _draw(self, text, counter):
            return (2**256 - 1, 2**256 - 2, 5)[counter]

    # 2**256 leaves 1 when divided by 3 and by 5: the topmost number belongs to no whole multiple.
    assert Loaded(SEED, TABLE, ()).below("x", 3) == (2**256 - 2) % 3
    assert Loaded(SEED, TABLE, ()).below("x", 5) == (2**256 - 2) % 5


def test_every_order_of_four_things_comes_up_equally_often():
    rounds = 24 * 400
    seen = Counter(tuple(CHANCE.shuffle(f"round {n}", "abcd")) for n in range(rounds))
    expected = rounds / 24
    chi_square = sum((seen[order] - expected) ** 2 / expected for order in permutations("abcd"))
    assert chi_square < 49.7  # 23 degrees of freedom: a fair shuffle is above this 1 time in 1000


def test_another_seed_does_not_open_the_commitment():
    salt = bytes(32)
    published = commitment(SEED, salt)
    assert commitment(SEED[:-1] + b"\x00", salt) != published
    assert commitment(SEED, salt[:-1] + b"\x01") != published

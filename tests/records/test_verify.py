"""Whatever is changed in a record is found, and at the right version."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain import wire
from domain.chance import commitment
from domain.record import Record, read, record
from domain.verify import Fault, Receipt, verify

FILES = sorted(Path("tests/records").glob("*/*.jsonl"))
BOMBAY = read(Path("tests/records/bombay/3_players.jsonl").read_bytes())
OTHER = read(Path("tests/records/bombay/2_players.jsonl").read_bytes())


def forged(original: Record, lines) -> Record:
    """The record with other lines, hashed anew by someone who knows how."""
    secrets = [bytes.fromhex(text) for text in original.footer.secrets.values()]
    opened = [None] * len(lines)
    for version, secret in zip(original.footer.secrets, secrets, strict=True):
        opened[version - 1] = secret
    return record(lines, opened)


def version_of(original: Record, kind: str) -> int:
    """The version of the second event of a kind."""
    kinds = [json.loads(line)["event"]["type"] for line in original.lines]
    return kinds.index(kind, kinds.index(kind) + 1) + 1


def with_event(original: Record, version: int, **changes) -> Record:
    event = json.loads(original.lines[version - 1])["event"]
    return with_line(original, version, event=event | changes)


def with_line(original: Record, version: int, **changes) -> Record:
    line = json.loads(original.lines[version - 1]) | changes
    text = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
    lines = [*original.lines[: version - 1], text, *original.lines[version:]]
    return forged(original, lines)


def fault(changed: Record) -> int:
    with pytest.raises(Fault) as found:
        verify(changed)
    return found.value.version


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_record_on_file_holds(file):
    found = read(file.read_bytes())
    verdict = verify(found)
    assert verdict.complete
    assert (verdict.version, verdict.head) == (len(found.lines), found.footer.head)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_record_holds_at_every_version_of_a_running_game(file):
    whole = read(file.read_bytes())
    commands = [json.loads(line)["command"] for line in whole.lines]
    ends = [n for n, (one, two) in enumerate(pairwise(commands), 1) if one != two]
    for version in ends[::5]:
        running = record(whole.lines[:version], [None] * version)
        assert not verify(running).complete


def test_a_command_that_breaks_off_is_found():
    version = version_of(BOMBAY, "bombay.turn_ended")
    assert fault(record(BOMBAY.lines[: version - 1], [None] * (version - 1))) == version


@pytest.mark.parametrize("version", [1, 17, len(BOMBAY.lines)])
def test_a_flipped_byte_is_found_where_it_is(version):
    line = BOMBAY.lines[version - 1]
    changed = line.replace(b'"at":"2009', b'"at":"2008')
    assert changed != line
    lines = (*BOMBAY.lines[: version - 1], changed, *BOMBAY.lines[version:])
    assert fault(replace(BOMBAY, lines=lines)) == version


def test_a_missing_last_event_is_found():
    assert fault(replace(BOMBAY, lines=BOMBAY.lines[:-1])) == len(BOMBAY.lines)


@pytest.mark.parametrize("hashed_anew", [False, True])
def test_a_missing_event_in_the_middle_is_found(hashed_anew):
    lines = (*BOMBAY.lines[:30], *BOMBAY.lines[31:])
    changed = forged(BOMBAY, lines) if hashed_anew else replace(BOMBAY, lines=lines)
    assert fault(changed) == 31


@pytest.mark.parametrize("hashed_anew", [False, True])
def test_two_swapped_events_are_found(hashed_anew):
    lines = (*BOMBAY.lines[:30], BOMBAY.lines[31], BOMBAY.lines[30], *BOMBAY.lines[32:])
    changed = forged(BOMBAY, lines) if hashed_anew else replace(BOMBAY, lines=lines)
    assert fault(changed) == 31


def test_a_changed_result_is_found_in_the_footer_and_in_the_event():
    result = replace(BOMBAY.footer.result, scores=(99, 0, 0))
    footer = replace(BOMBAY.footer, result=result)
    assert fault(replace(BOMBAY, footer=footer)) == len(BOMBAY.lines)
    assert fault(with_event(BOMBAY, len(BOMBAY.lines), scores=[99, 0, 0])) == len(BOMBAY.lines)


def test_a_changed_draw_is_found():
    version = version_of(BOMBAY, "bombay.markets_restocked")
    event = json.loads(BOMBAY.lines[version - 1])["event"]
    assert fault(with_event(BOMBAY, version, left=event["right"], right=event["left"])) == version


def test_a_move_against_the_rules_is_found():
    version = version_of(BOMBAY, "bombay.elephant_moved")
    assert fault(with_event(BOMBAY, version, to="Nagpur")) == version


def test_a_price_that_the_rules_do_not_ask_is_found():
    version = version_of(BOMBAY, "bombay.silk_bought")
    assert fault(with_event(BOMBAY, version, rupees=0)) == version


@pytest.mark.parametrize("kind", ["bombay.silk_bought", "bombay.turn_ended"])
@pytest.mark.parametrize("by", ["a stranger", None])
def test_a_move_that_is_put_on_somebody_else_is_found(kind, by):
    version = version_of(BOMBAY, kind)
    assert fault(with_line(BOMBAY, version, by=by)) == version


def test_a_command_that_comes_a_second_time_is_found():
    again = json.loads(BOMBAY.lines[1])["command"]
    version = version_of(BOMBAY, "bombay.silk_bought")
    assert fault(with_line(BOMBAY, version, command=again)) == version


def test_another_seed_is_found():
    last = len(BOMBAY.lines)
    assert fault(with_event(BOMBAY, last, seed="00" * 32)) == last
    for name in ("seed", "salt"):
        footer = replace(BOMBAY.footer, **{name: "00" * 32})
        assert fault(replace(BOMBAY, footer=footer)) == last


def test_a_seed_that_was_replaced_from_the_first_event_to_the_last_is_found():
    """The draws give it away, even if all is committed to and hashed anew."""
    secret = bytes.fromhex(BOMBAY.footer.secrets[1]).replace(
        BOMBAY.footer.seed.encode(), b"ab" * 32
    )
    new = commitment(bytes.fromhex("ab" * 32), bytes.fromhex(BOMBAY.footer.salt))
    first, last = (json.loads(BOMBAY.lines[place]) for place in (0, -1))
    first["event"]["commitment"] = new
    first["secret"] = wire.commit(secret)
    last["event"]["seed"] = "ab" * 32
    ends = [json.dumps(line, separators=(",", ":")).encode() for line in (first, last)]
    lines = [ends[0], *BOMBAY.lines[1:-1], ends[1]]
    changed = record(lines, [secret, *[None] * (len(lines) - 1)])
    kinds = [json.loads(line)["event"]["type"] for line in lines]
    assert fault(changed) == kinds.index("bombay.board_set_up") + 1


def test_a_secret_that_is_not_the_committed_one_is_found():
    secrets = {1: "00" * 16 + b'{"seed":"","salt":"","invite":""}'.hex()}
    footer = replace(BOMBAY.footer, secrets=secrets)
    assert fault(replace(BOMBAY, footer=footer)) == 1


def test_two_spliced_games_are_found():
    half = 40
    assert fault(forged(BOMBAY, (*BOMBAY.lines[:half], *OTHER.lines[half:]))) == half + 1


def test_a_header_of_another_game_is_found():
    assert fault(replace(BOMBAY, header=OTHER.header)) == 0


@pytest.mark.parametrize("text", [b"", b"\n", b"{}\n{}\n", b"\xff\xfe\n\n"])
def test_what_is_no_record_is_said_to_be_none(text):
    with pytest.raises(ValueError, match=r"\w"):
        read(text)


def test_a_receipt_catches_a_history_that_was_cut_short_or_written_anew():
    shown = Receipt(50, BOMBAY.footer.hashes[49])
    assert verify(BOMBAY, [shown]).complete
    with pytest.raises(Fault, match="version 50"):
        verify(record(BOMBAY.lines[:20], [None] * 20), [shown])
    with pytest.raises(Fault, match="version 50"):
        verify(OTHER, [shown])


def test_a_checkpoint_catches_a_history_that_was_written_anew_with_care():
    """Every move is legal, every draw is right, every hash fits: only the past is another."""
    forged_ = with_line(BOMBAY, 30, at="2008-10-22T00:00:00.000000Z")
    assert verify(forged_).complete
    for version in (30, 50, len(BOMBAY.lines)):
        signed = Receipt(version, BOMBAY.footer.hashes[version - 1], "checkpoint")
        with pytest.raises(Fault, match=f"version {version}: .* checkpoint"):
            verify(forged_, [signed])
    assert verify(forged_, [Receipt(29, BOMBAY.footer.hashes[28], "checkpoint")]).complete

"""The check that the page makes of records, run over those on file and over forged ones."""

import json
import subprocess
from pathlib import Path

import pytest

import service.web
from domain.record import read, record
from tests.npm import BIN
from tests.records.kit import Stage, past_of

PAGE = Path(service.web.__file__).parent / "page"
FILES = sorted(Path("tests/records").glob("*/*.jsonl"))
BOMBAY = Path("tests/records/bombay/4_players.jsonl")
SCRIPT = f"""
import {{ readFileSync }} from "node:fs";
import {{ verify }} from "{PAGE.resolve()}/verify.js";
const [files, seen] = JSON.parse(readFileSync(0, "utf8"));
const told = files.map((file) => {{
  try {{
    return verify(new Uint8Array(readFileSync(file)), seen);
  }} catch ({{ version, reason }}) {{
    return {{ version, reason }};
  }}
}});
console.log(JSON.stringify(told));
"""


def checked(*files, seen=()):
    done = subprocess.run(
        [BIN / "node", "--input-type=module", "--eval", SCRIPT],
        input=json.dumps([[str(file) for file in files], dict(seen)]),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


def test_every_record_on_file_holds_with_all_its_draws():
    told = checked(*FILES)
    lines = [len(read(file.read_bytes()).lines) for file in FILES]
    assert [found.get("events") for found in told] == lines
    drawn = {file: found["draws"] for file, found in zip(FILES, told, strict=True)}
    assert all(count > 40 for file, count in drawn.items() if file.parent.name == "bombay")


def test_another_draw_is_found_even_if_all_is_hashed_anew(tmp_path):
    whole = read(BOMBAY.read_bytes())
    lines = list(whole.lines)
    number = next(n for n, line in enumerate(lines) if b"markets_restocked" in line)
    entry = json.loads(lines[number])
    entry["event"]["left"][-1] = "yellow"
    lines[number] = json.dumps(entry, separators=(",", ":")).encode()
    secrets = [bytes.fromhex(whole.footer.secrets[1]), *[None] * (len(lines) - 1)]
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(record(lines, secrets).text())
    assert checked(forged) == [{"version": number + 1, "reason": "draw"}]


def test_a_running_game_has_its_chain_checked_and_its_seed_kept(tmp_path):
    short = tmp_path / "short.jsonl"
    short.write_bytes(record(read(BOMBAY.read_bytes()).lines[:10], [None] * 10).text())
    assert [found["draws"] for found in checked(short)] == [None]


@pytest.mark.parametrize(("head", "reason"), [("0" * 64, "receipt"), (None, None)])
def test_what_was_seen_while_playing_must_be_in_the_record(head, reason):
    seen = {20: head or read(BOMBAY.read_bytes()).footer.hashes[19]}
    assert checked(BOMBAY, seen=seen)[0].get("reason") == reason


@pytest.mark.parametrize(("game", "seats"), [("bombay", 3), ("bazar", 2)])
def test_a_fork_is_checked_with_the_game_that_it_goes_on_from(tmp_path, game, seats):
    parent = Stage(f"{game} parent").open(game, seats).play().record()
    fork = Stage(f"{game} fork").fork(past_of(parent, 30), seats).play().record()
    file, forged = tmp_path / "fork.jsonl", tmp_path / "forged.jsonl"
    file.write_bytes(fork.text())
    first = json.loads(fork.lines[0])
    first["event"]["fork"]["head"] = "0" * 64
    lines = [json.dumps(first, separators=(",", ":")).encode(), *fork.lines[1:]]
    secrets = [fork.footer.secrets.get(version) for version in range(1, len(lines) + 1)]
    opened = [None if text is None else bytes.fromhex(text) for text in secrets]
    forged.write_bytes(record(lines, opened).text())
    whole, wrong = checked(file, forged)
    assert whole["events"] == len(fork.lines)
    assert wrong == {"version": 2, "reason": "past"}

"""Checkpoints as the running service publishes them, and `howdah verify --checkpoint`."""

import json
from random import Random

import pytest

from domain.record import read
from tests.rest.kit import play_on, started
from tests.running import howdah


@pytest.fixture
def files(service, asha, bram, tmp_path):
    """A finished game, its record, its checkpoint and the keys, all over HTTP."""
    table = started([asha, bram], "BAZAR")
    play_on([asha, bram], table, Random(9))
    addresses = {
        "game": f"{table}/record",
        "checkpoint": f"{table}/checkpoint",
        "keys": "/.well-known/howdah-keys.json",
    }
    found = {name: tmp_path / name for name in addresses}
    for name, address in addresses.items():
        answer = asha.get(address)
        assert answer.status_code == 200, answer.text
        found[name].write_bytes(answer.content)
    return found


def verified(service, files):
    arguments = ["--checkpoint", str(files["checkpoint"]), "--keys", str(files["keys"])]
    return howdah("verify", str(files["game"]), *arguments, data=service.data)


def test_a_record_is_held_against_a_checkpoint(service, asha, files):
    told = verified(service, files)
    assert told.returncode == 0
    proof = json.loads(files["checkpoint"].read_bytes())
    assert f"fits the checkpoint of version {proof['version']}" in told.stdout
    assert proof["version"] == len(read(files["game"].read_bytes()).lines)
    listed = asha.get("/v1/tenant/checkpoints", params={"first": 1000}).json()["items"]
    assert proof["statement"] in {each["statement"] for each in listed}


def test_a_record_that_was_cut_short_after_the_checkpoint_is_found(service, files):
    proof = json.loads(files["checkpoint"].read_bytes())
    header, *lines, footer = files["game"].read_bytes().splitlines()
    end = json.loads(footer)
    end |= {"hashes": end["hashes"][:2], "head": end["hashes"][1], "secrets": {}}
    end |= {"seed": None, "salt": None, "result": None}
    files["game"].write_bytes(b"\n".join([header, *lines[:2], json.dumps(end).encode(), b""]))
    told = verified(service, files)
    assert told.returncode == 1
    assert f"version {proof['version']}: this is not the history that the checkpoint" in told.stdout


def test_a_forged_checkpoint_is_found(service, files):
    text = files["checkpoint"].read_text()
    files["checkpoint"].write_text(text.replace('"head":"', '"head":"00', 1))
    told = verified(service, files)
    assert told.returncode == 1
    assert "the checkpoint was not signed for this table and head" in told.stdout


def test_a_checkpoint_is_worth_nothing_without_keys_one_trusts(service, files):
    arguments = ["verify", str(files["game"]), "--checkpoint", str(files["checkpoint"])]
    told = howdah(*arguments, data=service.data)
    assert told.returncode == 1
    assert "--keys" in told.stderr
    files["keys"].write_text('{"keys":[]}')
    told = verified(service, files)
    assert told.returncode == 1
    assert "which is not known" in told.stdout


def test_a_wrong_key_stops_the_start_with_a_line_that_says_so(data, tmp_path):
    wrong = tmp_path / "key"
    wrong.write_text("secret")
    told = howdah("serve", data=data, signing_key=wrong)
    assert told.returncode == 1
    assert "must hold 64 hexadecimal digits" in told.stderr
    assert "secret" not in told.stderr

"""Records, receipts and the checker as the running service hands them out."""

import subprocess
import sys
from random import Random
from uuid import uuid4

import pytest

from domain.record import read
from domain.verify import Fault, Receipt, verify
from tests.graphql.kit import OPEN, PLAY
from tests.rest.kit import accepted, play_on, started
from tests.running import howdah


@pytest.fixture
def table(asha, bram):
    """A table of Bombay Bazar with two moves made: both seats have chosen their medals."""
    table = started([asha, bram], "BAZAR")
    play_on([asha, bram], table, Random(1), moves=2)
    return table


def record_of(caller, table):
    return read(caller.get(f"{table}/record").content)


def ask(caller, query, **variables):
    answer = caller.http.post("/graphql", json={"query": query, "variables": variables})
    [result] = answer.json()["data"].values()
    return result


def test_every_accepted_command_is_answered_with_a_receipt_on_both_apis(asha, bram):
    answers = [
        ask(asha, OPEN, command=str(uuid4()), input={"game": "BOMBAY", "seats": 2}),
    ]
    table = f"/v1/tables/{answers[0]['table']['id']}"
    answers.append(accepted(bram.do(f"{table}/seats", {})))
    answers.append(accepted(asha.do(f"{table}/start")))
    for number in range(20):
        caller = (asha, bram)[asha.get(table).json()["onTurn"][0]]
        move = caller.get(f"{table}/moves").json()["items"][0]["input"]
        if number % 2:
            answers.append(accepted(caller.do(f"{table}/moves", move)))
        else:
            id_ = table.rpartition("/")[2]
            answers.append(ask(caller, PLAY, command=str(uuid4()), table=id_, move=move))
    receipts = [Receipt(answer["version"], answer["head"]) for answer in answers]
    record = record_of(asha, table)
    assert verify(record, receipts).version == receipts[-1].version == len(record.lines)
    with pytest.raises(Fault):
        verify(record, [Receipt(receipts[0].version, receipts[1].head)])


def test_a_receipt_is_taken_on_the_command_line(service, asha, bram, table, tmp_path):
    answer = play_on([asha, bram], table, Random(2), moves=1)
    file = tmp_path / "game.jsonl"
    file.write_bytes(asha.get(f"{table}/record").content)
    receipt = f"{answer['version']}:{answer['head']}"
    assert howdah("verify", str(file), "--receipt", receipt, data=service.data).returncode == 0


def test_the_operator_writes_the_record_that_the_service_gives(service, asha, bram, tmp_path):
    table = started([asha, bram], "BAZAR")
    assert play_on([asha, bram], table, Random(3))["status"] == "FINISHED"
    id_, file = table.rpartition("/")[2], tmp_path / "game.jsonl"
    assert howdah("record", id_, "--to", str(file), data=service.data).returncode == 0
    assert file.read_bytes() == asha.get(f"{table}/record").content
    assert verify(read(file.read_bytes())).complete


def test_what_the_operator_writes_of_a_running_game_opens_nobodys_secrets(service, asha, table):
    told = howdah("record", table.rpartition("/")[2], data=service.data)
    assert read(told.stdout.encode()).footer.secrets == {}
    assert record_of(asha, table).footer.secrets != {}


def test_a_table_that_is_nowhere_has_no_record(service):
    told = howdah("record", str(uuid4()), data=service.data)
    assert told.returncode == 1
    assert "there is no table" in told.stderr


def test_the_checker_is_a_download_and_checks_a_download(service, asha, table, tmp_path):
    checker, game = tmp_path / "check_record.py", tmp_path / "game.jsonl"
    checker.write_bytes(service.get("/tools/check_record.py").content)
    game.write_bytes(asha.get(f"{table}/record").content)
    command = [sys.executable, "-I", "-S", str(checker), str(game)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert "chain whole" in told.stdout


def test_nothing_but_the_checker_is_handed_out(service):
    assert service.get("/tools/__init__.py").status_code == 404

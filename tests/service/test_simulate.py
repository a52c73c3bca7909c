"""`howdah simulate`: whole games from the command line."""

import re

import pytest
import typer
from typer.testing import CliRunner

from domain.record import read
from service.simulate import simulate
from service.trouble import Trouble

app = typer.Typer()
app.command()(simulate)


def run(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.mark.parametrize(("game", "players"), [("bombay", 2), ("bombay", 5), ("bazar", 1)])
def test_scores_lengths_and_speed_are_printed(game, players):
    outcome = run(game, "--players", players, "--games", 3, "--seed", 5)
    assert outcome.exit_code == 0
    seats = re.findall(r"^│ (\d) ", outcome.output, re.MULTILINE)
    assert seats == [str(seat) for seat in range(players)]
    assert re.search(r"3 games of \d+ to \d+ moves, .* moves/s", outcome.output)


def test_the_same_seed_gives_the_same_records(tmp_path):
    for folder in ("one", "two"):
        run("bombay", "--players", 3, "--games", 2, "--seed", 9, "--record", tmp_path / folder)
    one, two = ([*sorted((tmp_path / folder).iterdir())] for folder in ("one", "two"))
    assert [path.name for path in one] == [
        "bombay_3_players_seed_9_0.jsonl",
        "bombay_3_players_seed_9_1.jsonl",
    ]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    assert one[0].read_bytes() != one[1].read_bytes()


def test_a_record_holds_a_finished_game(tmp_path):
    run("bazar", "--players", 2, "--games", 1, "--record", tmp_path)
    [path] = tmp_path.iterdir()
    record = read(path.read_bytes())
    assert (record.header.game, record.header.seats) == ("bazar", 2)
    assert record.footer.result is not None


@pytest.mark.parametrize(
    ("arguments", "trouble"),
    [
        (["chess"], "there is no game 'chess'"),
        (["bombay", "--players", 6], "for 2 to 5 players, not 6"),
        (["bombay", "--players", 3, "--options", '{"introductory": true}'], "is for 4 players"),
        (["bombay", "--options", '{"tempo": 1}'], "do not fit the game"),
        (["bombay", "--options", "[]"], "must be a JSON object"),
        (["bombay", "--options", "{"], "is not JSON"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(arguments, trouble):
    outcome = run(*arguments)
    assert isinstance(outcome.exception, Trouble)
    assert trouble in str(outcome.exception)

"""The terminal client, driven in a pseudo-terminal through whole games."""

import re
from random import Random

import pexpect
import pytest

from tests.rest.kit import guest, opened, play_on, started
from tests.running import HOWDAH, howdah

STYLE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
PROMPT = r"Your move \("


def client(*arguments):
    return pexpect.spawn(
        str(HOWDAH),
        list(arguments),
        encoding="utf-8",
        timeout=30,
        dimensions=(60, 140),
        echo=False,
    )


def screen(text):
    """What is on the screen: what was drawn since it was last cleared, without colour."""
    return STYLE.sub("", text.rpartition("\x1b[2J")[2])


def choices(text):
    """The numbers that stand before moves, in the last paragraph."""
    paragraph = text.rstrip().split("\r\n\r\n")[-1]
    return sorted(int(number) for number in re.findall(r"(?:^|  ) *(\d+) [A-Z]", paragraph, re.M))


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_a_person_plays_a_whole_game_against_bots(service, game):
    chance = Random(game)
    playing = client(
        "play", service.url, "--game", game, "--bots", "random", "--players", "3",
        "--name", "Asha", "--tenant", "demo",
    )  # fmt: skip
    moves = 0
    while playing.expect([PROMPT, pexpect.EOF]) == 0:
        offered = choices(screen(playing.before))
        assert offered == list(range(1, len(offered) + 1)), screen(playing.before)
        playing.sendline(str(chance.choice(offered)))
        moves += 1
    last = screen(playing.before)
    assert playing.wait() == 0
    playing.close()
    assert moves > 5
    assert re.search(r"^1\. .+: \d+", last, re.M)
    assert "The game is over." in last


def test_two_people_play_at_one_table(service):
    host = client("play", service.url, "--name", "Asha", "--tenant", "demo")
    host.expect(r"s starts the game")
    table = re.search(r"Bombay ([0-9a-f-]{36})", screen(host.before))[1]
    other = client("play", service.url, "--table", table, "--name", "Bram", "--tenant", "demo")
    other.expect(r"seat 1: Bram")
    host.expect(r"Bram sits down")
    host.sendline("s")
    first = [host, other][host.expect([PROMPT, r"Bram\S* plays; 3 actions"])]
    if first is other:
        other.expect(PROMPT)
    first.sendline("1")
    second = other if first is host else host
    second.expect(PROMPT)
    first.sendline("q")
    first.expect(rf"--table {table} --token howdah_p_")
    for terminal in (host, other):
        terminal.close()


def test_what_is_no_move_is_explained(service):
    playing = client("play", service.url, "--bots", "random", "--tenant", "demo")
    playing.expect(PROMPT)
    playing.sendline("999")
    playing.expect("a number plays that move")
    playing.sendline("x")
    playing.expect(pexpect.EOF)
    assert playing.wait() == 0
    playing.close()


def test_tables_are_listed(service):
    with guest(service.url, "Asha") as asha:
        table = opened(asha, "BAZAR").rpartition("/")[2]
        listed = howdah(
            "tables", service.url, "--tenant", "demo", "--status", "open", data=service.data
        )
    assert f"{table}  bazar  open  1/2  Asha" in listed.stdout.splitlines()


@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
def test_a_table_is_watched_until_its_game_is_over(service, game):
    with guest(service.url, "Asha") as asha, guest(service.url, "Bram") as bram:
        table = started([asha, bram], game)
        watching = client(
            "watch", service.url, table.rpartition("/")[2], "--tenant", "demo", "--language", "pl"
        )
        watching.expect(game.title())
        play_on([asha, bram], table, Random(6))
    watching.expect(pexpect.EOF)
    assert watching.wait() == 0
    watching.close()
    assert "Koniec gry" in screen(watching.before)


@pytest.mark.parametrize(
    ("url", "trouble"),
    [
        ("http://127.0.0.1:1", "does not answer"),
        ("gopher://127.0.0.1", "is not the address of a service"),
    ],
)
def test_a_service_that_is_not_there_is_told_in_one_line(data, url, trouble):
    done = howdah("tables", url, data=data)
    assert done.returncode == 1
    assert done.stderr.startswith("howdah: ")
    assert trouble in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_table_that_is_not_there_is_told_in_one_line(service):
    done = howdah(
        "watch", service.url, "00000000-0000-4000-8000-000000000000", "--tenant", "demo",
        data=service.data,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "howdah: There is no such table.\n")

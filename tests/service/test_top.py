"""`howdah top`, once and in a pseudo-terminal, beside services that play."""

import re

import pexpect
import pytest

from service.top import ROWS, Reading, Span
from tests.graphql.kit import guest
from tests.graphql.kit import started as table_started
from tests.running import HOWDAH, howdah, started
from tests.service.test_metrics import a_port

BEFORE = """
howdah_commands_total{command="play",outcome="accepted"} 10
howdah_append_seconds_bucket{le="0.001"} 4
howdah_append_seconds_bucket{le="0.01"} 10
howdah_append_seconds_bucket{le="+Inf"} 10
howdah_reads_total{source="memory"} 5
howdah_reads_total{source="log"} 5
"""
AFTER = """
howdah_commands_total{command="play",outcome="accepted"} 50
howdah_commands_total{command="play",outcome="refused"} 4
howdah_append_seconds_bucket{le="0.001"} 44
howdah_append_seconds_bucket{le="0.01"} 60
howdah_append_seconds_bucket{le="+Inf"} 60
howdah_reads_total{source="memory"} 14
howdah_reads_total{source="log"} 6
"""


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("commands/s", 22),
        ("  refused/s", 2),
        ("  failed/s", 0),
        ("  p50 at most, ms", 1),
        ("  p99 at most, ms", 10),
        ("  from caches, %", 90),
        ("  commands in each", None),
        ("sockets", 0),
    ],
)
def test_figures_are_of_the_time_between_two_looks(row, value):
    assert ROWS[row](Span(Reading(BEFORE, at=1.0), Reading(AFTER, at=3.0))) == value


def test_one_look_has_a_column_for_each_process(used):
    port = a_port()
    settings = {"workers": 2, "metrics_port": port, "host": "127.0.0.1"}
    with started(used, **settings):
        told = howdah("top", "--once", "--every", "0.2", data=used, **settings)
    assert told.returncode == 0
    assert "2 of 2 processes" in told.stdout
    assert f"127.0.0.1:{port + 1}" in told.stdout
    (memory,) = re.findall(r"^memory, MB +(\d+) +(\d+)$", told.stdout, re.M)
    assert min(map(int, memory)) > 20


def test_it_goes_on_in_a_terminal_until_it_is_interrupted(service):
    arguments = ["top", service.url, "127.0.0.1:1", "--every", "0.1"]
    terminal = pexpect.spawn(str(HOWDAH), arguments, encoding="utf-8", timeout=30)
    terminal.expect("1 of 2 processes")
    with guest(service.url, "Asha") as asha, guest(service.url, "Balu") as balu:
        table_started([asha, balu])
    terminal.expect(r"commands/s +[1-9][\d.]* +gone")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    assert terminal.wait() == 0
    terminal.close()


def test_it_says_where_nobody_answers(data):
    told = howdah("top", "127.0.0.1:1", data=data)
    assert told.returncode == 1
    assert "nothing answers at http://127.0.0.1:1/metrics" in told.stderr

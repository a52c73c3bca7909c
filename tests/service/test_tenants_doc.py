"""docs/tenants.md says what the code does."""

import re
from pathlib import Path

from msgspec.structs import asdict

from service.limits import BURST
from service.names import PLAYER_LENGTH, TENANT_LENGTH
from service.policy import Quotas
from service.turns import TOGETHER

TEXT = Path("docs/tenants.md").read_text()


def test_every_quota_is_listed_with_its_default():
    listed = re.findall(r"^\| `(\w+)` \| (\d+) \|", TEXT, re.M)
    assert {name: int(number) for name, number in listed} == asdict(Quotas())


def test_every_reason_for_which_a_name_is_refused_is_listed():
    code = Path("service/names.py").read_text()
    assert set(re.findall(r"NAME_[A-Z_]+", TEXT)) == set(re.findall(r'"(NAME_[A-Z_]+)"', code))
    assert f"at most {PLAYER_LENGTH} characters (tenants' {TENANT_LENGTH})" in TEXT


def test_the_numbers_in_words_are_those_of_the_code():
    assert (BURST, TOGETHER) == (2.0, 4), "Two seconds' worth, and four commands under way"

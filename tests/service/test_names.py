"""What a player, a tenant or a host may be called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import BadName
from service.names import PLAYER_LENGTH, host_name, player_name, tenant_name


@pytest.mark.parametrize(
    "name",
    [
        "Asha",
        "Jean-Pierre O'Neill",
        "Łukasz",
        "محمد",
        "שרה",
        "अश्विन",
        "பவித்ரா",
        "小林さくら",
        "می\u200cخواهم",
        "👩\u200d🚀",
        "🐘",
        "Player 2",
    ],
)
def test_names_of_every_script_are_welcome(name):
    assert player_name(name) == name


def test_a_name_is_composed_and_loses_the_spaces_around_it():
    assert player_name("  Zoe\u0308 ") == "Zo\u00eb"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "NAME_EMPTY"),
        ("   ", "NAME_EMPTY"),
        ("\u200d", "NAME_EMPTY"),
        ("\u0301", "NAME_EMPTY"),
        (None, "NAME_NOT_TEXT"),
        (7, "NAME_NOT_TEXT"),
        ("Asha\ud800", "NAME_NOT_TEXT"),
        ("A" * 41, "NAME_TOO_LONG"),
        ("A" * 10_240, "NAME_TOO_LONG"),
        ("e\u0301" * 41, "NAME_TOO_LONG"),
        ("Asha\nadmin", "NAME_CONTROL_CHARACTER"),
        ("Asha\x00", "NAME_CONTROL_CHARACTER"),
        ("Asha\x1b[31m", "NAME_CONTROL_CHARACTER"),
        ("Asha\x85", "NAME_CONTROL_CHARACTER"),
        ("Asha\u2028", "NAME_CONTROL_CHARACTER"),
        ("Asha\u202enimda", "NAME_DIRECTION_MARK"),
        ("\u2066Asha\u2069", "NAME_DIRECTION_MARK"),
        ("Asha\u200f", "NAME_DIRECTION_MARK"),
        ("\u061cAsha", "NAME_DIRECTION_MARK"),
        ("Ash\u200ba", "NAME_INVISIBLE_CHARACTER"),
        ("\ufeffAsha", "NAME_INVISIBLE_CHARACTER"),
        ("As\u00adha", "NAME_INVISIBLE_CHARACTER"),
        ("Asha\U000e0041", "NAME_INVISIBLE_CHARACTER"),
        ("As\u200dha", "NAME_INVISIBLE_CHARACTER"),
        ("محمد\u200d", "NAME_INVISIBLE_CHARACTER"),
        ("Asha  Rao", "NAME_CONFUSING_SPACE"),
        ("Asha\u00a0Rao", "NAME_CONFUSING_SPACE"),
        ("Asha\u3000Rao", "NAME_CONFUSING_SPACE"),
        ("\u3164", "NAME_CONFUSING_SPACE"),
        ("Asha\u2800", "NAME_CONFUSING_SPACE"),
        ("Asha\ue000", "NAME_UNKNOWN_CHARACTER"),
        ("Asha\U0010ffff", "NAME_UNKNOWN_CHARACTER"),
        ("A" + "\u0336\u0337\u0338\u0335", "NAME_STACKED_MARKS"),
        ("\u0336Asha", "NAME_STACKED_MARKS"),
    ],
)
def test_a_name_that_hides_or_imitates_is_refused_with_its_reason(name, reason):
    with pytest.raises(BadName) as refusal:
        player_name(name)
    assert refusal.value.extensions["code"] == "BAD_USER_INPUT"
    assert refusal.value.extensions["reason"] == reason


@given(st.text(max_size=100))
def test_a_name_that_was_accepted_is_accepted_unchanged(text):
    try:
        name = player_name(text)
    except BadName:
        return
    assert player_name(name) == name
    assert 0 < len(name) <= PLAYER_LENGTH


def test_a_tenant_is_called_like_a_player_but_longer():
    assert tenant_name("Café de la Régence") == "Café de la Régence"
    assert tenant_name("a" * 63) == "a" * 63
    with pytest.raises(BadName):
        tenant_name("a" * 64)


@pytest.mark.parametrize(
    ("host", "stored"),
    [
        ("Play.Example.org", "play.example.org"),
        ("play.example.org:8443", "play.example.org"),
        ("play.example.org.", "play.example.org"),
        ("jeux.café.fr", "jeux.xn--caf-dma.fr"),
        ("127.0.0.1:8000", "127.0.0.1"),
    ],
)
def test_a_host_is_stored_as_it_is_looked_up(host, stored):
    assert host_name(host) == stored


@pytest.mark.parametrize("host", ["", "a b", "-a.org", "a..org", "http://a.org", "x" * 64, None])
def test_what_is_not_a_host_name_is_refused(host):
    with pytest.raises(BadName):
        host_name(host)

"""What changed between two views is enough to make one from the other, in both directions."""

import copy
from itertools import pairwise

import msgspec
import pytest

from projections.changes import Change, Kind, changes
from tests.kit import TABLES, positions


def applied(view, news):
    """The view with the changes made, one after the other, as a program without our code would."""
    root = {"": copy.deepcopy(view)}
    for change in news:
        assert (change.kind is Kind.ADDED) <= (change.old is None)
        *way, last = ["", *change.path.split("/")[1:]]
        at = root
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[unescaped(step)]
        key = int(last) if isinstance(at, list) else unescaped(last)
        if change.kind is Kind.REMOVED:
            assert at.pop(key) == change.old
        elif change.kind is Kind.ADDED and isinstance(at, list):
            at.insert(key, change.new)
        else:
            at[key] = change.new
    return root[""]


def unescaped(step):
    return step.replace("~1", "/").replace("~0", "~")


def views(rules, seats, viewer):
    """Every position of a random game as JSON has it."""
    for state in positions(rules, seats, 5):
        yield msgspec.json.decode(msgspec.json.encode(rules.view(state, viewer)))


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_changes_lead_from_each_view_to_the_next_and_back(rules, seats):
    for viewer in (None, 0):
        for old, new in pairwise(views(rules, seats, viewer)):
            assert applied(old, changes(old, new)) == new
            assert applied(new, changes(new, old)) == old


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_changes_lead_from_the_first_view_to_the_last(rules, seats):
    first, *_, last = views(rules, seats, 0)
    assert applied(first, changes(first, last)) == last


def test_a_change_names_the_place_and_both_values():
    old = {"players": [{"rupees": 3, "bales": ["BLUE"]}], "turn": 1}
    new = {"players": [{"rupees": 7, "bales": []}], "turn": 1}
    assert list(changes(old, new)) == [
        Change("/players/0/rupees", Kind.SET, 3, 7),
        Change("/players/0/bales", Kind.SET, ["BLUE"], []),
    ]


def test_what_comes_and_goes_is_told_apart():
    old = {"cells": [{"tile": "T1"}, {"tile": "T2"}, {"tile": "T3"}], "a/b": 1}
    new = {"cells": [{"tile": "T1"}], "new": None}
    assert list(changes(old, new)) == [
        Change("/cells/2", Kind.REMOVED, old={"tile": "T3"}),
        Change("/cells/1", Kind.REMOVED, old={"tile": "T2"}),
        Change("/a~1b", Kind.REMOVED, old=1),
        Change("/new", Kind.ADDED, new=None),
    ]


def test_nothing_changes_between_a_view_and_itself():
    view = {"cells": [{"tile": "T1"}], "turn": None}
    assert list(changes(view, copy.deepcopy(view))) == []

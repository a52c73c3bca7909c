"""What changed from one view to another, place by place, for whoever animates it.

Made from what the viewer sees before and after, so it says nothing that the two views do not.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import zip_longest
from typing import Any

from domain.kernel import Value


class Kind(StrEnum):
    SET = "set"  # another value in the same place
    ADDED = "added"  # at the end of a list, or under a new name
    REMOVED = "removed"


class Change(Value):
    """One place of the view. The path is a JSON Pointer (RFC 6901), such as /players/0/rupees."""

    path: str
    kind: Kind
    old: Any = None
    new: Any = None


NOTHING: Any = object()


def changes(old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """From the old view, as JSON has it, to the new one. In this order they can be applied."""
    if old is NOTHING:
        yield Change(path, Kind.ADDED, new=new)
    elif new is NOTHING:
        yield Change(path, Kind.REMOVED, old=old)
    elif isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(name for name in new if name not in old)]:
            key = name.replace("~", "~0").replace("/", "~1")
            yield from changes(old.get(name, NOTHING), new.get(name, NOTHING), f"{path}/{key}")
    elif is_ordered(old) and is_ordered(new):
        pairs = list(enumerate(zip_longest(old, new, fillvalue=NOTHING)))
        # What goes from the end of a list goes last first, so that no place moves meanwhile.
        gone = pairs[len(new) :][::-1]
        for place, (before, after) in [*pairs[: len(new)], *gone]:
            yield from changes(before, after, f"{path}/{place}")
    elif old != new:
        yield Change(path, Kind.SET, old, new)


def is_ordered(value: Any) -> bool:
    """A list of things that have parts. A list of mere words, such as bales, is one value."""
    return isinstance(value, list) and any(isinstance(each, dict | list) for each in value)

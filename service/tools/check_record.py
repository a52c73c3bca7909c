#!/usr/bin/env python3
"""Check a game record of Howdah with nothing but Python: its chain, its commitments, its draws.

    python3 check_record.py FILE [VERSION:HEAD ...]

A record is a header line, one line per event, and a footer line, each of them JSON. VERSION:HEAD
is a receipt: what you were told when your move was accepted. The program says what it found and
ends with 0, or names the first version that is wrong and ends with 1.

It does not judge moves; `howdah verify` does that too. It is meant to be read.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

COLOURS = ["yellow", "purple", "blue", "orange"]
BALES = {"yellow": 3, "purple": 4, "blue": 5, "orange": 5}
DEMANDS = [
    ["blue", "purple", "orange"],
    ["purple", "orange", "yellow"],
    ["orange", "yellow", "blue"],
    ["yellow", "blue", "purple"],
]
CITIES = ["Bombay", "Indore", "Nagpur", "Hyderabad"]
POSTS = ["E1", "E2", "E3", "E4", "F1", "F2", "F3", "F4"]
PALACES = ["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"]
ORANGE = ["rupees", "client", "city", "rupees", "client", "bale", "city", "rupees"]
YELLOW = ["client", "client", "rupees", "rupees", "city", "city", "bale", "bale"]


class Wrong(Exception):
    """Something in the file is not as it must be."""


def check(text: bytes, receipts: list[str]) -> str:
    """Go through the whole record; give a sentence about it, or raise Wrong."""
    first, *lines = text.splitlines() or [b"{}"]
    header, footer = json.loads(first), json.loads(lines.pop() if lines else b"{}")
    if (header.get("record"), footer.get("record")) != ("header", "footer") or not lines:
        raise Wrong("this is not a whole record")
    hashes = check_chain(lines, footer)
    check_receipts(receipts, hashes)
    entries = [json.loads(line) for line in lines]
    check_end(entries[-1], footer)
    check_commitments(entries, footer)
    if footer["seed"] is None:
        return f"{len(lines)} events, chain whole; the seed is not shown before the end"
    draws = check_draws(entries, footer["seed"]).draws
    return f"{len(lines)} events, chain whole, seed as committed, {draws} draws recomputed"


def check_chain(lines: list[bytes], footer: dict[str, Any]) -> list[str]:
    """Each hash is SHA-256 of the hash before it (32 zero bytes at first) and the line."""
    head, hashes = bytes(32), []
    for version, line in enumerate(lines, 1):
        head = hashlib.sha256(head + line).digest()
        hashes.append(head.hex())
        if footer["hashes"][version - 1 : version] != [head.hex()]:
            raise Wrong(f"version {version}: the line does not have the hash given for it")
        if json.loads(line)["version"] != version:
            raise Wrong(f"version {version}: the line is that of another version")
    if len(footer["hashes"]) != len(lines) or footer["head"] != hashes[-1]:
        raise Wrong(f"version {len(lines)}: there is something missing after it")
    return hashes


def check_receipts(receipts: list[str], hashes: list[str]) -> None:
    for receipt in receipts:
        version, _, head = receipt.partition(":")
        if not version.isdecimal():
            raise Wrong(f"{receipt} is no receipt: VERSION:HEAD")
        if hashes[int(version) - 1 : int(version)] != [head.lower()]:
            raise Wrong(f"version {version}: not the history that this receipt was given for")


def check_commitments(entries: list[dict[str, Any]], footer: dict[str, Any]) -> None:
    """What is opened is what the line committed to; in the end everything is opened."""
    for entry in entries:
        secret = footer["secrets"].get(str(entry["version"]))
        if secret is None and "secret" in entry and footer["seed"] is not None:
            raise Wrong(f"version {entry['version']}: its secret is not opened")
        if secret is not None:
            if hashlib.sha256(bytes.fromhex(secret)).hexdigest() != entry.get("secret"):
                raise Wrong(f"version {entry['version']}: opened otherwise than committed")
            # 16 bytes of salt, then the hidden fields of the event.
            entry["event"].update(json.loads(bytes.fromhex(secret)[16:]))
    if footer["seed"] is not None:
        opened = hashlib.sha256(bytes.fromhex(footer["seed"] + footer["salt"])).hexdigest()
        if opened != entries[0]["event"]["commitment"]:
            raise Wrong("version 1: seed and salt do not open the commitment")
        if entries[0]["event"]["seed"] != footer["seed"]:
            raise Wrong("version 1: the seed is not the one shown at the end")


def check_end(last: dict[str, Any], footer: dict[str, Any]) -> None:
    """The footer says nothing that the last event does not."""
    event, result = last["event"], footer["result"] or {}
    for name in ("seed", "salt"):
        if event.get(name) != footer[name]:
            raise Wrong(f"version {last['version']}: its {name} is not that of the footer")
    for name in ("ranks", "scores"):
        if event.get(name) != result.get(name):
            raise Wrong(f"version {last['version']}: the result is not that of the footer")


class Luck:
    """Draw k of a purpose: HMAC-SHA256(seed, table, text of each seat, purpose, k)."""

    def __init__(self, seed: str, table: str, texts: list[str]) -> None:
        self.seed = bytes.fromhex(seed)
        self.prefix = b"".join(framed(part) for part in [table, *texts])
        self.draws = 0

    def below(self, purpose: str, bound: int, counter: int = 0) -> tuple[int, int]:
        """A number below the bound, and the next counter. What would favour some is drawn again."""
        while True:
            text = self.prefix + framed(purpose) + counter.to_bytes(8, "big")
            number = int.from_bytes(hmac.digest(self.seed, text, "sha256"), "big")
            counter, self.draws = counter + 1, self.draws + 1
            if number < 2**256 // bound * bound:
                return number % bound, counter

    def shuffle(self, purpose: str, items: list[Any]) -> list[Any]:
        items, counter = list(items), 0
        for last in range(len(items) - 1, 0, -1):
            chosen, counter = self.below(purpose, last + 1, counter)
            items[last], items[chosen] = items[chosen], items[last]
        return items


def framed(part: str) -> bytes:
    return len(part.encode()).to_bytes(4, "big") + part.encode()


def check_draws(entries: list[dict[str, Any]], seed: str) -> "Position":
    """Follow the game as far as its draws need, and draw everything again."""
    table = entries[0]["event"]["table"]
    texts: dict[int, str] = {}
    at, luck = Position(), Luck(seed, table, [])
    for entry in entries:
        event, seats = entry["event"], len(texts)
        right = True
        match event["type"]:
            case "table.game_forked":
                at = check_past(event["past"], entries[0]["event"]["fork"])
            case "table.seat_taken":
                texts[event["seat"]] = event["entropy"]
            case "table.bot_seated":
                texts[event["seat"]] = ""
            case "table.seat_left" | "table.bot_removed":
                del texts[event["seat"]]
            case "table.game_started":
                luck = Luck(seed, table, [texts[seat] for seat in event["seating"]])
            case "bombay.board_set_up":
                right = is_drawn(event, seats, luck)
            case "bombay.markets_restocked":
                in_bag = [colour for colour in COLOURS for _ in range(at.bag[colour])]
                drawn = luck.shuffle(f"restock {event['set']}", in_bag)[:9]
                right = sorted(drawn) == sorted(event["left"] + event["centre"] + event["right"])
                move(at.bag, drawn, -1)
            case "bombay.silk_sold":
                move(at.bag, [event["colour"]], 1)
            case "bombay.palace_built":
                move(at.bag, [event["spent"]], 1)
            case "bombay.set_ended":
                move(at.bag, event["returned"], 1)
            case "bazar.board_set_up" if event["start"] == "random" and seats > 1:
                right = event["turn"] == luck.below("starter", seats)[0]
            case "bazar.medals_shown":
                at.contenders = event["contenders"]
            case "bazar.starter_drawn":
                chosen = luck.below("starter after medals", len(at.contenders))[0]
                right = event["seat"] == at.contenders[chosen]
        if not right:
            raise Wrong(f"version {entry['version']}: not what the seed gives")
    at.draws += luck.draws
    return at


class Position:
    """What the draws of a game depend on, and how many have been checked."""

    def __init__(self) -> None:
        self.bag = dict(BALES)
        self.contenders: list[int] = []
        self.draws = 0


def check_past(past: dict[str, Any], fork: dict[str, Any]) -> Position:
    """A fork plays on from another game, and brings its lines along: check them in the same way."""
    head, entries = bytes(32), []
    for line in past["lines"]:
        head = hashlib.sha256(head + line.encode()).digest()
        entries.append(json.loads(line))
    if (len(entries), head.hex()) != (fork["version"], fork["head"]):
        raise Wrong("version 2: not the history that the fork says it goes on from")
    opening = bytes.fromhex(past["secrets"]["1"])[16:]
    seed, salt = (json.loads(opening)[name] for name in ("seed", "salt"))
    try:
        check_commitments(entries, {"seed": seed, "salt": salt, "secrets": past["secrets"]})
        return check_draws(entries, seed)
    except Wrong as wrong:
        raise Wrong(f"version 2: in the game that it goes on from, {wrong}") from None


def is_drawn(event: dict[str, Any], seats: int, luck: Luck) -> bool:
    """Whether a board of Bombay and its first player are those of the seed."""
    options = event["options"]
    first = options["first"]
    if first is None:
        first = luck.below("first player", seats)[0]
    if options["introductory"]:
        return bool(event["first"] == first)
    posts = POSTS[: 4 if seats < 4 else 8]
    demands = dict(zip(CITIES, luck.shuffle("demands", DEMANDS), strict=True))
    colours = dict(zip(posts, luck.shuffle("posts", COLOURS * (len(posts) // 4)), strict=True))
    tokens = luck.shuffle("palace tokens", ORANGE if seats < 4 else YELLOW)
    return (event["first"], event["demands"], event["posts"], event["tokens"]) == (
        first,
        demands,
        colours,
        dict(zip(PALACES, tokens, strict=True)),
    )


def move(bag: dict[str, int], bales: list[str], count: int) -> None:
    for colour in bales:
        bag[colour] += count


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    try:
        with open(sys.argv[1], "rb") as file:
            text = file.read()
        print(f"{sys.argv[1]}: {check(text, sys.argv[2:])}")
        return 0
    except Wrong as wrong:
        print(f"{sys.argv[1]}: {wrong}")
    except OSError as error:
        print(f"{sys.argv[1]}: {error.strerror}")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        print(f"{sys.argv[1]}: this is not a record ({type(error).__name__}: {error})")
    return 1


if __name__ == "__main__":
    sys.exit(main())

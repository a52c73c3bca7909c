"""What a player, a tenant or a host may be called.

Names are shown to other people, so nothing in them may hide, reverse or imitate. Every reason has
its own code. Letters of any script are welcome, right-to-left ones too: the page isolates them.
"""

import re
import unicodedata
from itertools import pairwise

from service.errors import BadName

PLAYER_LENGTH = 40
TENANT_LENGTH = 63
MARKS_IN_A_ROW = 3

DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
JOINERS = frozenset("\u200c\u200d")  # needed inside Persian and Indic words, and in emoji
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that show nothing
HOST = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*"
)


def player_name(name: object) -> str:
    """The name as it is stored: composed, without spaces around it."""
    return clean(name, PLAYER_LENGTH)


def tenant_name(name: object) -> str:
    return clean(name, TENANT_LENGTH)


def host_name(host: object) -> str:
    """A host as it is registered and looked up: lower case, no port, no dot at the end."""
    if not isinstance(host, str):
        raise BadName("A host name is text.", reason="HOST_NOT_TEXT")
    bare = host.strip().rstrip(".").lower()
    if not bare.startswith("["):
        bare = re.sub(r":\d+$", "", bare)
    try:
        ascii_ = bare if bare.isascii() else bare.encode("idna").decode()
    except UnicodeError:
        ascii_ = ""
    if not HOST.fullmatch(ascii_):
        raise BadName("This is not a host name.", reason="HOST_NOT_A_HOST_NAME")
    return ascii_


def clean(name: object, longest: int) -> str:
    if not isinstance(name, str):
        raise BadName("A name is text.", reason="NAME_NOT_TEXT")
    # Composing can shorten a text, but not to an eighth: refuse before working on megabytes.
    if len(name) > 8 * longest:
        raise too_long(longest)
    if any(unicodedata.category(char) == "Cs" for char in name):
        raise BadName("A name is text.", reason="NAME_NOT_TEXT")
    name = unicodedata.normalize("NFC", name).strip(" ")
    if len(name) > longest:
        raise too_long(longest)
    for char in name:
        if reason := wrong(char):
            raise BadName(WHY[reason], reason=reason)
    if "  " in name:
        raise BadName(WHY["NAME_CONFUSING_SPACE"], reason="NAME_CONFUSING_SPACE")
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        raise BadName("A name needs something that can be seen.", reason="NAME_EMPTY")
    check_marks(name)
    check_joiners(name)
    return name


def too_long(longest: int) -> BadName:
    return BadName(
        f"A name has at most {longest} characters.", reason="NAME_TOO_LONG", longest=longest
    )


WHY = {
    "NAME_CONTROL_CHARACTER": "A name is one line without control characters.",
    "NAME_DIRECTION_MARK": "A name may not turn the direction of writing.",
    "NAME_INVISIBLE_CHARACTER": "A name may not hold characters that cannot be seen.",
    "NAME_CONFUSING_SPACE": "Between the words of a name there is one plain space.",
    "NAME_UNKNOWN_CHARACTER": "A name holds characters of the Unicode standard only.",
}


def wrong(char: str) -> str | None:
    """The reason for which a character can stand in no name."""
    if char in DIRECTION:
        return "NAME_DIRECTION_MARK"
    if char in BLANKS:
        return "NAME_CONFUSING_SPACE"
    match unicodedata.category(char):
        case "Cc" | "Zl" | "Zp":
            return "NAME_CONTROL_CHARACTER"
        case "Zs" if char != " ":
            return "NAME_CONFUSING_SPACE"
        case "Cf" if char not in JOINERS:
            return "NAME_INVISIBLE_CHARACTER"
        case "Cn" | "Co":
            return "NAME_UNKNOWN_CHARACTER"
        case _:
            return None


def check_marks(name: str) -> None:
    """Refuse heaps of accents, which paint over the lines above and below."""
    row = MARKS_IN_A_ROW  # a mark at the start has nothing to stand on
    for char in name:
        row = row + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if row > MARKS_IN_A_ROW:
            raise BadName("Too many marks on one letter.", reason="NAME_STACKED_MARKS")


def check_joiners(name: str) -> None:
    """A joiner is seen only where it joins; elsewhere it makes two names look the same."""
    for before, char in pairwise(f" {name}"):
        joins = unicodedata.category(before) in ("Lo", "Mn", "Mc", "So", "Sk")
        if char in JOINERS and not joins:
            raise BadName(WHY["NAME_INVISIBLE_CHARACTER"], reason="NAME_INVISIBLE_CHARACTER")
    if name[-1] in JOINERS:
        raise BadName(WHY["NAME_INVISIBLE_CHARACTER"], reason="NAME_INVISIBLE_CHARACTER")

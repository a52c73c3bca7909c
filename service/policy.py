"""What a tenant may use: quotas, guests, origins."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel import Value
from service.errors import BadUserInput, Forbidden

MOST = 1_000_000_000
ORIGINS = 50
ORIGIN = re.compile(r"\*|https?://[a-z0-9.-]{1,253}(:\d{1,5})?")


class Quotas(Value):
    """How much a tenant may use. Rates are in commands; a read costs a part of one."""

    tables_open: int = 1_000
    players: int = 100_000
    commands_per_second: int = 1_000
    commands_per_second_per_player: int = 50
    sockets: int = 5_000
    sockets_per_player: int = 50
    guests_per_minute_per_address: int = 60


# A single machine that serves its own people: wide enough to be no concern of theirs.
GENEROUS = Quotas(
    tables_open=100_000,
    players=1_000_000,
    commands_per_second=20_000,
    commands_per_second_per_player=2_000,
    sockets=50_000,
    sockets_per_player=10_000,
    guests_per_minute_per_address=60_000,
)


class Policy(Value):
    """What a tenant has chosen within what the operator allows."""

    guests: bool = False
    quotas: Quotas = Quotas()
    ceiling: Quotas = Quotas()  # the operator's: the tenant may choose less, never more
    origins: tuple[str, ...] = ()  # pages of other sites that may call from a browser


def merged(quotas: Quotas, changes: Mapping[str, Any]) -> Quotas:
    """The quotas with some of them changed."""
    for name, value in changes.items():
        if name not in Quotas.__struct_fields__:
            raise BadUserInput("There is no such quota.", reason="QUOTA_UNKNOWN", quota=str(name))
        if type(value) is not int or not 0 <= value <= MOST:
            raise BadUserInput(
                "A quota is a whole number.", reason="QUOTA_OUT_OF_RANGE", quota=name, most=MOST
            )
    return replace(quotas, **changes)


def chosen(policy: Policy, changes: Mapping[str, Any]) -> Quotas:
    """The quotas as the tenant wants them, if the operator allows as much."""
    quotas = merged(policy.quotas, changes)
    for name in Quotas.__struct_fields__:
        if getattr(quotas, name) > (most := getattr(policy.ceiling, name)):
            raise Forbidden(
                "The operator allows less.", reason="QUOTA_ABOVE_CEILING", quota=name, most=most
            )
    return quotas


def checked_origins(origins: Sequence[str]) -> tuple[str, ...]:
    if len(origins) > ORIGINS or not all(
        isinstance(origin, str) and ORIGIN.fullmatch(origin) for origin in origins
    ):
        raise BadUserInput(
            f"Origins are at most {ORIGINS} of the form https://play.example.org, or *.",
            reason="ORIGIN_NOT_AN_ORIGIN",
        )
    return tuple(dict.fromkeys(origins))

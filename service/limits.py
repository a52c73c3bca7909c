"""How fast and how much: token buckets by cost, and open sockets by number.

Nothing here leaves the process. What other processes used comes in by service.sharing; while they
cannot be heard this process gives its share of every limit.
"""

import asyncio
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

from service import metrics
from service.caller import Caller
from service.errors import QuotaExceeded, RateLimited
from service.tenancy import Tenant

BURST = 2.0  # seconds of its rate that a bucket holds
MINUTE = 60.0
MOST_BUCKETS = 100_000
DUST = 1e-6  # what sums of tenths lose
HELD = 0.2  # seconds for which a refusal is held back
NEVER = 60.0  # seconds to wait where the rate is nought


class Bucket:
    """What is left of an allowance. It changes with every request, so it is no Value."""

    __slots__ = ("at", "burst", "key", "label", "level", "rate", "slot", "spent")

    def __init__(self, slot: str, label: str, who: UUID | str, now: float) -> None:
        self.slot = slot  # what is of one slot lies on one Redis node and is shared in one call
        self.label = label
        self.key = f"howdah:{{{slot}}}:limit:{label}:{who}"
        self.rate = 0.0  # a second
        self.burst = 0.0
        self.level = math.inf  # full, whatever the burst will be
        self.at = now
        self.spent = 0.0  # since the others were last told

    def refill(self, rate: float, burst: float, now: float, share: float) -> float:
        """Bring the level up to now, by the limits of now."""
        self.rate = rate
        self.burst = burst
        self.level = min(self.level + (now - self.at) * rate * share, burst * share)
        self.at = now
        return self.level

    def wait(self, cost: float, share: float) -> float:
        """Seconds until the bucket holds the cost."""
        rate = self.rate * share
        return max(0.0, cost - self.level) / rate if rate else NEVER


class Limits:
    """The buckets and the open sockets of this process."""

    def __init__(
        self,
        address_per_second: float = 500.0,
        address_sockets: int = 500,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.share = 1.0  # of every limit: less while the other processes cannot be heard
        self.touched: set[Bucket] = set()
        self.sockets: Counter[UUID] = Counter()  # by tenant, here
        self.sockets_elsewhere: dict[UUID, int] = {}
        self._sockets_of: Counter[UUID | str] = Counter()  # by player or address, here
        self._address_per_second = address_per_second
        self._address_sockets = address_sockets
        self._buckets: OrderedDict[object, Bucket] = OrderedDict()
        self._clock = clock

    def charge(self, who: Caller | str, cost: float = 1.0) -> None:
        """Take the cost from the caller's and its tenant's allowance, or from an address's."""
        self._take(self._buckets_of(who), cost)

    async def admit(self, who: Caller | str, cost: float = 1.0) -> None:
        """Charge, but be slow to refuse.

        A refusal takes nearly as much work as what was asked for. Whoever asks again and again
        without a pause is kept waiting for it, and others have the process meanwhile.
        """
        try:
            self.charge(who, cost)
        except RateLimited:
            await asyncio.sleep(HELD)
            raise

    def charge_guest(self, tenant: Tenant, address: str) -> None:
        """Take one guest from what an address may bring to a tenant."""
        per_minute = tenant.policy.quotas.guests_per_minute_per_address
        name = network(address)
        bucket = self._bucket((tenant.id, name), tenant.id, "guests", name)
        bucket.refill(per_minute / MINUTE, float(per_minute), self._clock(), self.share)
        self._take((bucket,), 1.0)

    def headers(self, who: Caller | str) -> dict[str, str]:
        """The limits and what is left of them, as RateLimit headers say it."""
        buckets = self._buckets_of(who)
        policies, states = [], []
        for bucket in buckets:
            window = math.ceil(bucket.burst / bucket.rate) if bucket.rate else int(NEVER)
            full = math.ceil(bucket.wait(bucket.burst * self.share, self.share))
            left = max(0, math.floor(bucket.level))
            policies.append(f'"{bucket.label}";q={math.floor(bucket.burst)};w={window}')
            states.append(f'"{bucket.label}";r={left};t={full}')
        return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(states)}

    @contextmanager
    def socket(self, who: Caller | str) -> Iterator[None]:
        """One more open socket or stream, for as long as the context lasts."""
        holder: UUID | str
        if isinstance(who, str):
            holder, tenant = network(who), None
            check(self._sockets_of[holder], self._address_sockets, "QUOTA_SOCKETS_PER_ADDRESS")
        else:
            holder, tenant = who.player or who.key, who.tenant.id
            quotas = who.tenant.policy.quotas
            check(self._sockets_of[holder], quotas.sockets_per_player, "QUOTA_SOCKETS_PER_PLAYER")
            used = self.sockets[tenant] + self.sockets_elsewhere.get(tenant, 0)
            check(used, max(1, int(quotas.sockets * self.share)), "QUOTA_SOCKETS")
            self.sockets[tenant] += 1
        self._sockets_of[holder] += 1
        metrics.SOCKETS.inc()
        try:
            yield
        finally:
            metrics.SOCKETS.dec()
            self._sockets_of[holder] -= 1
            if not self._sockets_of[holder]:
                del self._sockets_of[holder]
            if tenant is not None:
                self.sockets[tenant] -= 1

    def _buckets_of(self, who: Caller | str) -> tuple[Bucket, ...]:
        now, share = self._clock(), self.share
        if isinstance(who, str):
            name = network(who)
            bucket = self._bucket(name, name, "address", name)
            rate = self._address_per_second
            bucket.refill(rate, rate * BURST, now, share)
            return (bucket,)
        tenant, quotas = who.tenant, who.tenant.policy.quotas
        whole = self._bucket(tenant.id, tenant.id, "tenant", tenant.id)
        rate = float(quotas.commands_per_second)
        whole.refill(rate, rate * BURST, now, share)
        if who.player is None:
            return (whole,)
        own = self._bucket(who.player, tenant.id, "player", who.player)
        rate = float(quotas.commands_per_second_per_player)
        own.refill(rate, rate * BURST, now, share)
        return (own, whole)

    def _take(self, buckets: tuple[Bucket, ...], cost: float) -> None:
        for bucket in buckets:
            # What costs more than a whole bucket may pass when the bucket is full.
            price = min(cost, bucket.burst * self.share)
            if bucket.level + DUST < price or not bucket.burst:
                raise RateLimited(
                    f"The {bucket.label} limit is used up.",
                    reason=f"RATE_{bucket.label.upper()}",
                    retry_after=bucket.wait(price, self.share),
                )
        for bucket in buckets:
            bucket.level -= cost
            bucket.spent += cost
            self.touched.add(bucket)

    def _bucket(self, name: object, slot: UUID | str, label: str, who: UUID | str) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(str(slot), label, who, self._clock())
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)  # which forgives a debt at worst
        else:
            self._buckets.move_to_end(name)
        return bucket


def check(used: int, most: int, reason: str) -> None:
    if used >= most:
        raise QuotaExceeded("There are as many open sockets as may be.", reason=reason, most=most)


def network(address: str) -> str:
    """What stands for one caller without a name: an IPv4 address, or an IPv6 network of 64 bits."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))
    return address

"""How fast and how much a caller may."""

import asyncio
from contextlib import ExitStack
from uuid import uuid4

import pytest

from service.caller import PLAY, WATCH, Caller
from service.errors import QuotaExceeded, RateLimited
from service.limits import Limits, network
from service.policy import Policy, Quotas
from service.tenancy import Tenant


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def limits(clock):
    return Limits(address_per_second=5, address_sockets=2, clock=clock)


def tenant(**quotas) -> Tenant:
    policy = Policy(quotas=Quotas(**quotas))
    return Tenant(uuid4(), "café", 0, hosts=(), policy=policy, suspended=False)


def player(of: Tenant) -> Caller:
    return Caller(of, uuid4(), "Asha", frozenset({PLAY, WATCH}), uuid4(), None)


CAFE = tenant(commands_per_second=100, commands_per_second_per_player=10)


def test_a_player_may_spend_two_seconds_at_once_and_then_waits(limits, clock):
    asha = player(CAFE)
    for _ in range(20):
        limits.charge(asha)
    with pytest.raises(RateLimited) as refusal:
        limits.charge(asha)
    assert refusal.value.extensions == {
        "code": "RATE_LIMITED",
        "reason": "RATE_PLAYER",
        "retryAfterMs": 100,
    }
    clock.now += 0.1
    limits.charge(asha)
    with pytest.raises(RateLimited):
        limits.charge(asha)


def test_a_refused_request_costs_nothing(limits, clock):
    asha = player(CAFE)
    limits.charge(asha, 20)
    for _ in range(100):
        with pytest.raises(RateLimited):
            limits.charge(asha)
    clock.now += 0.1
    limits.charge(asha)


@pytest.mark.anyio
async def test_a_refusal_is_held_back_while_others_pass(limits):
    club = tenant(commands_per_second=2, commands_per_second_per_player=1)
    asha, ravi = player(club), player(club)
    await limits.admit(asha, 2)
    refused = asyncio.create_task(limits.admit(asha))
    await limits.admit(ravi)
    assert not refused.done()
    with pytest.raises(RateLimited):
        await refused


def test_cost_counts_and_not_the_number_of_requests(limits):
    asha = player(CAFE)
    for _ in range(200):
        limits.charge(asha, 0.1)
    with pytest.raises(RateLimited):
        limits.charge(asha, 0.1)


def test_what_costs_more_than_a_bucket_passes_when_it_is_full_and_is_paid_off(limits, clock):
    asha = player(CAFE)
    limits.charge(asha, 30)
    clock.now += 1
    with pytest.raises(RateLimited) as refusal:
        limits.charge(asha)
    assert refusal.value.retry_after == pytest.approx(0.1)
    clock.now += 0.1
    limits.charge(asha)


def test_players_of_a_tenant_share_its_allowance(limits):
    for _ in range(10):
        limits.charge(player(CAFE), 20)
    with pytest.raises(RateLimited) as refusal:
        limits.charge(player(CAFE))
    assert refusal.value.reason == "RATE_TENANT"


def test_one_tenant_does_not_spend_another_s_allowance(limits):
    other = tenant(commands_per_second=100, commands_per_second_per_player=10)
    for _ in range(10):
        limits.charge(player(CAFE), 20)
    limits.charge(player(other), 20)


def test_where_the_tenant_refuses_the_player_keeps_its_own(limits, clock):
    asha = player(CAFE)
    for _ in range(10):
        limits.charge(player(CAFE), 20)
    with pytest.raises(RateLimited):
        limits.charge(asha)
    clock.now += 0.2
    limits.charge(asha, 20)


def test_a_changed_quota_holds_from_the_next_request(limits, clock):
    asha = player(CAFE)
    limits.charge(asha, 20)
    slower = Caller(
        tenant(commands_per_second=1, commands_per_second_per_player=1),
        asha.player, asha.name, asha.scopes, asha.key, None,
    )  # fmt: skip
    clock.now += 60
    limits.charge(slower)
    limits.charge(slower)
    with pytest.raises(RateLimited):
        limits.charge(slower)


def test_a_quota_of_nought_lets_nothing_through(limits):
    with pytest.raises(RateLimited):
        limits.charge(player(tenant(commands_per_second=0)))


def test_a_caller_without_a_name_is_limited_by_its_address(limits):
    limits.charge("192.0.2.1", 10)
    with pytest.raises(RateLimited) as refusal:
        limits.charge("::ffff:192.0.2.1")
    assert refusal.value.reason == "RATE_ADDRESS"
    limits.charge("192.0.2.2")


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
        ("x" * 10_240, "x" * 64),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address, counted_as):
    assert network(address) == counted_as


def test_headers_say_what_the_limits_are_and_what_is_left(limits):
    asha = player(CAFE)
    limits.charge(asha, 15)
    assert limits.headers(asha) == {
        "RateLimit-Policy": '"player";q=20;w=2, "tenant";q=200;w=2',
        "RateLimit": '"player";r=5;t=2, "tenant";r=185;t=1',
    }


def test_a_player_has_so_many_sockets_and_no_more(limits):
    asha = player(tenant(sockets_per_player=2))
    with limits.socket(asha), limits.socket(asha):
        with pytest.raises(QuotaExceeded) as refusal, limits.socket(asha):
            pass
        assert refusal.value.reason == "QUOTA_SOCKETS_PER_PLAYER"
        with limits.socket(player(asha.tenant)):
            pass
    with limits.socket(asha):
        pass


def test_a_tenant_has_so_many_sockets_and_no_more(limits):
    full = tenant(sockets=3)
    with ExitStack() as open_sockets:
        for _ in range(3):
            open_sockets.enter_context(limits.socket(player(full)))
        with pytest.raises(QuotaExceeded) as refusal, limits.socket(player(full)):
            pass
        assert refusal.value.extensions == {
            "code": "FORBIDDEN",
            "reason": "QUOTA_SOCKETS",
            "details": {"most": 3},
        }
    with limits.socket(player(full)):
        pass


def test_an_address_has_so_many_sockets_and_no_more(limits):
    with limits.socket("192.0.2.1"), limits.socket("192.0.2.1"):
        with pytest.raises(QuotaExceeded) as refusal, limits.socket("192.0.2.1"):
            pass
        assert refusal.value.reason == "QUOTA_SOCKETS_PER_ADDRESS"


def test_a_socket_that_fails_is_not_counted_any_more(limits):
    asha = player(tenant(sockets=1))
    with pytest.raises(ConnectionError), limits.socket(asha):
        raise ConnectionError
    with limits.socket(asha):
        pass

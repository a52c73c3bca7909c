"""Tenants: who hosts play, and what each may use."""

import asyncio
from uuid import uuid4

import psycopg
import pytest

from service.errors import BadName, BadUserInput, Forbidden, NotFound, ServiceUnavailable
from service.identity import Identity
from service.policy import GENEROUS, Quotas
from service.tenancy import Tenancy
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
def empty(database):
    """No tenant there yet: what the tests before left is gone."""
    with psycopg.connect(database) as connection:
        connection.execute("truncate howdah.tenants cascade")


def named(what: str) -> str:
    return f"{what} {uuid4().hex[:8]}"


async def test_a_tenant_is_found_by_id_and_by_name(tenancy):
    cafe = await tenancy.create(named("Café"), hosts=["Play.Example.ORG"])
    assert await tenancy.get(cafe.id) == cafe
    assert await tenancy.by_name(cafe.name) == cafe
    assert cafe in await tenancy.list()
    assert cafe.hosts == ("play.example.org",)
    assert 0 <= cafe.shard < 64
    assert not cafe.policy.guests


async def test_there_are_no_two_tenants_of_one_name(tenancy):
    cafe = await tenancy.create(named("Café"))
    with pytest.raises(BadName) as refusal:
        await tenancy.create(cafe.name)
    assert refusal.value.reason == "TENANT_NAME_TAKEN"


async def test_a_host_leads_to_one_tenant_only(tenancy):
    await tenancy.create(named("Café"), hosts=["one.example.org"])
    club = await tenancy.create(named("Club"), hosts=["two.example.org"])
    with pytest.raises(BadName) as refusal:
        await tenancy.set_hosts(club.id, ["two.example.org", "ONE.example.org:443"])
    assert refusal.value.reason == "HOST_TAKEN"
    with pytest.raises(BadName):
        await tenancy.create(named("School"), hosts=["one.example.org"])
    club = await tenancy.set_hosts(club.id, ["two.example.org", "three.example.org"])
    assert await tenancy.resolve("three.example.org", None) == club


async def test_many_who_claim_a_host_at_once_leave_one_owner(tenancy):
    names = [named("Club") for _ in range(8)]
    made = await asyncio.gather(
        *(tenancy.create(name, hosts=["wanted.example.org"]) for name in names),
        return_exceptions=True,
    )
    assert sum(not isinstance(tenant, BadName) for tenant in made) == 1


@pytest.mark.parametrize("name", ["", "a" * 10_240, "Ca\x00fé", "Caf\u202eé"])
async def test_a_tenant_name_that_hides_something_is_refused(tenancy, name):
    with pytest.raises(BadName):
        await tenancy.create(name)
    with pytest.raises(NotFound):
        await tenancy.by_name(name)


async def test_a_call_without_a_token_names_its_tenant(tenancy):
    cafe = await tenancy.create(named("Café"), hosts=["cafe.example.org"])
    assert await tenancy.resolve("cafe.example.org:8000", None) == cafe
    assert await tenancy.resolve("elsewhere.example.org", cafe.name) == cafe
    assert await tenancy.resolve(None, str(cafe.id)) == cafe
    for header in (named("Nobody"), str(uuid4()), "x" * 10_240, ""):
        with pytest.raises(NotFound):
            await tenancy.resolve("cafe.example.org", header)


@pytest.mark.usefixtures("empty")
async def test_where_one_tenant_takes_guests_nothing_need_be_named(tenancy):
    await tenancy.create("club")
    with pytest.raises(BadUserInput) as refusal:
        await tenancy.resolve("127.0.0.1:8000", None)
    assert refusal.value.reason == "TENANT_NOT_NAMED"
    demo = await tenancy.create("demo", guests=True)
    for host in ("127.0.0.1:8000", "[::1]:8000", None, "no host at all"):
        assert await tenancy.resolve(host, None) == demo
    school = await tenancy.create("school", guests=True)
    with pytest.raises(BadUserInput):
        await tenancy.resolve("127.0.0.1:8000", None)
    await tenancy.suspend(school.id)
    assert await tenancy.resolve("127.0.0.1:8000", None) == demo


async def test_a_suspended_tenant_takes_no_calls_until_it_is_resumed(tenancy):
    cafe = await tenancy.create(named("Café"), guests=True)
    assert (await tenancy.suspend(cafe.id)).suspended
    with pytest.raises(Forbidden) as refusal:
        await tenancy.resolve(None, cafe.name)
    assert refusal.value.reason == "TENANT_SUSPENDED"
    assert await tenancy.resume(cafe.id) == cafe
    assert await tenancy.resolve(None, cafe.name) == cafe


async def test_a_tenant_chooses_its_policy_within_the_ceiling(tenancy):
    cafe = await tenancy.create(named("Café"), quotas=Quotas(players=10, tables_open=5))
    changed = await tenancy.set_policy(
        cafe.id, guests=True, quotas={"players": 8}, origins=["https://cafe.example.org"]
    )
    assert changed.policy.guests
    assert changed.policy.quotas == Quotas(players=8, tables_open=5)
    assert changed.policy.origins == ("https://cafe.example.org",)
    assert await tenancy.get(cafe.id) == changed
    with pytest.raises(Forbidden) as refusal:
        await tenancy.set_policy(cafe.id, quotas={"players": 11})
    assert refusal.value.extensions == {
        "code": "FORBIDDEN",
        "reason": "QUOTA_ABOVE_CEILING",
        "details": {"quota": "players", "most": 10},
    }
    assert await tenancy.get(cafe.id) == changed
    raised = await tenancy.set_ceiling(cafe.id, {"players": 100})
    assert raised.policy.quotas == Quotas(players=100, tables_open=5)


@pytest.mark.parametrize(
    ("quotas", "reason"),
    [
        ({"elephants": 1}, "QUOTA_UNKNOWN"),
        ({"players": -1}, "QUOTA_OUT_OF_RANGE"),
        ({"players": "many"}, "QUOTA_OUT_OF_RANGE"),
        ({"players": True}, "QUOTA_OUT_OF_RANGE"),
        ({"players": 10**30}, "QUOTA_OUT_OF_RANGE"),
    ],
)
async def test_a_quota_that_is_none_is_refused(tenancy, quotas, reason):
    cafe = await tenancy.create(named("Café"))
    with pytest.raises(BadUserInput) as refusal:
        await tenancy.set_policy(cafe.id, quotas=quotas)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    "origins", [["https://a.org/path"], ["javascript:alert(1)"], [7], ["https://a.org"] * 51]
)
async def test_an_origin_that_is_none_is_refused(tenancy, origins):
    cafe = await tenancy.create(named("Café"))
    with pytest.raises(BadUserInput) as refusal:
        await tenancy.set_policy(cafe.id, origins=origins)
    assert refusal.value.reason == "ORIGIN_NOT_AN_ORIGIN"


async def test_a_change_of_what_does_not_exist_is_not_found(tenancy):
    for change in (tenancy.suspend, tenancy.resume, tenancy.set_policy, tenancy.usage):
        with pytest.raises(NotFound):
            await change(uuid4())


async def test_what_another_process_changed_is_known_within_the_time_of_belief(identity):
    here, there = Tenancy(identity, seconds=0.2), Tenancy(identity, seconds=0.2)
    cafe = await here.create(named("Café"))
    assert await there.get(cafe.id) == cafe
    await here.suspend(cafe.id)

    async def known_there():
        return (await there.get(cafe.id)).suspended

    assert await eventually(known_there) < 1


async def test_several_processes_may_see_to_the_demo_tenant_at_once(identity):
    name = named("demo")
    made = await asyncio.gather(
        *(Tenancy(identity).ensure(name, guests=True, quotas=GENEROUS) for _ in range(8))
    )
    assert len(set(made)) == 1
    assert made[0].policy.guests
    assert made[0].policy.quotas == GENEROUS


async def test_without_the_database_the_service_is_unavailable():
    async with Identity("postgresql:///howdah?host=/nowhere") as identity:
        identity._pool.timeout = 0.05
        with pytest.raises(ServiceUnavailable):
            await Tenancy(identity).by_name("demo")

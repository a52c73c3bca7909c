"""Keys, tokens, players and guests: who may come in, and who may not."""

import asyncio
import base64
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest

from service.auth import Auth
from service.caller import ADMIN, PLAY, WATCH
from service.errors import (
    BadName,
    BadUserInput,
    Forbidden,
    NotFound,
    QuotaExceeded,
    RateLimited,
    Unauthenticated,
)
from service.limits import Limits
from service.policy import Quotas
from service.tenancy import Tenancy
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
async def cafe(tenancy):
    return await tenancy.create(f"Café {uuid4().hex}", guests=True)


@pytest.fixture
async def club(tenancy):
    return await tenancy.create(f"Club {uuid4().hex}")


@pytest.fixture
async def manager(auth, cafe):
    """The café, by its API key."""
    return await caller(auth, await auth.issue_key(cafe))


@pytest.fixture
async def stranger(auth, club):
    """Another tenant, by its API key."""
    return await caller(auth, await auth.issue_key(club))


async def caller(auth, issued):
    return await auth.authenticate(f"Bearer {issued.token}")


async def test_a_key_speaks_for_its_tenant(auth, cafe):
    issued = await auth.issue_key(cafe)
    assert issued.token.startswith("howdah_t_")
    manager = await caller(auth, issued)
    assert manager.tenant == cafe
    assert manager.player is None
    assert manager.key == issued.id
    assert manager.scopes == {ADMIN, WATCH}


async def test_a_token_speaks_for_a_player(auth, manager):
    asha = await auth.register_player(manager, " Asha ")
    issued = await auth.issue_token(manager, asha.id)
    assert issued.token.startswith("howdah_p_")
    player = await caller(auth, issued)
    assert (player.tenant, player.player, player.name) == (manager.tenant, asha.id, "Asha")
    assert player.scopes == {PLAY, WATCH}
    assert player.as_player() == asha.id


async def test_the_word_bearer_may_be_written_in_any_case_or_left_out(auth, cafe):
    token = (await auth.issue_key(cafe)).token
    for header in (f"Bearer {token}", f"bearer {token}", token):
        assert (await auth.authenticate(header)).tenant == cafe


async def test_no_secret_is_stored(auth, cafe, database):
    issued = await auth.issue_key(cafe)
    secret = base64.urlsafe_b64decode(issued.token.removeprefix("howdah_t_"))[16:]
    with psycopg.connect(database) as connection:
        rows = connection.execute("select hash from howdah.keys where key_id = %s", (issued.id,))
        (hash_,) = rows.fetchone()
    assert hash_ != secret
    assert len(hash_) == 32


@pytest.mark.parametrize(
    "bearer",
    [
        None,
        "",
        "Bearer ",
        "Basic dXNlcjpwYXNz",
        "Bearer howdah_p_",
        "Bearer howdah_p_" + "A" * 64,
        "Bearer howdah_p_" + "!" * 64,
        "Bearer howdah_x_" + "A" * 64,
        "Bearer howdah_p_" + "é" * 64,
        "Bearer " + "A" * 100_000,
        "Bearer howdah_p_" + "\x00" * 64,
    ],
)
async def test_what_is_no_token_lets_nobody_in(auth, bearer):
    with pytest.raises(Unauthenticated):
        await auth.authenticate(bearer)


async def test_the_id_of_a_key_without_its_secret_lets_nobody_in(auth, cafe):
    token = (await auth.issue_key(cafe)).token
    assert (await auth.authenticate(token)).tenant == cafe
    changed = "A" if token[-1] != "A" else "B"
    with pytest.raises(Unauthenticated):
        await auth.authenticate(token[:-1] + changed)


async def test_an_expired_token_lets_nobody_in(auth, manager):
    asha = await auth.register_player(manager, "Asha")
    issued = await auth.issue_token(manager, asha.id, lifetime=timedelta(milliseconds=100))

    async def expired():
        try:
            await caller(auth, issued)
        except Unauthenticated as refusal:
            return refusal.reason == "TOKEN_EXPIRED"
        return False

    assert await eventually(expired) < 1


async def test_a_revoked_token_lets_nobody_in(auth, manager):
    asha = await auth.register_player(manager, "Asha")
    issued = await auth.issue_token(manager, asha.id)
    await caller(auth, issued)
    await auth.revoke(manager, issued.id)
    with pytest.raises(Unauthenticated):
        await caller(auth, issued)
    with pytest.raises(NotFound):
        await auth.revoke(manager, issued.id)


async def test_a_token_revoked_elsewhere_is_good_for_seconds_only(identity, cafe):
    tenancy = Tenancy(identity)
    here = Auth(identity, tenancy, Limits(), seconds=0.3)
    there = Auth(identity, tenancy, Limits(), seconds=0.3)
    manager = await caller(here, await here.issue_key(cafe))
    asha = await here.register_player(manager, "Asha")
    issued = await here.issue_token(manager, asha.id)
    await caller(there, issued)
    await here.revoke(manager, issued.id)

    async def refused_there():
        try:
            await caller(there, issued)
        except Unauthenticated:
            return True
        return False

    assert await eventually(refused_there) < 1


async def test_a_player_may_end_its_own_token_and_no_other(auth, manager):
    asha = await auth.register_player(manager, "Asha")
    mine, other = [await auth.issue_token(manager, asha.id) for _ in range(2)]
    player = await caller(auth, mine)
    with pytest.raises(NotFound):
        await auth.revoke(player, other.id)
    await auth.revoke(player, mine.id)
    with pytest.raises(Unauthenticated):
        await caller(auth, mine)
    await caller(auth, other)


async def test_a_suspended_tenant_is_told_so(auth, tenancy, cafe):
    issued = await auth.issue_key(cafe)
    await caller(auth, issued)
    await tenancy.suspend(cafe.id)
    with pytest.raises(Forbidden) as refusal:
        await caller(auth, issued)
    assert refusal.value.reason == "TENANT_SUSPENDED"
    await tenancy.resume(cafe.id)
    await caller(auth, issued)


async def test_a_rotated_key_stays_good_for_a_while(auth, cafe):
    old = await auth.issue_key(cafe, scopes=[ADMIN])
    manager = await caller(auth, old)
    new = await auth.rotate_key(manager, manager.key, grace=timedelta(milliseconds=200))
    assert (await caller(auth, old)).expires is not None
    assert (await caller(auth, new)).scopes == {ADMIN}
    assert (await caller(auth, new)).expires is None

    async def ended():
        try:
            await caller(auth, old)
        except Unauthenticated:
            return True
        return False

    assert await eventually(ended) < 1


async def test_a_token_is_good_for_its_scopes_only(auth, manager):
    asha = await auth.register_player(manager, "Asha")
    watcher = await caller(auth, await auth.issue_token(manager, asha.id, scopes=[WATCH]))
    watcher.need(WATCH)
    with pytest.raises(Forbidden) as refusal:
        watcher.as_player()
    assert refusal.value.extensions == {
        "code": "FORBIDDEN",
        "reason": "SCOPE_MISSING",
        "details": {"scope": "play"},
    }


async def test_a_tenant_key_plays_no_games(manager):
    with pytest.raises(Forbidden) as refusal:
        manager.as_player()
    assert refusal.value.reason == "PLAYER_TOKEN_NEEDED"


@pytest.mark.parametrize("scopes", [[], ["admin"], ["play", "everything"]])
async def test_a_player_token_has_no_scope_of_a_tenant(auth, manager, scopes):
    asha = await auth.register_player(manager, "Asha")
    with pytest.raises(BadUserInput) as refusal:
        await auth.issue_token(manager, asha.id, scopes=scopes)
    assert refusal.value.reason == "SCOPE_UNKNOWN"


@pytest.mark.parametrize("lifetime", [timedelta(0), timedelta(days=-1), timedelta(days=36_500)])
async def test_a_lifetime_is_more_than_nothing_and_less_than_for_ever(auth, cafe, lifetime):
    with pytest.raises(BadUserInput):
        await auth.issue_key(cafe, lifetime=lifetime)


async def test_a_player_may_administer_nothing(auth, manager):
    asha = await auth.register_player(manager, "Asha")
    player = await caller(auth, await auth.issue_token(manager, asha.id))
    for deed in (
        auth.register_player(player, "Ravi"),
        auth.players(player),
        auth.erase_player(player, asha.id),
        auth.issue_token(player, asha.id),
        auth.rotate_key(player, player.key),
    ):
        with pytest.raises(Forbidden):
            await deed


async def test_what_belongs_to_another_tenant_does_not_exist(auth, manager, stranger):
    asha = await auth.register_player(manager, "Asha")
    issued = await auth.issue_token(manager, asha.id)
    for deed in (
        auth.player(stranger, asha.id),
        auth.erase_player(stranger, asha.id),
        auth.issue_token(stranger, asha.id),
        auth.revoke(stranger, issued.id),
        auth.revoke(stranger, manager.key),
        auth.rotate_key(stranger, manager.key),
    ):
        with pytest.raises(NotFound):
            await deed
    assert (await auth.players(stranger)).players == ()
    assert await auth.people(stranger.tenant.id, [asha.id]) == {}
    assert (await caller(auth, issued)).name == "Asha"
    assert (await auth.player(manager, asha.id)).name == "Asha"


async def test_the_database_itself_hides_the_players_of_others(auth, identity, manager, club):
    await auth.register_player(manager, "Asha")
    async with identity.tenant(club.id) as connection:
        rows = await connection.execute("select count(*) from howdah.players")
        assert await rows.fetchone() == (0,)
    async with identity.connection() as connection:
        rows = await connection.execute("select count(*) from howdah.players")
        assert await rows.fetchone() == (0,)


async def test_players_are_listed_page_by_page_in_the_order_they_came(auth, manager):
    for name in ("Asha", "Bilal", "Chitra", "Dev", "Esha"):
        await auth.register_player(manager, name)
    first = await auth.players(manager, first=2)
    second = await auth.players(manager, first=2, after=first.after)
    third = await auth.players(manager, first=2, after=second.after)
    names = [[player.name for player in page.players] for page in (first, second, third)]
    assert names == [["Asha", "Bilal"], ["Chitra", "Dev"], ["Esha"]]
    assert third.after is None


async def test_a_page_that_fits_exactly_has_none_after_it(auth, manager):
    await auth.register_player(manager, "Asha")
    await auth.register_player(manager, "Bilal")
    assert (await auth.players(manager, first=2)).after is None


@pytest.mark.parametrize(("first", "after"), [(0, None), (101, None), (20, "nonsense")])
async def test_a_page_that_cannot_be_is_refused(auth, manager, first, after):
    with pytest.raises(BadUserInput):
        await auth.players(manager, first, after)


async def test_names_are_looked_up_together(auth, manager):
    asha = await auth.register_player(manager, "Asha")
    ravi = await auth.register_player(manager, "Ravi")
    for _ in range(2):
        people = await auth.people(manager.tenant.id, [asha.id, ravi.id, uuid4()])
        assert people == {asha.id: asha, ravi.id: ravi}


async def test_an_erased_player_is_nameless_and_cannot_come_in(auth, manager, tenancy, database):
    asha = await auth.register_player(manager, "Asha")
    issued = await auth.issue_token(manager, asha.id)
    await caller(auth, issued)
    await auth.people(manager.tenant.id, [asha.id])
    await auth.erase_player(manager, asha.id)
    with pytest.raises(Unauthenticated):
        await caller(auth, issued)
    for deed in (
        auth.player(manager, asha.id),
        auth.erase_player(manager, asha.id),
        auth.issue_token(manager, asha.id),
    ):
        with pytest.raises(NotFound):
            await deed
    assert (await auth.players(manager)).players == ()
    assert (await auth.people(manager.tenant.id, [asha.id]))[asha.id].name is None
    assert (await tenancy.usage(manager.tenant.id)).players == 0
    with psycopg.connect(database) as connection:
        rows = connection.execute("select name from howdah.players where player_id = %s", [asha.id])
        assert rows.fetchone() == (None,)


async def test_a_guest_gives_a_name_and_is_a_player(auth, cafe):
    player, issued = await auth.guest(cafe, "Asha", "192.0.2.1")
    assert (player.name, player.guest) == ("Asha", True)
    guest = await caller(auth, issued)
    assert guest.as_player() == player.id
    assert guest.expires is not None


async def test_where_guests_are_not_allowed_there_are_none(auth, club):
    with pytest.raises(Forbidden) as refusal:
        await auth.guest(club, "Asha", "192.0.2.1")
    assert refusal.value.reason == "GUESTS_NOT_ALLOWED"


@pytest.mark.parametrize("name", ["", "A" * 10_240, "As\x07ha", "Asha\u202e", None])
async def test_a_bad_name_is_refused_before_anything_happens(auth, cafe, manager, tenancy, name):
    with pytest.raises(BadName):
        await auth.guest(cafe, name, "192.0.2.1")
    with pytest.raises(BadName):
        await auth.register_player(manager, name)
    assert (await tenancy.usage(cafe.id)).players == 0


async def test_one_address_brings_so_many_guests_a_minute(identity, tenancy):
    cafe = await tenancy.create(
        f"Café {uuid4().hex}", guests=True, quotas=Quotas(guests_per_minute_per_address=2)
    )
    auth = Auth(identity, tenancy, Limits(clock=lambda: 0.0))
    for name in ("Asha", "Ravi"):
        await auth.guest(cafe, name, "192.0.2.1")
    with pytest.raises(RateLimited) as refusal:
        await auth.guest(cafe, "Mina", "192.0.2.1")
    assert refusal.value.retry_after == 30
    await auth.guest(cafe, "Mina", "192.0.2.2")


async def test_a_tenant_has_so_many_players_and_no_more(auth, tenancy):
    cafe = await tenancy.create(f"Café {uuid4().hex}", guests=True, quotas=Quotas(players=3))
    manager = await caller(auth, await auth.issue_key(cafe))
    tries = await asyncio.gather(
        *(auth.register_player(manager, f"Player {number}") for number in range(5)),
        *(auth.guest(cafe, f"Guest {number}", "192.0.2.1") for number in range(5)),
        return_exceptions=True,
    )
    refused = [outcome for outcome in tries if isinstance(outcome, QuotaExceeded)]
    assert len(refused) == 7
    assert {refusal.reason for refusal in refused} == {"QUOTA_PLAYERS"}
    page = await auth.players(manager)
    assert len(page.players) == 3
    await auth.erase_player(manager, page.players[0].id)
    await auth.register_player(manager, "Mina")


async def test_usage_counts_players_and_live_tokens(auth, manager, tenancy):
    asha = await auth.register_player(manager, "Asha")
    await auth.issue_token(manager, asha.id)
    ended = await auth.issue_token(manager, asha.id)
    await auth.revoke(manager, ended.id)
    usage = await tenancy.usage(manager.tenant.id)
    assert (usage.players, usage.tokens) == (1, 2)


async def test_looking_for_a_key_that_does_not_exist_asks_the_database_once(auth, identity):
    token = "howdah_p_" + base64.urlsafe_b64encode(bytes(48)).decode()
    with pytest.raises(Unauthenticated):
        await auth.authenticate(token)
    await identity._pool.close()
    with pytest.raises(Unauthenticated):
        await auth.authenticate(token)

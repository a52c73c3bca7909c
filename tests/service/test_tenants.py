"""What an operator does with tenants and their keys from the command line."""

from uuid import UUID, uuid4

import pytest

from service.errors import Forbidden, Unauthenticated

pytestmark = pytest.mark.anyio


@pytest.fixture
def cafe(howdah):
    """The name of a tenant that was just created."""
    name = f"Café {uuid4().hex}"
    created = howdah("tenant", "create", name, "--guests", "--host", f"{uuid4().hex}.example.org")
    assert created.complaint == 0
    assert UUID(created.printed)
    return name


async def test_the_first_key_of_a_tenant_comes_from_the_command_line(howdah, cafe, auth):
    issued = howdah("token", "issue", cafe)
    manager = await auth.authenticate(issued.printed)
    assert (manager.tenant.name, manager.player) == (cafe, None)
    assert manager.tenant.policy.guests


async def test_a_player_s_token_can_be_issued_and_revoked(howdah, cafe, auth):
    issued = howdah(
        "token", "issue", cafe, "--new-player", "Asha", "--scope", "watch", "--days", "2"
    )
    token = issued.printed
    player = await auth.authenticate(token)
    assert (player.name, player.scopes) == ("Asha", {"watch"})
    assert player.expires is not None
    again = howdah("token", "issue", cafe, "--player", str(player.player)).printed
    assert (await auth.authenticate(again)).player == player.player
    assert howdah("token", "revoke", cafe, str(player.key)).complaint == 0
    auth._keys.forget(player.key.bytes)
    with pytest.raises(Unauthenticated):
        await auth.authenticate(token)


async def test_a_key_is_rotated_and_the_old_one_has_an_end(howdah, cafe, auth):
    old = howdah("token", "issue", cafe, "--scope", "admin").printed
    key = (await auth.authenticate(old)).key
    new = howdah("token", "rotate", cafe, str(key), "--hours", "2").printed
    auth._keys.forget(key.bytes)
    assert (await auth.authenticate(old)).expires is not None
    manager = await auth.authenticate(new)
    assert (manager.scopes, manager.expires) == ({"admin"}, None)


async def test_a_tenant_can_be_listed_suspended_and_resumed(howdah, cafe, auth):
    token = howdah("token", "issue", cafe).printed
    howdah("tenant", "suspend", cafe)
    assert f"{cafe}\tguests\tsuspended" in howdah("tenant", "list").printed
    with pytest.raises(Forbidden):
        await auth.authenticate(token)
    howdah("tenant", "resume", cafe)
    assert f"{cafe}\tguests\topen" in howdah("tenant", "list").printed


async def test_the_operator_sets_what_a_tenant_may_use(howdah, cafe, tenancy):
    changed = howdah(
        "tenant", "change", cafe, "--no-guests", "--quota", "players=7", "--quota", "sockets=9"
    )
    assert changed.complaint == 0
    policy = (await tenancy.by_name(cafe)).policy
    assert not policy.guests
    assert (policy.quotas.players, policy.ceiling.sockets) == (7, 9)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["tenant", "create", "Caf\u202e"], "A name may not turn the direction of writing."),
        (["tenant", "create", "Club", "--host", "a b"], "This is not a host name."),
        (["tenant", "suspend", "Nobody"], "There is no such tenant."),
        (["token", "issue", "Nobody"], "There is no such tenant."),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(howdah, arguments, complaint):
    assert howdah(*arguments) == ("", f"howdah: {complaint}")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["token", "issue", "--player", "Asha"], "Asha is not an id"),
        (["token", "issue", "--player", str(UUID(int=1))], "There is no such player."),
        (["token", "issue", "--scope", "everything"], "Scopes are one or more of"),
        (["token", "issue", "--days", "0"], "A token lives"),
        (["tenant", "erase"], "Suspend a tenant and wait"),
        (["tenant", "change", "--quota", "players"], "players is not of the form"),
        (["tenant", "change", "--quota", "elephants=3"], "There is no such quota."),
        (["tenant", "create"], "There is a tenant of this name."),
    ],
)
def test_what_cannot_be_done_to_a_tenant_is_said_in_one_line(howdah, cafe, arguments, complaint):
    refused = howdah(*arguments, cafe)
    assert refused.printed == ""
    assert refused.complaint.startswith(f"howdah: {complaint}")
    assert "\n" not in refused.complaint

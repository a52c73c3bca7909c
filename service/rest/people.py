"""Guests, and what a tenant does with its key: players, tokens, policy, usage."""

from datetime import timedelta

import msgspec
from msgspec import UNSET

from service import auth, tenancy
from service.caller import ADMIN, WATCH
from service.rest import cors
from service.rest.negotiate import tenant_named
from service.rest.page import PageQuery, link
from service.rest.route import Answer, Call, Nothing
from service.rest.types import (
    Guest,
    NewGuest,
    NewPlayer,
    NewToken,
    Player,
    Players,
    Quotas,
    Tenant,
    TenantChanges,
    Token,
)

SECRET = (("cache-control", "no-store"),)


async def become_guest(call: Call[Nothing, NewGuest]) -> Answer:
    headers = call.headers
    named = tenant_named(headers.get("howdah-tenant"))
    tenant = await call.parts.tenancy.resolve(headers.get("host"), named)
    call.extra.extend(cors.checked(headers, tenant.policy.origins))
    player, issued = await call.parts.auth.guest(tenant, call.body.name, call.address)
    shown = Guest(player_of(player), issued.token, issued.id, issued.expires)
    return Answer(shown, 201, (*SECRET, ("location", f"/v1/players/{player.id}")))


async def list_players(call: Call[PageQuery, Nothing]) -> Answer:
    after = None if call.query.after is UNSET else call.query.after
    page = await call.parts.auth.players(call.caller, call.query.first, after)
    items = tuple(player_of(player) for player in page.players)
    return Answer(Players(items, page.after), headers=link(call, page.after))


async def register_player(call: Call[Nothing, NewPlayer]) -> Answer:
    player = await call.parts.auth.register_player(call.caller, call.body.name, call.body.bot)
    return Answer(player_of(player), 201, (("location", f"/v1/players/{player.id}"),))


async def get_player(call: Call[Nothing, Nothing]) -> Answer:
    return Answer(player_of(await call.parts.auth.player(call.caller, call.id)))


async def erase_player(call: Call[Nothing, Nothing]) -> Answer:
    await call.parts.auth.erase_player(call.caller, call.id)
    return Answer(status=204)


async def issue_token(call: Call[Nothing, NewToken]) -> Answer:
    seconds = call.body.seconds
    lifetime = None if seconds is UNSET else timedelta(seconds=seconds)
    issued = await call.parts.auth.issue_token(call.caller, call.id, call.body.scopes, lifetime)
    shown = Token(issued.id, issued.token, issued.scopes, issued.expires)
    return Answer(shown, 201, (*SECRET, ("location", f"/v1/tokens/{issued.id}")))


async def revoke_token(call: Call[Nothing, Nothing]) -> Answer:
    await call.parts.auth.revoke(call.caller, call.id)
    return Answer(status=204)


async def get_tenant(call: Call[Nothing, Nothing]) -> Answer:
    call.caller.need(ADMIN)
    return Answer(tenant_of(await call.parts.tenancy.get(call.caller.tenant.id)))


async def change_tenant(call: Call[Nothing, TenantChanges]) -> Answer:
    call.caller.need(ADMIN)
    changes = call.body
    quotas = None if changes.quotas is UNSET else changes.quotas
    tenant = await call.parts.tenancy.set_policy(
        call.caller.tenant.id,
        guests=None if changes.guests is UNSET else changes.guests,
        quotas=None if quotas is None else named(quotas),
        origins=None if changes.origins is UNSET else changes.origins,
    )
    return Answer(tenant_of(tenant))


async def get_me(call: Call[Nothing, Nothing]) -> Answer:
    me = await call.parts.auth.player(call.caller, call.caller.as_player(WATCH))
    return Answer(player_of(me))


def named(changes: msgspec.Struct) -> dict[str, int]:
    return {
        name: value for name, value in msgspec.structs.asdict(changes).items() if value is not UNSET
    }


def player_of(player: auth.Player) -> Player:
    return Player(player.id, player.name, player.bot, player.guest, player.created)


def tenant_of(tenant: tenancy.Tenant) -> Tenant:
    policy = tenant.policy
    return Tenant(
        id=tenant.id,
        name=tenant.name,
        hosts=tenant.hosts,
        guests=policy.guests,
        origins=policy.origins,
        quotas=msgspec.convert(policy.quotas, Quotas, from_attributes=True),
        ceiling=msgspec.convert(policy.ceiling, Quotas, from_attributes=True),
    )

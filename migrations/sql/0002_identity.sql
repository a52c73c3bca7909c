-- Looking keys up by their id alone, counting a tenant's players, telling guests apart.

alter table howdah.tenants add column players int not null default 0 check (players >= 0);
alter table howdah.players add column guest boolean not null default false;
create unique index keys_key on howdah.keys (key_id);
create index keys_player on howdah.keys (tenant_id, player_id) where revoked_at is null;

-- A key names its tenant, so the tenant cannot be set before the key is found: this function
-- alone looks into all tenants, and gives nothing to one who does not know the key's id.
create function howdah.find_key(wanted uuid)
returns table(tenant_id uuid, hash bytea, player_id uuid, name text, scopes text[],
              expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, howdah
begin atomic
  select k.tenant_id, k.hash, k.player_id, p.name, k.scopes, k.expires_at
  from howdah.keys k
  left join howdah.players p on p.tenant_id = k.tenant_id and p.player_id = k.player_id
  where k.key_id = wanted and k.revoked_at is null;
end;
revoke all on function howdah.find_key from public;
grant execute on function howdah.find_key to howdah_identity;

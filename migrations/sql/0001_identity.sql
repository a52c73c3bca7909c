-- Who there is: tenants, their players and the keys by which both come in.

create table howdah.tenants (
  tenant_id uuid primary key,
  name text not null unique,
  shard smallint not null check (shard between 0 and 63),  -- chosen once, never computed again
  guests boolean not null default false,
  hosts text[] not null default '{}',
  policy jsonb not null default '{}',
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

-- A player's name stands here and nowhere else, so that erasing it erases it.
create table howdah.players (
  tenant_id uuid not null references howdah.tenants,
  player_id uuid not null,
  name text,
  bot boolean not null default false,
  created_at timestamptz not null default now(),
  erased_at timestamptz,
  primary key (tenant_id, player_id)
);

create table howdah.keys (
  tenant_id uuid not null references howdah.tenants,
  key_id uuid not null,
  hash bytea not null unique,
  kind text not null check (kind in ('tenant', 'player')),
  player_id uuid,
  scopes text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, player_id) references howdah.players,
  check ((kind = 'player') = (player_id is not null))
);

-- The event log. Rows of events are written once, by the function append, and never change.

create table howdah.streams (
  shard smallint not null,
  tenant_id uuid not null,
  stream_id uuid not null,
  kind text not null,
  version int not null,
  head_hash bytea not null,
  primary key (shard, tenant_id, stream_id)
) with (fillfactor = 80);

create table howdah.events (
  shard smallint not null,
  pos bigint not null,            -- gapless and in commit order inside a shard
  tenant_id uuid not null,
  stream_id uuid not null,
  version int not null,
  command_id uuid not null,
  ord smallint not null,          -- 1, 2, ... inside the command
  command_count smallint,         -- on ord 1: how many events the command has
  fingerprint bytea,              -- on ord 1: SHA-256 of the command
  type text not null,
  schema_version smallint not null,
  data bytea not null,            -- the exact line that is hashed; jsonb would reorder it
  secret bytea,                   -- salt and private part; data holds only its commitment
  hash bytea not null,
  recorded_at timestamptz not null,
  primary key (shard, pos),
  constraint events_stream unique (shard, tenant_id, stream_id, version),
  constraint events_hash check (octet_length(hash) = 32),
  constraint events_first check ((ord = 1) = (command_count is not null and octet_length(fingerprint) = 32))
) partition by list (shard);

-- Idempotency lives in the log itself. The tenant is part of the key, so that two tenants may
-- use the same id and neither learns of the other's.
create unique index events_command on howdah.events (shard, command_id, tenant_id) where ord = 1;

create function howdah.forbid() returns trigger language plpgsql as $$
begin
  raise exception 'the log only grows: % of % is forbidden', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create trigger forbid before update or delete or truncate on howdah.events
  for each statement execute function howdah.forbid();
create trigger forbid before delete or truncate on howdah.streams
  for each statement execute function howdah.forbid();

-- Statement triggers of the parent do not fire for a statement that names a partition.
do $$ declare part text; begin
  for i in 0 .. 7 loop
    part := 'events_' || i;
    execute format(
      'create table howdah.%I partition of howdah.events for values in (%s)
         with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0)',
      part, (select string_agg(shard::text, ', ') from generate_series(i, 63, 8) shard));
    execute format(
      'create trigger forbid before update or delete or truncate on howdah.%I
         for each statement execute function howdah.forbid()', part);
  end loop;
end $$;

create table howdah.checkpoints (
  projection text not null,
  projection_version int not null,
  shard smallint not null,
  pos bigint not null default 0,
  owner text,                                  -- who holds the lease, for people to read
  owner_epoch bigint not null default 0,       -- fences a former owner out of its own checkpoint
  leased_until timestamptz not null default '-infinity',
  updated_at timestamptz not null default now(),
  primary key (projection, projection_version, shard)
);

-- Streams that a projection could not digest: it goes on with the others.
create table howdah.parked (
  projection text not null,
  projection_version int not null,
  shard smallint not null,
  tenant_id uuid not null,
  stream_id uuid not null,
  pos bigint not null,
  error text not null,
  attempts int not null default 1,
  parked_at timestamptz not null default now(),
  primary key (projection, projection_version, shard, tenant_id, stream_id)
);

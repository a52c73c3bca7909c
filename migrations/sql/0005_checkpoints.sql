-- Signed checkpoints: what the service vouches for. Like the log, they only ever grow.

create table howdah.signing_keys (
  key_id text primary key,
  public bytea not null,
  since timestamptz not null default now()
);

create table howdah.signed_checkpoints (
  tenant_id uuid not null,
  number int not null,
  shard smallint not null,
  after_pos bigint not null,      -- it is about the tenant's events after this position
  last_pos bigint not null,       -- up to this one
  statement bytea not null,       -- the exact text that is signed
  key_id text not null references howdah.signing_keys,
  signature bytea not null,
  primary key (tenant_id, number),
  constraint signed_checkpoints_position unique (tenant_id, last_pos)
);

create trigger forbid before update or delete or truncate on howdah.signed_checkpoints
  for each statement execute function howdah.forbid();
create trigger forbid before update or delete or truncate on howdah.signing_keys
  for each statement execute function howdah.forbid();

-- How far each shard is signed. Whoever signs holds the row.
create table howdah.signing_progress (
  shard smallint primary key,
  pos bigint not null default 0
);
insert into howdah.signing_progress (shard) select generate_series(0, 63);

alter table howdah.signed_checkpoints enable row level security;
create policy of_tenant on howdah.signed_checkpoints for select to howdah_reader
  using (tenant_id = (select howdah.tenant()));
create policy all_tenants on howdah.signed_checkpoints to howdah_projector using (true);

grant select on howdah.signed_checkpoints, howdah.signing_keys to howdah_reader;
grant select, insert on howdah.signed_checkpoints, howdah.signing_keys to howdah_projector;
grant select, update on howdah.signing_progress to howdah_projector;

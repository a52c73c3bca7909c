-- What lists are read from. Everything here is made from the log and can be made again: a build
-- is one making of it, and rows of two builds lie side by side while a new one is made.

create table howdah.projections (
  projection text primary key,
  build int not null default 1  -- the one that is read
);
insert into howdah.projections (projection) values ('models'), ('views');

create table howdah.tables (
  build int not null,
  shard smallint not null,
  tenant_id uuid not null,
  table_id uuid not null,
  game text not null,
  status text not null,
  public boolean not null,
  seats smallint not null,
  taken smallint not null,
  host uuid not null,
  players uuid[] not null,
  on_turn uuid[] not null,
  version int not null,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (build, tenant_id, table_id)
);
create index tables_newest on howdah.tables (build, tenant_id, opened_at desc, table_id desc);
create index tables_by_status
  on howdah.tables (build, tenant_id, status, opened_at desc, table_id desc);

create table howdah.sittings (
  build int not null,
  shard smallint not null,
  tenant_id uuid not null,
  player_id uuid not null,
  table_id uuid not null,
  opened_at timestamptz not null,
  primary key (build, tenant_id, table_id, player_id)
);
create index sittings_newest
  on howdah.sittings (build, tenant_id, player_id, opened_at desc, table_id desc);

create table howdah.standings (
  build int not null,
  shard smallint not null,
  tenant_id uuid not null,
  game text not null,
  player_id uuid not null,
  mu float8 not null,
  sigma float8 not null,
  rating float8 not null,
  played int not null,
  won int not null,
  primary key (build, tenant_id, game, player_id)
);
create index standings_best
  on howdah.standings (build, tenant_id, game, rating desc, player_id desc);

create table howdah.usage (
  build int not null,
  shard smallint not null,
  tenant_id uuid not null,
  day date not null,
  commands bigint not null,
  events bigint not null,
  bytes bigint not null,
  tables_opened bigint not null,
  games_started bigint not null,
  games_finished bigint not null,
  primary key (build, tenant_id, day)
);

-- The digest of a shard's rows, to see that two builds are the same to the byte.
create index tables_shard on howdah.tables (build, shard);
create index sittings_shard on howdah.sittings (build, shard);
create index standings_shard on howdah.standings (build, shard);
create index usage_shard on howdah.usage (build, shard);

alter table howdah.tables enable row level security;
alter table howdah.sittings enable row level security;
alter table howdah.standings enable row level security;
alter table howdah.usage enable row level security;

create policy of_tenant on howdah.tables for select to howdah_reader
  using (tenant_id = (select howdah.tenant()));
create policy of_tenant on howdah.sittings for select to howdah_reader
  using (tenant_id = (select howdah.tenant()));
create policy of_tenant on howdah.standings for select to howdah_reader
  using (tenant_id = (select howdah.tenant()));
create policy of_tenant on howdah.usage for select to howdah_reader
  using (tenant_id = (select howdah.tenant()));
create policy all_tenants on howdah.tables to howdah_projector using (true);
create policy all_tenants on howdah.sittings to howdah_projector using (true);
create policy all_tenants on howdah.standings to howdah_projector using (true);
create policy all_tenants on howdah.usage to howdah_projector using (true);

grant select on howdah.projections, howdah.tables, howdah.sittings, howdah.standings, howdah.usage,
  howdah.checkpoints to howdah_reader;
grant select, insert, update, delete
  on howdah.projections, howdah.tables, howdah.sittings, howdah.standings, howdah.usage
  to howdah_projector;

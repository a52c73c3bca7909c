-- Who may do what. The service connects as one user and takes one of these roles per pool.

-- The setting is '' and not null once it has been set and has lapsed on a connection.
create function howdah.tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('howdah.tenant', true), '')::uuid;

alter table howdah.streams enable row level security;
alter table howdah.events enable row level security;
alter table howdah.players enable row level security;

-- (select ...) makes the planner ask once per statement and not once per row.
create policy of_tenant on howdah.streams for select to howdah_reader
  using (tenant_id = (select howdah.tenant()));
create policy of_tenant on howdah.events for select to howdah_reader
  using (tenant_id = (select howdah.tenant()));
create policy of_tenant on howdah.players to howdah_reader, howdah_identity
  using (tenant_id = (select howdah.tenant()));
create policy all_tenants on howdah.streams for select to howdah_projector using (true);
create policy all_tenants on howdah.events for select to howdah_projector using (true);

revoke all on all functions in schema howdah from public;
grant usage on schema howdah
  to howdah_writer, howdah_reader, howdah_projector, howdah_identity;
grant execute on function howdah.append, howdah.append_one, howdah.outcomes to howdah_writer;
grant execute on function howdah.tenant to howdah_reader, howdah_identity;
grant select on howdah.streams, howdah.events, howdah.players, howdah.alembic_version
  to howdah_reader;
grant select on howdah.streams, howdah.events to howdah_projector;
grant select, insert, update, delete on howdah.checkpoints, howdah.parked to howdah_projector;
grant select, insert, update on howdah.tenants, howdah.players, howdah.keys to howdah_identity;

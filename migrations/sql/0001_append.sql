-- Append a batch of commands, each whole or not at all. Gives the pos of each command's last
-- event, or -1 if it was not written: howdah.outcomes says why.
--
-- The c_ arrays have an element per command, the e_ arrays one per event: e_command is the number
-- of its command, from 1, and e_ord its place there. Commands come sorted by shard, tenant and
-- stream, at most one per stream: rows and then shards are locked in that order by everyone, so
-- that nobody waits in a circle.
create function howdah.append(
  c_shard smallint[], c_tenant uuid[], c_stream uuid[], c_kind text[], c_expected int[],
  c_prev bytea[], c_head bytea[], c_command uuid[], c_fingerprint bytea[], c_count smallint[],
  e_command smallint[], e_ord smallint[], e_type text[], e_schema smallint[], e_data bytea[],
  e_secret bytea[], e_hash bytea[])
returns bigint[]
language plpgsql security definer
set search_path = pg_catalog, howdah
set lock_timeout = '2s'
-- One plan for all, whatever the statistics say: by itself Postgres would plan anew for each shard,
-- or go by any index while a table is small and stay with it while it grows. Without sorting, "order
-- by" names the index to go by; ">= and <=" is "=" that leaves something to order.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  last bigint[] := array_fill(-1::bigint, array[cardinality(c_command)]);
  locked smallint := -1;
  top bigint;
begin
  -- Compare and set, unless the command is known: then the stream has moved on because of it,
  -- or it is repeated by someone who knows that and expects the newer version. That the same
  -- command comes through another process at this moment ends at the index events_command.
  for i in 1 .. cardinality(c_command) loop
    if c_expected[i] = 0 then
      insert into streams
        select c_shard[i], c_tenant[i], c_stream[i], c_kind[i], c_count[i], c_head[i]
        where (
          select true from events e
          where e.shard = c_shard[i] and e.tenant_id = c_tenant[i] and e.ord = 1
            and e.command_id >= c_command[i] and e.command_id <= c_command[i]
          order by e.command_id limit 1) is null
        on conflict do nothing;
    else
      update streams s set version = c_expected[i] + c_count[i], head_hash = c_head[i]
        where s.shard = c_shard[i] and s.tenant_id = c_tenant[i] and s.stream_id = c_stream[i]
          and s.version = c_expected[i] and s.head_hash = c_prev[i]
          and (
            select true from events e
            where e.shard = c_shard[i] and e.tenant_id = c_tenant[i] and e.ord = 1
              and e.command_id >= c_command[i] and e.command_id <= c_command[i]
            order by e.command_id limit 1) is null;
    end if;
    if found then
      last[i] := 0;
    end if;
  end loop;

  for i in 1 .. cardinality(c_command) loop
    if last[i] = 0 then
      if c_shard[i] <> locked then
        -- Taken last and held to the commit: the next writer gets it when these rows are
        -- visible, so commit order is pos order, and a rollback leaves no hole.
        locked := c_shard[i];
        perform pg_advisory_xact_lock(1163084627, locked);
        select pos into top from events where shard = locked order by pos desc limit 1;
      end if;
      top := coalesce(top, 0) + c_count[i];
      last[i] := top;
    end if;
  end loop;

  insert into events (shard, pos, tenant_id, stream_id, version, command_id, ord, command_count,
                      fingerprint, type, schema_version, data, secret, hash, recorded_at)
    select c_shard[c], last[c] - c_count[c] + ord, c_tenant[c], c_stream[c], c_expected[c] + ord,
           c_command[c], ord, case ord when 1 then c_count[c] end,
           case ord when 1 then c_fingerprint[c] end,
           type, schema_version, data, secret, hash, clock_timestamp()
    from unnest(e_command, e_ord, e_type, e_schema, e_data, e_secret, e_hash)
      e (c, ord, type, schema_version, data, secret, hash)
    where last[c] > 0;
  return last;
end $$;

-- The same for a lone command, for which the general form is slow to start.
create function howdah.append_one(
  p_shard smallint, p_tenant uuid, p_stream uuid, p_kind text, p_expected int,
  p_prev bytea, p_head bytea, p_command uuid, p_fingerprint bytea, p_count smallint,
  e_type text[], e_schema smallint[], e_data bytea[], e_secret bytea[], e_hash bytea[])
returns bigint
language plpgsql security definer
set search_path = pg_catalog, howdah
set lock_timeout = '2s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  top bigint;
begin
  if p_expected = 0 then
    insert into streams
      select p_shard, p_tenant, p_stream, p_kind, p_count, p_head
      where (
        select true from events e
        where e.shard = p_shard and e.tenant_id = p_tenant and e.ord = 1
          and e.command_id >= p_command and e.command_id <= p_command
        order by e.command_id limit 1) is null
      on conflict do nothing;
  else
    update streams set version = p_expected + p_count, head_hash = p_head
      where shard = p_shard and tenant_id = p_tenant and stream_id = p_stream
        and version = p_expected and head_hash = p_prev
        and (
          select true from events e
          where e.shard = p_shard and e.tenant_id = p_tenant and e.ord = 1
            and e.command_id >= p_command and e.command_id <= p_command
          order by e.command_id limit 1) is null;
  end if;
  if not found then
    return -1;
  end if;
  perform pg_advisory_xact_lock(1163084627, p_shard);
  select pos into top from events where shard = p_shard order by pos desc limit 1;
  top := coalesce(top, 0);
  insert into events (shard, pos, tenant_id, stream_id, version, command_id, ord, command_count,
                      fingerprint, type, schema_version, data, secret, hash, recorded_at)
    select p_shard, top + ord, p_tenant, p_stream, p_expected + ord, p_command,
           ord, case ord when 1 then p_count end, case ord when 1 then p_fingerprint end,
           type, schema_version, data, secret, hash, clock_timestamp()
    from unnest(e_type, e_schema, e_data, e_secret, e_hash) with ordinality
      e (type, schema_version, data, secret, hash, ord);
  return top + p_count;
end $$;

-- What became of commands that were not written, in their order:
--   duplicate  was written before; first, version, head and pos are those of then
--   reused     the id belongs to another command
--   conflict   the stream is not where the command expects it; version and head say where it is
create function howdah.outcomes(
  c_shard smallint[], c_tenant uuid[], c_stream uuid[], c_command uuid[], c_fingerprint bytea[])
returns table (status text, first int, version int, head bytea, pos bigint)
language plpgsql security definer
set search_path = pg_catalog, howdah
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
  known record;
begin
  for i in 1 .. cardinality(c_command) loop
    status := 'conflict'; first := null; version := null; head := null; pos := null;
    select e.stream_id, e.fingerprint, e.version, e.version + e.command_count - 1 as last
      into known from events e
      where e.shard = c_shard[i] and e.tenant_id = c_tenant[i] and e.ord = 1
        and e.command_id >= c_command[i] and e.command_id <= c_command[i]
      order by e.command_id limit 1;
    if not found then
      select s.version, s.head_hash into version, head from streams s
        where s.shard = c_shard[i] and s.tenant_id = c_tenant[i] and s.stream_id = c_stream[i];
    elsif known.stream_id <> c_stream[i] or known.fingerprint <> c_fingerprint[i] then
      status := 'reused';
    else
      status := 'duplicate';
      first := known.version;
      select e.version, e.hash, e.pos into version, head, pos from events e
        where e.shard = c_shard[i] and e.tenant_id = c_tenant[i] and e.stream_id = c_stream[i]
          and e.version >= known.last and e.version <= known.last
        order by e.version limit 1;
      -- With a standby, the first answer may have been lost while waiting for it. This makes
      -- the transaction one that commits, so that it waits until the standby has all of it.
      perform pg_logical_emit_message(true, 'howdah', 'duplicate');
    end if;
    return next;
  end loop;
end $$;

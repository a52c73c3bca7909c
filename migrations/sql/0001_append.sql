-- Append a batch of commands, each whole or not at all, and say in their order what came of each:
--   ok         written; pos is that of its last event
--   duplicate  was written before; first, version, head and pos are those of then
--   reused     the id belongs to another command
--   conflict   the stream is not where the command expects it; version and head say where it is
--
-- The c_ arrays have an element per command, the e_ arrays one per event in the order of the
-- commands. Commands come sorted by shard, tenant and stream, at most one per stream: rows and
-- then shards are locked in that order by everyone, so nobody waits in a circle.
create function howdah.append(
  c_shard smallint[], c_tenant uuid[], c_stream uuid[], c_kind text[], c_expected int[],
  c_prev bytea[], c_head bytea[], c_command uuid[], c_fingerprint bytea[], c_count smallint[],
  e_type text[], e_schema smallint[], e_data bytea[], e_secret bytea[], e_hash bytea[])
returns table (status text, first int, version int, head bytea, pos bigint)
language plpgsql security definer
set search_path = pg_catalog, howdah
set lock_timeout = '2s'
-- One plan for all, made of look-ups in indexes, whatever the statistics say: by itself Postgres
-- would plan anew for each shard, or walk through a table that was small when it last looked.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  outcome text[] := '{}';
  known record;
  e_command int[] := '{}';  -- of each event: its command if that one is to be written, else null
  e_ord int[] := '{}';
  e_pos bigint[] := '{}';
  last_pos bigint[] := '{}';
  event int := 0;
  locked smallint := -1;
  next_pos bigint;
begin
  for i in 1 .. cardinality(c_command) loop
    -- Is the command known? If not, compare and set. If that fails, look once more: the same
    -- command may have been on its way through another process.
    for look in 1 .. 2 loop
      select e.stream_id, e.fingerprint into known from events e
        where e.shard = c_shard[i] and e.command_id = c_command[i] and e.ord = 1
          and e.tenant_id is not distinct from c_tenant[i];  -- no reason to go by the tenant
      if found then
        outcome[i] := case when known.stream_id = c_stream[i]
                            and known.fingerprint = c_fingerprint[i]
                           then 'duplicate' else 'reused' end;
        exit;
      end if;
      outcome[i] := 'conflict';
      exit when look = 2;
      if c_expected[i] = 0 then
        insert into streams values
          (c_shard[i], c_tenant[i], c_stream[i], c_kind[i], c_count[i], c_head[i])
          on conflict do nothing;
      else
        update streams s set version = c_expected[i] + c_count[i], head_hash = c_head[i]
          where s.shard = c_shard[i] and s.tenant_id = c_tenant[i] and s.stream_id = c_stream[i]
            and s.version = c_expected[i] and s.head_hash = c_prev[i];
      end if;
      if found then
        outcome[i] := 'ok';
        exit;
      end if;
    end loop;
  end loop;

  for i in 1 .. cardinality(c_command) loop
    if outcome[i] = 'ok' and c_shard[i] <> locked then
      -- Taken last and held to the commit: the next writer gets it when these rows are visible,
      -- so commit order is pos order, and a rollback leaves no hole.
      locked := c_shard[i];
      perform pg_advisory_xact_lock(1163084627, locked);
      next_pos := (select coalesce(max(e.pos), 0) from events e where e.shard = locked);
    end if;
    for ord in 1 .. c_count[i] loop
      event := event + 1;
      -- Every place is filled, with null for what is not written: an array that begins at a later
      -- place would be unnested from its first element, beside the wrong line.
      e_ord[event] := ord;
      e_command[event] := case outcome[i] when 'ok' then i end;
      if outcome[i] = 'ok' then
        next_pos := next_pos + 1;
      end if;
      e_pos[event] := next_pos;
    end loop;
    last_pos[i] := next_pos;
  end loop;

  insert into events (shard, pos, tenant_id, stream_id, version, command_id, ord, command_count,
                      fingerprint, type, schema_version, data, secret, hash, recorded_at)
    select c_shard[c], pos, c_tenant[c], c_stream[c], c_expected[c] + ord, c_command[c], ord,
           case ord when 1 then c_count[c] end, case ord when 1 then c_fingerprint[c] end,
           type, schema_version, data, secret, hash, clock_timestamp()
    from unnest(e_command, e_ord, e_pos, e_type, e_schema, e_data, e_secret, e_hash)
      e (c, ord, pos, type, schema_version, data, secret, hash)
    where c is not null;

  for i in 1 .. cardinality(c_command) loop
    status := outcome[i]; first := null; version := null; head := null; pos := last_pos[i];
    if status = 'duplicate' then
      select e.version, e.version + e.command_count - 1 into first, version from events e
        where e.shard = c_shard[i] and e.command_id = c_command[i] and e.ord = 1
          and e.tenant_id is not distinct from c_tenant[i];
      select e.hash, e.pos into head, pos from events e
        where e.shard = c_shard[i] and e.tenant_id = c_tenant[i] and e.stream_id = c_stream[i]
          and e.version = append.version;
      -- With a standby, the first answer may have been lost while waiting for it. This makes
      -- the transaction one that commits, so that it waits until the standby has all of it.
      perform pg_logical_emit_message(true, 'howdah', 'duplicate');
    elsif status = 'conflict' then
      select s.version, s.head_hash into version, head from streams s
        where s.shard = c_shard[i] and s.tenant_id = c_tenant[i] and s.stream_id = c_stream[i];
    end if;
    return next;
  end loop;
end $$;

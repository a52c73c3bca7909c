-- Where a bot may be on turn: found at every start of a process, whatever the number of tables.
create index tables_bots on howdah.tables (build)
  where status = 'playing' and (on_turn = '{}' or cardinality(players) < taken);

-- When each shard was signed last: of many processes only the first that finds it due signs it.
alter table howdah.signing_progress
  add column signed_at timestamptz not null default '-infinity';

-- A list says which of its tables go on from another game; the column is filled by the projector.
alter table howdah.tables add column forked_from uuid;

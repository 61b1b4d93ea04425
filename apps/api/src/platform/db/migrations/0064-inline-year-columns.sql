-- A year of figures fits in a row. Kept beside the table, each would be looked up by an index of its own when a snapshot
-- is loaded. Years that are there already move when they are next written.
alter table price_chunk alter column closes set storage plain;
alter table fx_chunk alter column rates set storage plain;

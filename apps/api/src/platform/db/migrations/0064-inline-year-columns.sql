-- A year of figures fits in a row. Stored out of line (TOAST), each would cost an index lookup when a snapshot is
-- loaded. Existing years move when they are next written.
alter table price_chunk alter column closes set storage plain;
alter table fx_chunk alter column rates set storage plain;

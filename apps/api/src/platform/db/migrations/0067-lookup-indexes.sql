-- A transaction is often asked for by its name alone, an instrument by who holds it, and a move by its other side. Whoever
-- asks names no family: these went through the transactions of all families, at best family by family.
alter table transaction drop constraint transaction_family_id_root_id_revision_key;
alter table transaction add constraint transaction_version unique (root_id, revision, family_id);
drop index transaction_instrument;
create index transaction_instrument on transaction (instrument_id, family_id);
create index transaction_link on transaction (link) where link is not null;

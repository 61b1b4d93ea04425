-- Indexes for lookups without a family: transactions by root id, by instrument and by link. Without them these
-- queries scan the transactions of all families.
alter table transaction drop constraint transaction_family_id_root_id_revision_key;
alter table transaction add constraint transaction_version unique (root_id, revision, family_id);
drop index transaction_instrument;
create index transaction_instrument on transaction (instrument_id, family_id);
create index transaction_link on transaction (link) where link is not null;

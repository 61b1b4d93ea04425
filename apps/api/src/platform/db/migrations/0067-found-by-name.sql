-- A booking is often asked for by its name alone, an instrument by who holds it, and a move by its other side. Whoever
-- asks names no family: these went through the bookings of all families, at best family by family.
alter table booking drop constraint booking_family_id_root_id_revision_key;
alter table booking add constraint booking_version unique (root_id, revision, family_id);
drop index booking_instrument;
create index booking_instrument on booking (instrument_id, family_id);
create index booking_link on booking (link) where link is not null;

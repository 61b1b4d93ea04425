-- The market version of the last change per subject, so that a snapshot is reloaded only when data it depends on has
-- changed. A subject is an instrument (closes, splits, calendar), 'rates', or '*' if unknown.
create table market_change (
  subject text primary key check (length(subject) <= 60),
  version bigint not null
);
create index market_change_version on market_change (version);

alter table market_change enable row level security;
alter table market_change force row level security;
create policy system_scope on market_change for select using ((select scope_is_system()));
create policy owner_counts on market_change for all to current_user using (true) with check (true);
create policy owner_counts on market_version for all to current_user using (true) with check (true);
grant select on market_change to plumbline_app;

-- Increments the version first: its row lock serialises writers. It runs as the owner of the tables, because erasing an
-- account also deletes assets and their calendars.
create function note_market_change(subjects text[]) returns bigint
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare counted bigint;
begin
  update market_version set version = version + 1 returning version into counted;
  insert into market_change (subject, version)
    select distinct s, counted from unnest(subjects) as s
    on conflict (subject) do update set version = excluded.version;
  return counted;
end $$;

-- An unknown subject invalidates every snapshot.
create or replace function bump_market_version() returns bigint language sql volatile
  as $$ select note_market_change(array['*']) $$;

-- Changes of calendars and splits. Splits used to count only with the next price.
drop trigger calendar_changed on instrument_event;
drop function note_calendar_change();
create function note_instrument_change() returns trigger language plpgsql as $$
begin
  perform note_market_change(array(select distinct instrument_id::text from changed))
    where exists (select from changed);
  return null;
end $$;
do $$
declare tab text;
begin
  foreach tab in array array['instrument_event', 'split'] loop
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function note_instrument_change()', tab || '_added', tab);
    execute format('create trigger %I after update on %I referencing new table as changed
      for each statement execute function note_instrument_change()', tab || '_changed', tab);
    execute format('create trigger %I after delete on %I referencing old table as changed
      for each statement execute function note_instrument_change()', tab || '_removed', tab);
  end loop;
end $$;

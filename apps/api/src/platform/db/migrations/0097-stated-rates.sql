-- A rate as it was stated: 1 base = rate quote. One between two other currencies than the pivot is derived: the stated
-- rate times that of the currency it goes by, and it follows that one when it changes.
alter table fx_rate
  add column set_by uuid references app_user (id) on delete set null,
  add column via text check (via ~ '^[A-Z]{3}$' and via <> currency),
  add column stated_base text check (stated_base ~ '^[A-Z]{3}$'),
  add column stated_quote text check (stated_quote ~ '^[A-Z]{3}$'),
  add column stated_rate numeric check (stated_rate > 0),
  add constraint fx_rate_stated_whole check (
    num_nulls(stated_base, stated_quote, stated_rate) in (0, 3) and (via is null or stated_rate is not null));
create index fx_rate_via on fx_rate (via, date) where via is not null;

-- Prices of securities that a family imported are written by those who may change the security itself. The prices of the
-- platform's instruments stay with administrators.
do $$
declare
  tab text;
  owned constant text := 'instrument_id in (select id from instrument where family_id in (select visible_families()))
    and (select scope_role()) <> ''demo''';
begin
  foreach tab in array array['price', 'price_chunk'] loop
    execute format('create policy own_added on %I for insert with check (%s)', tab, owned);
    execute format('create policy own_changed on %I for update using (%s) with check (%s)', tab, owned, owned);
    execute format('create policy own_removed on %I for delete using (%s)', tab, owned);
  end loop;
end $$;

-- A provider that an administrator enabled in the interface, beside those of the operator's settings.
alter table integration add column is_enabled boolean not null default false;

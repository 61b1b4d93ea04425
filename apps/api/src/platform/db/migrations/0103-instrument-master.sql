-- One master record per security: where its classification comes from, who changed what, and which duplicates were
-- merged into it. The ledger is append-only, so a merge redirects its transactions when they are loaded.

-- By field: entered, imported or derived.
alter table instrument add column sources jsonb not null default '{}' check (jsonb_typeof(sources) = 'object');

create table instrument_change (
  id bigint generated always as identity primary key,
  instrument_id uuid not null references instrument (id) on delete cascade,
  changed_at timestamptz not null default present_moment(),
  changed_by uuid references app_user (id) on delete set null,
  field text not null check (length(field) between 1 and 60),
  old text check (length(old) <= 400),
  new text check (length(new) <= 400)
);
create index instrument_change_instrument on instrument_change (instrument_id, id desc);

create table instrument_merge (
  merged_id uuid primary key references instrument (id) on delete cascade,
  kept_id uuid not null references instrument (id) check (kept_id <> merged_id),
  merged_by uuid references app_user (id) on delete set null,
  merged_at timestamptz not null default present_moment(),
  -- What the merge moved to the kept instrument, so that it can be undone.
  moved jsonb not null default '{}' check (jsonb_typeof(moved) = 'object')
);
create index instrument_merge_kept on instrument_merge (kept_id);

do $$
declare tab text;
begin
  foreach tab in array array['instrument_change', 'instrument_merge'] loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
    execute format(
      'create policy admin_writes on %I using ((select scope_role()) = ''admin'') with check ((select scope_role()) = ''admin'')', tab);
  end loop;
end $$;
-- Users need redirects to read their own transactions.
create policy seen on instrument_merge for select using (merged_id in (select id from instrument));
create policy owner_writes on instrument_change for insert to current_user with check (true);

grant select, insert on instrument_change to plumbline_app;
grant select, insert, update, delete on instrument_merge to plumbline_app;

-- Merged instruments with the one they finally lead to.
create view instrument_redirect with (security_invoker = true) as
  with recursive chain (merged_id, kept_id) as (
    select merged_id, kept_id from instrument_merge
    union
    select c.merged_id, m.kept_id from chain c join instrument_merge m on m.merged_id = c.kept_id
  )
  select c.merged_id, c.kept_id from chain c
  where not exists (select from instrument_merge m where m.merged_id = c.kept_id);
grant select on instrument_redirect to plumbline_app;

-- Every change of an instrument is logged, also one by SQL.
create function log_instrument_change() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changed text;
begin
  foreach changed in array array['name', 'long_name', 'symbol', 'isin', 'exchange', 'instrument_type', 'currency',
    'country', 'sector', 'contract_size', 'contract_expiration']
  loop
    if before -> changed is distinct from after -> changed then
      insert into instrument_change (instrument_id, changed_by, field, old, new)
        values (new.id, scope_user(), changed, before ->> changed, after ->> changed);
    end if;
  end loop;
  return null;
end $$;
create trigger instrument_changed after update on instrument
  for each row execute function log_instrument_change();

-- A user limited to some accounts of a family sees only rows of those accounts: instruments, links, decisions,
-- mappings and imports. Users who see all accounts are recognised first, so that they pay for no checks per row.

create function scope_sees_all_accounts() returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
  as $$ select exists (
    select from app_user u where u.id = scope_user() and u.disabled_at is null and u.sees_all_accounts) $$;

-- The functions below are for users with granted accounts only. The caller has checked the family.

-- True if none of these accounts is hidden from the user. Deleted accounts do not count.
create function sees_accounts(accounts uuid[]) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
begin
  return not exists (
    select from account a where a.id = any(accounts) and not exists (
      select from account_grant g where g.user_id = scope_user() and g.account_id = a.id));
end $$;

-- An instrument of a family is visible through an account that holds it or has a transaction of it. All are found in
-- one query: a check per row would take a tenth of a millisecond for each of thousands of instruments.
create function visible_instruments() returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp
  as $$
declare
  caller record;
begin
  select u.id, u.family_id into caller from app_user u where u.id = scope_user() and u.disabled_at is null;
  return query
    select i.id from account_grant g join instrument i on i.account_id = g.account_id
      where g.user_id = caller.id and i.family_id = caller.family_id
    union
    select b.instrument_id from account_grant g join transaction b on b.account_id = g.account_id
      where g.user_id = caller.id and b.family_id = caller.family_id and b.instrument_id is not null;
end $$;

-- An instrument without transactions is visible to its creator.
create function is_instrument_posted(instrument uuid, of_family uuid) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
begin
  return exists (select from transaction b where b.family_id = of_family and b.instrument_id = instrument);
end $$;

-- A position id is the root id of its opening transaction, optionally with a part.
create function sees_position(of_family uuid, position_name text) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
begin
  if position_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d+)?$' then return false; end if;
  return exists (
    select from transaction b join account_grant g on g.account_id = b.account_id and g.user_id = scope_user()
    where b.root_id = left(position_name, 36)::uuid and b.family_id = of_family and b.superseded_by is null);
end $$;

-- A finding contains the ids of its family, accounts, transactions and instruments: all must be visible.
create function sees_finding(of_family uuid, finding_name text) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
declare
  caller uuid := scope_user();
  subject uuid;
  is_about_something boolean := false;
begin
  for subject in
    select (found.ids)[1]::uuid from regexp_matches(
      replace(finding_name, of_family::text, ''), '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as found (ids)
  loop
    is_about_something := true;
    if not exists (
        select from account_grant g where g.user_id = caller and g.account_id = subject)
      and not exists (
        select from account_grant g join transaction b on b.account_id = g.account_id
        where g.user_id = caller and b.family_id = of_family and b.instrument_id = subject)
      and not sees_position(of_family, subject::text)
    then return false; end if;
  end loop;
  return is_about_something;
end $$;

-- Whether any account has a transaction in force of an instrument: undoing an import must not remove an instrument
-- that is held in a hidden account.
create function is_instrument_held(instrument uuid, of_family uuid) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
begin
  return exists (
    select from transaction b where b.family_id = of_family and b.instrument_id = instrument
      and b.superseded_by is null and b.status <> 'void');
end $$;

create index transaction_account_instrument on transaction (account_id, instrument_id);

-- Instruments.

alter table instrument add column created_by uuid default scope_user() references app_user (id) on delete set null;

-- The case avoids calling the last function where the creator is unknown.
drop policy seen on instrument;
create policy seen on instrument for select using (
  (select scope_user()) is not null and (family_id is null or (
    family_id in (select visible_families()) and (
      (select scope_sees_all_accounts()) or id in (select visible_instruments())
      or case when created_by = (select scope_user()) and account_id is null
        then not is_instrument_posted(id, family_id) else false end))));
drop policy own_changed on instrument;
create policy own_changed on instrument for update
  using (family_id in (select visible_families()) and (select scope_role()) <> 'demo' and (
    (select scope_sees_all_accounts()) or id in (select visible_instruments())
    or case when created_by = (select scope_user()) and account_id is null
      then not is_instrument_posted(id, family_id) else false end))
  with check (family_id in (select visible_families()));

-- A transaction makes its instrument visible to users of the account, so its author must see the instrument.
drop policy added on transaction;
create policy added on transaction for insert
  with check ((select scope_role()) <> 'demo' and account_id in (select visible_accounts())
    and ((select scope_sees_all_accounts()) or instrument_id is null
      or exists (select from instrument i where i.id = transaction.instrument_id)));

-- Links, positions of strategies, decisions.

drop policy family_reads on linked_position;
drop policy family_writes on linked_position;
create policy family_reads on linked_position for select using (
  family_id in (select visible_families()) and ((select scope_sees_all_accounts())
    or (sees_position(family_id, position_id) and sees_position(family_id, linked_position_id))));
create policy family_writes on linked_position
  using ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and ((select scope_sees_all_accounts())
      or (sees_position(family_id, position_id) and sees_position(family_id, linked_position_id))))
  with check ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and ((select scope_sees_all_accounts())
      or (sees_position(family_id, position_id) and sees_position(family_id, linked_position_id))));

drop policy read_with_strategy on strategy_position;
drop policy written_with_strategy on strategy_position;
create policy read_with_strategy on strategy_position for select using (
  strategy_id in (select id from strategy) and ((select scope_sees_all_accounts())
    or sees_position((select s.family_id from strategy s where s.id = strategy_id), position_id)));
create policy written_with_strategy on strategy_position
  using ((select scope_role()) <> 'demo' and strategy_id in (select id from strategy)
    and ((select scope_sees_all_accounts())
      or sees_position((select s.family_id from strategy s where s.id = strategy_id), position_id)))
  with check ((select scope_role()) <> 'demo' and strategy_id in (select id from strategy)
    and ((select scope_sees_all_accounts())
      or sees_position((select s.family_id from strategy s where s.id = strategy_id), position_id)));

drop policy family_reads on finding_decision;
drop policy family_writes on finding_decision;
create policy family_reads on finding_decision for select using (
  family_id in (select visible_families())
  and ((select scope_sees_all_accounts()) or sees_finding(family_id, finding)));
create policy family_writes on finding_decision
  using ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and ((select scope_sees_all_accounts()) or sees_finding(family_id, finding)))
  with check ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and ((select scope_sees_all_accounts()) or sees_finding(family_id, finding)));

-- Imports. One without an account is visible to its owner and to users who see all accounts; its owner loses access
-- with the account.

drop policy seen on import;
drop policy own_written on import;
drop policy undone_by_others on import;
create policy seen on import for select using (
  family_id in (select visible_families())
  and account_ids <@ (select coalesce(array_agg(id), '{}') from visible_accounts() as a (id))
  and (user_id = (select scope_user()) or (status in ('applied', 'undone')
    and (account_ids <> '{}' or (select scope_sees_all_accounts())))));
create policy own_written on import
  using (user_id = (select scope_user()) and (select scope_role()) <> 'demo' and family_id in (select visible_families())
    and ((select scope_sees_all_accounts()) or sees_accounts(account_ids)))
  with check (user_id = (select scope_user()) and (select scope_role()) <> 'demo'
    and family_id in (select visible_families())
    and ((select scope_sees_all_accounts()) or sees_accounts(account_ids)));
create policy undone_by_others on import for update
  using (status in ('applied', 'undone') and (select scope_role()) <> 'demo' and family_id in (select visible_families())
    and account_ids <@ (select coalesce(array_agg(id), '{}') from visible_accounts() as a (id))
    and (account_ids <> '{}' or (select scope_sees_all_accounts())))
  with check (family_id in (select visible_families()));

-- A mapping belongs to the account of its file; before there is one, to its creator.
alter table import_mapping add column account_id uuid references account (id) on delete cascade;
alter table import_mapping drop constraint import_mapping_pkey;
create unique index import_mapping_once on import_mapping (family_id, signature, account_id, made_by) nulls not distinct;

drop policy family_reads on import_mapping;
drop policy family_writes on import_mapping;
create policy family_reads on import_mapping for select using (
  family_id in (select visible_families()) and case when account_id is null
    then (select scope_sees_all_accounts()) or made_by = (select scope_user())
    else account_id in (select visible_accounts()) end);
create policy family_writes on import_mapping
  using ((select scope_role()) <> 'demo' and family_id in (select visible_families()) and case when account_id is null
    then (select scope_sees_all_accounts()) or made_by = (select scope_user())
    else account_id in (select visible_accounts()) end)
  with check ((select scope_role()) <> 'demo' and family_id in (select visible_families()) and case when account_id is null
    then (select scope_sees_all_accounts()) or made_by = (select scope_user())
    else account_id in (select visible_accounts()) end);

-- Account names are unique among visible accounts: 'already exists' must not confirm the name of a hidden one. A name
-- used only by hidden accounts is accepted as another copy.
alter table account add column name_copy int not null default 0;
drop index account_name;
create unique index account_name on account (family_id, lower(name), name_copy);

create function choose_name_copy() returns trigger
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  is_limited boolean := exists (
    select from app_user u where u.id = scope_user() and not u.sees_all_accounts);
  taken record;
begin
  if tg_op = 'UPDATE' and lower(new.name) = lower(old.name) then return new; end if;
  select max(a.name_copy) as last,
    min(a.name_copy) filter (where not scope_is_system() and (not is_limited or exists (
      select from account_grant g where g.user_id = scope_user() and g.account_id = a.id))) as seen
    into taken
    from account a where a.family_id = new.family_id and lower(a.name) = lower(new.name) and a.id <> new.id;
  -- A visible copy gets the same number again, which the unique index rejects.
  new.name_copy := coalesce(taken.seen, taken.last + 1, 0);
  return new;
end $$;
create trigger account_name_copy before insert or update of name on account
  for each row execute function choose_name_copy();

-- Figures end on the last close of the shared market. Prices of a family's own instruments and of archives do not
-- move it.
create or replace function note_last_close() returns trigger language plpgsql as $$
begin
  update market_version m set last_close = n.last
  from (
    select max(a.date) as last from added a join instrument i on i.id = a.instrument_id
    where i.family_id is null and a.source <> 'archive' and extract(isodow from a.date) < 6) n
  where n.last > coalesce(m.last_close, '-infinity'::date);
  return null;
end $$;

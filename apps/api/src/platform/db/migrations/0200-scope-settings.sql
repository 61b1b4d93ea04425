-- What a caller may see is found out once per transaction and kept in settings. Policies of tables with the rows of
-- families compare these settings and read no tables, so that every node of a distributed database can check them.
--   plumbline.role      of the caller; empty for a disabled or unknown one
--   plumbline.rows      whose rows they see: '*' for all, else families, or accounts for a caller limited to some. One
--                       setting, because it is read for every row
--   plumbline.families  their families: '*', a list of ids, or '=' for those in plumbline.rows
--   plumbline.accounts  the accounts they are limited to: a list of ids, or '*'
-- A search in a long list would take longer than reading the row. More than two ids are therefore spread over sixteen
-- settings by the first digit of the id, plumbline.rows_0 to plumbline.rows_f, and plumbline.rows is '#'.

-- Sets plumbline.<name> until the transaction ends. A distributed database passes a setting on to its nodes only if a
-- statement sets it.
create function set_scopes(names text[], contents text[]) returns void
  language plpgsql volatile
  as $$
declare
  is_distributed boolean := coalesce(current_setting('citus.propagate_set_commands', true) = 'local', false);
  ignored text;
begin
  for i in 1..cardinality(names) loop
    if is_distributed then
      execute format('set local plumbline.%I = %L', names[i], contents[i]);
    else
      ignored := set_config('plumbline.' || names[i], contents[i], true);
    end if;
  end loop;
end $$;

create function set_scope(name text, content text) returns void
  language plpgsql volatile
  as $$ begin perform set_scopes(array[name], array[content]); end $$;

create function spread_rows(ids uuid[]) returns void
  language plpgsql volatile
  as $$
begin
  perform set_scopes(array_agg('rows_' || spread.digit), array_agg(spread.list)) from (
    select to_hex(digit) as digit, coalesce(string_agg(id::text, ','), '') as list
    from generate_series(0, 15) as digit left join unnest(ids) as id on left(id::text, 1) = to_hex(digit)
    group by digit) as spread;
end $$;

-- Begins the scope of a transaction: of a user, or with an empty user of the system.
create function enter_scope(caller_id text, system text, present text) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  names text[] := array['system', 'now', 'user', 'role', 'rows', 'families', 'accounts'];
  who constant uuid :=
    case when caller_id ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then caller_id::uuid end;
  caller record;
  ids uuid[];
  is_spread boolean := current_setting('plumbline.rows', true) = '#';
begin
  -- None of the lists may be left of another caller in the same transaction.
  if is_spread then perform spread_rows('{}'); end if;
  if current_setting('plumbline.user', true) <> caller_id
    and (current_setting('plumbline.imports', true) <> '' or current_setting('plumbline.instruments', true) <> '') then
    perform set_scopes(array['imports', 'instruments'], array['', '']);
  end if;
  if caller_id = '' then
    -- The system sees everything; saying so here is the shortest way through the policies.
    caller_id := case when system = 'on' then '*' else '' end;
    perform set_scopes(names, array[system, present, '', '', caller_id, caller_id, caller_id]);
    return;
  end if;
  select u.role, u.family_id, u.sees_all_accounts into caller from app_user u
    where u.id = who and u.disabled_at is null;
  if caller.role is null then
    perform set_scopes(names, array[system, present, caller_id, '', '', '', '']);
    return;
  end if;
  if caller.role = 'admin' then
    perform set_scopes(names, array[system, present, caller_id, 'admin', '*', '*', '*']);
    return;
  end if;
  if not caller.sees_all_accounts then
    ids := array(
      select g.account_id from account_grant g join account a on a.id = g.account_id
      where g.user_id = who and a.family_id = caller.family_id);
  elsif caller.role = 'adviser' then
    ids := array(select a.family_id from family_access a where a.user_id = who);
  else
    ids := array[caller.family_id];
  end if;
  perform set_scopes(names, array[system, present, caller_id, caller.role,
    case when cardinality(ids) > 2 then '#' else array_to_string(ids, ',') end,
    case when not caller.sees_all_accounts then coalesce(caller.family_id::text, '')
      when cardinality(ids) > 2 then '=' else array_to_string(ids, ',') end,
    case when caller.sees_all_accounts then '*' else array_to_string(ids, ',') end]);
  if cardinality(ids) > 2 then perform spread_rows(ids); end if;
end $$;

-- The same within a scope: of another user, or of the same one after their access has changed.
create function enter_caller(caller_id text) returns void
  language plpgsql volatile
  as $$
begin
  perform enter_scope(caller_id, coalesce(current_setting('plumbline.system', true), ''),
    coalesce(current_setting('plumbline.now', true), ''));
end $$;

create function caller_role() returns text
  language sql stable
  return nullif(current_setting('plumbline.role', true), '');

-- Short, because these are planned with every query and evaluated for every row. Not 'parallel safe': their estimated
-- cost would make the planner start workers for a few thousand rows, which takes longer than reading them.
create function sees_row(family uuid, account uuid) returns boolean
  language sql stable
  return coalesce(strpos(current_setting('plumbline.rows', true), family::text) > 0
    or current_setting('plumbline.rows', true) = '*'
    or strpos(current_setting('plumbline.rows', true), account::text) > 0
    or strpos(current_setting('plumbline.rows_' || left(family::text, 1), true), family::text) > 0
    or strpos(current_setting('plumbline.rows_' || left(account::text, 1), true), account::text) > 0, false);

create function sees_family(family uuid) returns boolean
  language sql stable
  return coalesce(strpos(current_setting('plumbline.families', true), family::text) > 0
    or current_setting('plumbline.families', true) = '*'
    or current_setting('plumbline.families', true) = '='
      and strpos(current_setting('plumbline.rows_' || left(family::text, 1), true), family::text) > 0, false);

create function sees_every_account() returns boolean
  language sql stable
  return coalesce(current_setting('plumbline.accounts', true) = '*', false);

create function sees_account(account uuid) returns boolean
  language sql stable
  return case current_setting('plumbline.accounts', true) when '*' then true
    else coalesce(strpos(current_setting('plumbline.accounts', true), account::text) > 0, false) end;

-- Policies of other tables call these once per statement, which read the caller's row before.
create or replace function scope_role() returns text
  language sql stable
  return caller_role();
create or replace function scope_sees_all_accounts() returns boolean
  language sql stable
  return sees_every_account();

-- False for accounts that are hidden or erased. The nil id stands for an erased account.
create function sees_all_of(accounts uuid[]) returns boolean
  language sql stable
  return case current_setting('plumbline.accounts', true)
    when '*' then '00000000-0000-0000-0000-000000000000' <> all (accounts)
    else accounts <@ string_to_array(coalesce(current_setting('plumbline.accounts', true), ''), ',')::uuid[] end;

-- Instruments that a caller limited to some accounts may post, see admit_instruments.
create function is_admitted(instrument uuid) returns boolean
  language sql stable
  return coalesce(strpos(current_setting('plumbline.instruments', true), instrument::text) > 0, false);

do $$
declare tab text;
begin
  foreach tab in array array['account', 'account_statement', 'audit_chain', 'audit_seal', 'import', 'import_mapping',
    'ledger_change', 'reconciliation_posting', 'transaction']
  loop
    execute format('drop policy system_scope on %I', tab);
    execute format('create policy system_scope on %I using (scope_is_system()) with check (scope_is_system())', tab);
  end loop;
  foreach tab in array array['audit_line', 'audit_chain', 'audit_seal'] loop
    execute format('drop policy admin_reads on %I', tab);
    execute format('create policy admin_reads on %I for select using (caller_role() = ''admin'')', tab);
  end loop;
  foreach tab in array array['account_statement', 'reconciliation_posting'] loop
    execute format('drop policy seen on %I', tab);
    execute format('drop policy written on %I', tab);
    execute format('create policy seen on %I for select using (sees_row(family_id, account_id))', tab);
    execute format('create policy written on %I
      using (caller_role() <> ''demo'' and sees_row(family_id, account_id))
      with check (caller_role() <> ''demo'' and sees_row(family_id, account_id))', tab);
  end loop;
end $$;

drop policy admin_writes on account;
drop policy seen on account;
drop policy manual_added on account;
drop policy manual_changed on account;
drop policy manual_removed on account;
create policy admin_writes on account using (caller_role() = 'admin') with check (caller_role() = 'admin');
create policy seen on account for select using (sees_row(family_id, id));
create policy manual_added on account for insert
  with check (custodian_id = 'manual' and caller_role() <> 'demo' and sees_family(family_id));
create policy manual_changed on account for update
  using (custodian_id = 'manual' and caller_role() <> 'demo' and sees_row(family_id, id))
  with check (custodian_id = 'manual' and sees_family(family_id));
create policy manual_removed on account for delete
  using (custodian_id = 'manual' and caller_role() <> 'demo' and sees_row(family_id, id));

drop policy seen on transaction;
drop policy added on transaction;
drop policy superseded on transaction;
create policy seen on transaction for select using (sees_row(family_id, account_id));
create policy added on transaction for insert
  with check (caller_role() <> 'demo' and sees_row(family_id, account_id)
    and (sees_every_account() or instrument_id is null or is_admitted(instrument_id)));
create policy superseded on transaction for update
  using (caller_role() <> 'demo' and sees_row(family_id, account_id))
  with check (sees_row(family_id, account_id));

drop policy seen on ledger_change;
drop policy added on ledger_change;
drop policy outdated on ledger_change;
create policy seen on ledger_change for select using (sees_family(family_id));
create policy added on ledger_change for insert with check (sees_family(family_id));
create policy outdated on ledger_change for delete using (sees_family(family_id));

-- An import of an erased account is hidden from everyone but the system.
select set_config('plumbline.system', 'on', true);
update import i set account_ids = array_append(account_ids, '00000000-0000-0000-0000-000000000000')
  where exists (select from unnest(account_ids) as id where id not in (select a.id from account a));
select set_config('plumbline.system', '', true);

drop policy seen on import;
drop policy own_written on import;
drop policy delivered on import;
drop policy undone_by_others on import;
create policy seen on import for select
  using (sees_family(family_id) and sees_all_of(account_ids)
    and (user_id = scope_user()
      or status in ('applied', 'undone') and (account_ids <> '{}' or sees_every_account())));
create policy own_written on import
  using (user_id = scope_user() and caller_role() <> 'demo' and sees_family(family_id)
    and (sees_every_account() or sees_all_of(account_ids)))
  with check (user_id = scope_user() and caller_role() <> 'demo' and sees_family(family_id)
    and (sees_every_account() or sees_all_of(account_ids)));
create policy delivered on import
  using (source_name is not null and user_id is null and caller_role() in ('admin', 'adviser')
    and sees_family(family_id) and sees_every_account())
  with check (source_name is not null and user_id is null and caller_role() in ('admin', 'adviser')
    and sees_family(family_id) and sees_every_account());
create policy undone_by_others on import for update
  using (status in ('applied', 'undone') and caller_role() <> 'demo' and sees_family(family_id)
    and sees_all_of(account_ids) and (account_ids <> '{}' or sees_every_account()))
  with check (sees_family(family_id));

drop policy family_reads on import_mapping;
drop policy family_writes on import_mapping;
create policy family_reads on import_mapping for select
  using (sees_family(family_id)
    and case when account_id is null then sees_every_account() or made_by = scope_user() else sees_account(account_id) end);
create policy family_writes on import_mapping
  using (caller_role() <> 'demo' and sees_family(family_id)
    and case when account_id is null then sees_every_account() or made_by = scope_user() else sees_account(account_id) end)
  with check (caller_role() <> 'demo' and sees_family(family_id)
    and case when account_id is null then sees_every_account() or made_by = scope_user() else sees_account(account_id) end);

-- Functions of one statement that enter the scope of a user by themselves.
do $$
declare
  thing record;
  was constant text := 'perform set_config(''plumbline.user'', for_user::text, true);';
begin
  for thing in
    select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.proname in ('settings_lists', 'settings_page', 'transaction_days')
  loop
    execute replace(pg_get_functiondef(thing.oid), was, 'perform enter_caller(for_user::text);');
  end loop;
  for thing in
    select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = 'family_storage_bytes'
  loop
    execute replace(replace(pg_get_functiondef(thing.oid),
      'set_config(''plumbline.system'', ''on'', true)', 'set_scope(''system'', ''on'')'),
      'set_config(''plumbline.system'', scope, true)', 'set_scope(''system'', scope)');
  end loop;
end $$;

-- For erase_account, which hides the imports of the account.
create policy owner_erases on import for all to current_user using (true) with check (true);

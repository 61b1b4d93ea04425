-- Keys of tables with the rows of families contain the family, so that a distributed database can check them on the node
-- of the family. The id comes first: rows are looked up by it.
select set_config('plumbline.system', 'on', true);

alter table feed_delivery drop constraint feed_delivery_import_id_fkey;
alter table import_row drop constraint import_row_of_file;
alter table import_file
  drop constraint import_file_import_id_fkey,
  drop constraint import_file_account_id_fkey;
alter table import_mapping drop constraint import_mapping_account_id_fkey;
alter table account_tolerance drop constraint account_tolerance_account_id_fkey;
alter table account_grant drop constraint account_grant_account_id_fkey;
alter table instrument drop constraint instrument_account_id_fkey;
alter table integration drop constraint integration_account_id_fkey;

alter table account_tolerance add column family_id uuid;
update account_tolerance t set family_id = a.family_id from account a where a.id = t.account_id;
alter table import_file add column family_id uuid;
update import_file f set family_id = i.family_id from import i where i.id = f.import_id;
alter table import_row add column family_id uuid;
update import_row r set family_id = i.family_id from import i where i.id = r.import_id;

alter table account drop constraint account_pkey, add primary key (id, family_id);
alter table account_statement
  drop constraint account_statement_pkey,
  drop constraint account_statement_account_id_date_source_scope_key,
  add primary key (id, family_id),
  add constraint account_statement_once unique (account_id, date, source, scope, family_id);
alter table account_tolerance
  alter column family_id set not null,
  drop constraint account_tolerance_pkey,
  add primary key (account_id, family_id),
  add foreign key (family_id, account_id) references account (family_id, id) on delete cascade;
alter table reconciliation_posting drop constraint reconciliation_posting_pkey, add primary key (id, family_id);
alter table import drop constraint import_pkey, add primary key (id, family_id);
alter table import_file
  alter column family_id set not null,
  drop constraint import_file_in_import,
  drop constraint import_file_pkey,
  add primary key (id, family_id),
  add constraint import_file_in_import unique (id, import_id, family_id),
  add foreign key (import_id, family_id) references import (id, family_id) on delete cascade,
  add foreign key (family_id, account_id) references account (family_id, id) on delete set null (account_id);
alter table import_row
  alter column family_id set not null,
  drop constraint import_row_pkey,
  add primary key (file_id, number, family_id),
  add constraint import_row_of_file foreign key (file_id, import_id, family_id)
    references import_file (id, import_id, family_id) on delete cascade;
alter table import_mapping
  add foreign key (family_id, account_id) references account (family_id, id) on delete cascade;

drop policy system_scope on account_tolerance;
drop policy seen on account_tolerance;
drop policy written on account_tolerance;
create policy system_scope on account_tolerance using (scope_is_system()) with check (scope_is_system());
create policy seen on account_tolerance for select using (sees_row(family_id, account_id));
create policy written on account_tolerance
  using (caller_role() <> 'demo' and sees_row(family_id, account_id))
  with check (caller_role() <> 'demo' and sees_row(family_id, account_id));

-- Keys between these tables and those that stay on one node become triggers of the latter.
alter table account
  drop constraint account_family_id_fkey,
  drop constraint account_custodian_id_fkey;
alter table account_statement drop constraint account_statement_received_from_fkey;
alter table import
  drop constraint import_family_id_fkey,
  drop constraint import_job_id_fkey,
  drop constraint import_user_id_fkey;
alter table import_mapping
  drop constraint import_mapping_family_id_fkey,
  drop constraint import_mapping_made_by_fkey;
alter table ledger_change drop constraint ledger_change_family_id_fkey;
alter table reconciliation_posting
  drop constraint reconciliation_posting_posted_by_fkey,
  drop constraint reconciliation_posting_undone_by_fkey;
alter table transaction drop constraint transaction_instrument_id_fkey;

create policy owner_clears on account_statement for all to current_user using (true) with check (true);
create policy owner_clears on import_mapping for all to current_user using (true) with check (true);
create policy owner_clears on ledger_change for all to current_user using (true) with check (true);
create policy owner_clears on reconciliation_posting for all to current_user using (true) with check (true);
create policy owner_clears on account_grant for delete to current_user using (true);
create policy owner_clears on integration for all to current_user using (true) with check (true);

create function refuse_while_used() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  is_used boolean := case tg_table_name
    when 'family' then exists (select from account a where a.family_id = old.id::text::uuid)
    when 'custodian' then exists (select from account a where a.custodian_id = old.id::text)
    else exists (select from transaction b where b.instrument_id = old.id::text::uuid) end;
begin
  if is_used then
    raise exception '% % is still used', tg_table_name, old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;

create function clear_family() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from import where family_id = old.id;
  delete from import_mapping where family_id = old.id;
  delete from ledger_change where family_id = old.id;
  return old;
end $$;

create function forget_users() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  gone uuid[] := array(select id from removed);
begin
  update account_statement set received_from = null where received_from = any(gone);
  update import set user_id = null where user_id = any(gone);
  update import_mapping set made_by = null where made_by = any(gone);
  update reconciliation_posting set posted_by = null where posted_by = any(gone);
  update reconciliation_posting set undone_by = null where undone_by = any(gone);
  return null;
end $$;

create function forget_jobs() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
begin
  update import set job_id = null where job_id in (select id from removed);
  return null;
end $$;

-- Named so that the first one runs first.
create trigger family_1_unused before delete on family for each row execute function refuse_while_used();
create trigger family_2_cleared before delete on family for each row execute function clear_family();
create trigger custodian_unused before delete on custodian for each row execute function refuse_while_used();
create trigger instrument_unused before delete on instrument for each row execute function refuse_while_used();
create trigger user_forgotten after delete on app_user referencing old table as removed
  for each statement execute function forget_users();
create trigger job_forgotten after delete on background_job referencing old table as removed
  for each statement execute function forget_jobs();

-- What a new account or transaction refers to is locked until the transaction ends, as a foreign key would: it cannot be
-- deleted at the same moment.
create policy owner_locks on family for update to current_user using (true) with check (false);
create policy owner_locks on custodian for update to current_user using (true) with check (false);

create function hold_instruments(wanted uuid[]) returns bigint
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  held bigint;
begin
  select count(*) into held from (
    select from instrument i where i.id = any(wanted) order by i.id for key share) as locked;
  return held;
end $$;

-- Refuses instruments that do not exist or that the caller does not see.
create function admit_instruments(wanted uuid[]) returns void
  language plpgsql volatile
  as $$
declare
  seen uuid[] := array(select i.id from instrument i where i.id = any(wanted));
begin
  if exists (select from unnest(wanted) as id where id is not null and id <> all (seen))
    or hold_instruments(seen) <> cardinality(seen) then
    raise exception 'unknown instrument' using errcode = 'foreign_key_violation';
  end if;
  if not sees_every_account() then perform set_scope('instruments', array_to_string(seen, ',')); end if;
end $$;

select set_config('plumbline.system', '', true);

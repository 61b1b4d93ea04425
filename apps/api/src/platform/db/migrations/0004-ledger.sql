-- The ledger is append-only: a correction or a void is a new revision that supersedes the one before. The unique key
-- rejects the second of two concurrent corrections (409).

create table transaction (
  family_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- The id of the first revision, which identifies the transaction through all corrections.
  root_id uuid not null,
  revision int not null default 1 check (revision >= 1),
  superseded_by uuid,
  status text not null default 'booked' check (status in ('booked', 'provisional', 'void')),
  account_id uuid not null,
  transaction_type text not null check (length(transaction_type) <= 60),
  -- The custodian's trade date, without a time zone.
  date date not null,
  time_of_day time,
  sequence int not null default 0,
  settle_date date,
  ex_date date,
  instrument_id uuid references instrument (id),
  -- Amounts as the engine's ledger defines them.
  quantity numeric,
  price numeric,
  amount numeric,
  currency text not null check (currency ~ '^[A-Z]{2}[A-Za-z]$'),
  net numeric,
  rate numeric,
  fees numeric not null default 0,
  taxes numeric not null default 0,
  accrued numeric,
  counter_currency text check (counter_currency ~ '^[A-Z]{3}$'),
  counter_amount numeric,
  -- Shared by both sides of a transfer between accounts.
  link uuid,
  lots jsonb,
  takes jsonb,
  numerator numeric,
  denominator numeric,
  note text check (length(note) <= 5000),
  source text not null check (source in ('import', 'integration', 'manual', 'system')),
  -- Identifies a row of a statement when it is imported again.
  source_key text,
  import_id uuid,
  created_by uuid,
  created_at timestamptz not null default present_moment(),
  primary key (family_id, id),
  unique (family_id, root_id, revision),
  foreign key (family_id, account_id) references account (family_id, id)
) partition by hash (family_id);

do $$
begin
  for part in 0..15 loop
    execute format('create table transaction_%s partition of transaction for values with (modulus 16, remainder %s)', part, part);
    execute format('alter table transaction_%s enable row level security', part);
    execute format('alter table transaction_%s force row level security', part);
  end loop;
end $$;

create index transaction_in_force on transaction (family_id, account_id, date) where superseded_by is null;
create index transaction_instrument on transaction (instrument_id);
create unique index transaction_source on transaction (family_id, account_id, source_key)
  where source_key is not null and superseded_by is null and status <> 'void';

-- Only superseded_by may change, and only once.
create function guard_transaction() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if coalesce(current_setting('plumbline.erasing', true), '') <> 'on' then
      raise exception 'the ledger only grows' using errcode = 'insufficient_privilege';
    end if;
    return old;
  end if;
  if old.superseded_by is not null
    or to_jsonb(old) - 'superseded_by' is distinct from to_jsonb(new) - 'superseded_by'
  then
    raise exception 'the ledger only grows' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger transaction_only_grows before update or delete on transaction
  for each row execute function guard_transaction();

alter table transaction enable row level security;
alter table transaction force row level security;
create policy system_scope on transaction
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy seen on transaction for select
  using (family_id in (select visible_families()) and account_id in (select visible_accounts()));
create policy added on transaction for insert
  with check ((select scope_role()) <> 'demo' and account_id in (select visible_accounts()));
create policy superseded on transaction for update
  using ((select scope_role()) <> 'demo' and account_id in (select visible_accounts()))
  with check (account_id in (select visible_accounts()));

-- Erasing an account deletes its transactions and leaves an audit line with their number.
create policy owner_erases on transaction for all to current_user using (true) with check (true);
create policy owner_erases on account for delete to current_user using (true);
create policy owner_writes on audit_line for insert to current_user with check (true);
create policy owner_counts on family_version for all to current_user using (true) with check (true);

create function erase_account(erased uuid) returns int
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  family uuid;
  erased_name text;
  erased_count int;
begin
  -- As security definer this function sees everything, so it checks the caller's rights itself.
  select family_id, name into family, erased_name from account
    where id = erased and (
      scope_is_system() or scope_role() = 'admin'
      or (custodian_id = 'manual' and scope_role() <> 'demo' and id in (select visible_accounts())))
    for update;
  if family is null then return null; end if;
  perform set_config('plumbline.erasing', 'on', true);
  delete from transaction where family_id = family and account_id = erased;
  get diagnostics erased_count = row_count;
  perform set_config('plumbline.erasing', '', true);
  delete from account where id = erased;
  insert into audit_line (family_id, actor_id, action, subject, details)
    values (family, scope_user(), 'account_erased', erased_name, jsonb_build_object('transactions', erased_count));
  perform bump_family_version(family);
  return erased_count;
end $$;
revoke all on function erase_account from public;
grant execute on function erase_account to plumbline_app;

grant select, insert, update on transaction to plumbline_app;

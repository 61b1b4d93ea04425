-- Imports: uploaded files, their rows as they would be posted, and the outcome. Nothing is in the ledger until an
-- import is applied.

create table import (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references family (id) on delete cascade,
  user_id uuid references app_user (id) on delete set null,
  status text not null default 'open' check (status in ('open', 'applying', 'applied', 'undone', 'failed')),
  -- The accounts of its files. A user must see all of them to see the import.
  account_ids uuid[] not null default '{}',
  -- Created besides transactions, so that undo can remove it.
  opened_account_ids uuid[] not null default '{}',
  made_instrument_ids uuid[] not null default '{}',
  transactions_count int not null default 0,
  value_change numeric,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  job_id uuid references background_job (id) on delete set null,
  -- The family version for which the row states were computed; null: compute them again.
  judged_version bigint,
  created_at timestamptz not null default present_moment(),
  applied_at timestamptz,
  undone_at timestamptz
);
create index import_family on import (family_id, created_at desc);

create table import_file (
  id uuid primary key default gen_random_uuid(),
  import_id uuid not null references import (id) on delete cascade,
  position int not null,
  name text not null check (length(name) between 1 and 255),
  bytes int not null,
  state text not null check (state in ('ready', 'needs_columns', 'needs_account', 'unreadable')),
  format text check (length(format) <= 60),
  preset text check (length(preset) <= 200),
  -- Why it cannot be read: a code with details.
  trouble jsonb,
  account_id uuid references account (id) on delete set null,
  new_account jsonb,
  -- The account data of the file: number, name, currency, balances.
  statement jsonb not null default '{}',
  mapping jsonb,
  look jsonb,
  signature text check (length(signature) <= 64),
  start_date date,
  end_date date,
  -- The file itself, while its columns can still be mapped.
  content bytea,
  created_at timestamptz not null default present_moment()
);
alter table import_file alter column content set storage external;
create index import_file_import on import_file (import_id, position);

create table import_row (
  import_id uuid not null references import (id) on delete cascade,
  file_id uuid not null references import_file (id) on delete cascade,
  number int not null,
  line int not null,
  kind text not null check (kind in ('draft', 'problem', 'cancellation')),
  key text not null check (length(key) <= 300),
  raw text not null check (length(raw) <= 1100),
  -- As read, fully or partly; the user's edits; the problem.
  draft jsonb,
  fixed_draft jsonb,
  trouble jsonb,
  suggestion jsonb,
  -- As it would be posted, in the form of statement_facts; null if it cannot be.
  facts jsonb,
  -- The instrument to create when the row is posted.
  new_instrument text,
  is_left_out boolean not null default false,
  state text not null default 'problem' check (state in ('new', 'changed', 'duplicate', 'problem', 'left_out')),
  -- For sorting and searching.
  date date,
  name text,
  amount numeric,
  -- The transaction of the row, and whether the import revised or voided it.
  transaction_root uuid,
  outcome text check (outcome in ('revised', 'voided')),
  revision_before int,
  primary key (file_id, number)
);
create index import_row_key on import_row (import_id, key);

-- Column mappings by file header.
create table import_mapping (
  family_id uuid not null references family (id) on delete cascade,
  signature text not null check (length(signature) <= 64),
  name text not null check (length(name) between 1 and 200),
  mapping jsonb not null,
  made_by uuid references app_user (id) on delete set null,
  made_at timestamptz not null default present_moment(),
  primary key (family_id, signature)
);

-- The facts of a transaction that import rows are compared with. Notes, times and links do not count.
create function statement_facts(b transaction) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'transaction_type', b.transaction_type, 'date', b.date::text, 'settle_date', b.settle_date::text,
    'ex_date', b.ex_date::text, 'instrument_id', b.instrument_id::text, 'currency', b.currency,
    'quantity', trim_scale(b.quantity)::text, 'price', trim_scale(b.price)::text,
    'amount', trim_scale(b.amount)::text, 'net', trim_scale(b.net)::text, 'rate', trim_scale(b.rate)::text,
    'fees', trim_scale(b.fees)::text, 'taxes', trim_scale(b.taxes)::text, 'accrued', trim_scale(b.accrued)::text,
    'counter_currency', b.counter_currency, 'counter_amount', trim_scale(b.counter_amount)::text,
    'numerator', trim_scale(b.numerator)::text, 'denominator', trim_scale(b.denominator)::text)) $$;

create index transaction_source_key on transaction (family_id, account_id, source_key)
  where source_key is not null and superseded_by is null;
create index transaction_import on transaction (family_id, import_id) where import_id is not null;

do $$
declare tab text;
begin
  foreach tab in array array['import', 'import_file', 'import_row', 'import_mapping'] loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
  end loop;
end $$;

-- An applied import is visible to users who see all of its accounts, an open one only to its owner.
create policy seen on import for select using (
  family_id in (select visible_families())
  and account_ids <@ (select coalesce(array_agg(id), '{}') from visible_accounts() as a (id))
  and (user_id = (select scope_user()) or status in ('applied', 'undone')));
create policy own_written on import
  using (user_id = (select scope_user()) and (select scope_role()) <> 'demo' and family_id in (select visible_families()))
  with check (user_id = (select scope_user()) and (select scope_role()) <> 'demo' and family_id in (select visible_families()));
create policy undone_by_others on import for update
  using (status in ('applied', 'undone') and (select scope_role()) <> 'demo' and family_id in (select visible_families())
    and account_ids <@ (select coalesce(array_agg(id), '{}') from visible_accounts() as a (id)))
  with check (family_id in (select visible_families()));

create policy seen on import_file for select using (import_id in (select id from import));
create policy written on import_file
  using ((select scope_role()) <> 'demo' and import_id in (select id from import))
  with check ((select scope_role()) <> 'demo' and import_id in (select id from import));
create policy seen on import_row for select using (import_id in (select id from import));
create policy written on import_row
  using ((select scope_role()) <> 'demo' and import_id in (select id from import))
  with check ((select scope_role()) <> 'demo' and import_id in (select id from import));

create policy family_reads on import_mapping for select using (family_id in (select visible_families()));
create policy family_writes on import_mapping
  using (family_id in (select visible_families()) and (select scope_role()) <> 'demo')
  with check (family_id in (select visible_families()) and (select scope_role()) <> 'demo');

-- Identifiers of instruments that a family's import created.
create policy own_added on instrument_identifier for insert
  with check ((select scope_role()) <> 'demo' and instrument_id in (
    select id from instrument where family_id in (select visible_families())));

grant select, insert, update, delete on import, import_file, import_row, import_mapping to plumbline_app;

-- Holdings stated by custodians, which are compared with the ledger, and decisions about findings.

create table account_statement (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null,
  account_id uuid not null,
  date date not null,
  -- The format of its file, or 'typed'.
  source text not null check (length(source) between 1 and 60),
  -- Lines as read: identifiers of the instrument, and quantity, price and value as decimal text.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  received_at timestamptz not null default present_moment(),
  received_from uuid references app_user (id) on delete set null,
  unique (account_id, date),
  foreign key (family_id, account_id) references account (family_id, id) on delete cascade
);

-- Differences below these tolerances are ignored.
create table account_tolerance (
  account_id uuid primary key references account (id) on delete cascade,
  price double precision not null default 0.001 check (price between 0 and 1),
  rate double precision not null default 0.0005 check (rate between 0 and 1),
  accrued_interest double precision not null default 10 check (accrued_interest between 0 and 1e9)
);

-- Findings that a user has accepted, identified by their subject.
create table finding_decision (
  family_id uuid not null references family (id) on delete cascade,
  finding text not null check (length(finding) between 1 and 200),
  note text check (length(note) <= 5000),
  decided_by uuid references app_user (id) on delete set null,
  decided_at timestamptz not null default present_moment(),
  primary key (family_id, finding)
);

do $$
declare tab text;
begin
  foreach tab in array array['account_statement', 'account_tolerance', 'finding_decision'] loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
  end loop;
  foreach tab in array array['account_statement', 'account_tolerance'] loop
    execute format('create policy seen on %I for select using (account_id in (select visible_accounts()))', tab);
    execute format(
      'create policy written on %I using (account_id in (select visible_accounts()) and (select scope_role()) <> ''demo'')
        with check (account_id in (select visible_accounts()) and (select scope_role()) <> ''demo'')', tab);
  end loop;
end $$;

create policy family_reads on finding_decision for select using (family_id in (select visible_families()));
create policy family_writes on finding_decision
  using (family_id in (select visible_families()) and (select scope_role()) <> 'demo')
  with check (family_id in (select visible_families()) and (select scope_role()) <> 'demo');

grant select, insert, update, delete on account_statement, account_tolerance, finding_decision to plumbline_app;

-- Statements of one day live side by side: holdings and the cash of each currency, by source. Proposals of
-- reconciliation are posted and undone as one. Only staff write the statements and tolerances of custodian accounts.

alter table account_statement
  add column scope text not null default 'account' check (length(scope) between 1 and 60),
  -- The account number in the file, where it has one.
  add column number text check (length(number) <= 100);

update account_statement set scope = case
  when not exists (select from jsonb_array_elements(lines) l where l ->> 'isin' is null and l ->> 'symbol' is null
    and (l ->> 'name' is null or l ->> 'price' is null)) then 'holdings'
  when exists (select from jsonb_array_elements(lines) l where l ->> 'isin' is not null or l ->> 'symbol' is not null
    or (l ->> 'name' is not null and l ->> 'price' is not null)) then 'account'
  when (select count(distinct l ->> 'currency') from jsonb_array_elements(lines) l) = 1
    then (select max(l ->> 'currency') from jsonb_array_elements(lines) l)
  else 'cash' end;

alter table account_statement drop constraint account_statement_account_id_date_key;
alter table account_statement add unique (account_id, date, source, scope);

-- Wider tolerances would hide differences that people act on.
update account_tolerance set price = least(price, 0.02), rate = least(rate, 0.01),
  accrued_interest = least(accrued_interest, 1000);
alter table account_tolerance
  add constraint tolerance_price_limit check (price <= 0.02),
  add constraint tolerance_rate_limit check (rate <= 0.01),
  add constraint tolerance_interest_limit check (accrued_interest <= 1000);

create table reconciliation_posting (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null,
  account_id uuid not null,
  date date not null,
  proposal text not null check (length(proposal) between 1 and 60),
  causes text[] not null,
  -- Roots and revisions: [{root, before, after}], `before` null for what was added.
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  posted_at timestamptz not null default present_moment(),
  posted_by uuid references app_user (id) on delete set null,
  undone_at timestamptz,
  undone_by uuid references app_user (id) on delete set null,
  foreign key (family_id, account_id) references account (family_id, id) on delete cascade
);
create index reconciliation_posting_account on reconciliation_posting (account_id, date);

alter table reconciliation_posting enable row level security;
alter table reconciliation_posting force row level security;
create policy system_scope on reconciliation_posting
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy seen on reconciliation_posting for select using (account_id in (select visible_accounts()));
create policy written on reconciliation_posting
  using (account_id in (select visible_accounts()) and (select scope_role()) <> 'demo')
  with check (account_id in (select visible_accounts()) and (select scope_role()) <> 'demo');
grant select, insert, update on reconciliation_posting to plumbline_app;

-- The cash of trades as cash statements state it: it includes costs that the statement of securities lacks. A row waits
-- until its trade is posted; then the difference becomes the trade's costs.
create table trade_cash (
  family_id uuid not null,
  account_id uuid not null,
  source_key text not null check (length(source_key) <= 300),
  import_id uuid not null,
  date date not null,
  settle_date date,
  currency text not null,
  -- Negative if it left the account.
  amount numeric not null,
  -- What the row names of the security, such as isin:… and wkn:…; empty if nothing.
  securities text[] not null check (cardinality(securities) <= 20),
  -- The trade, and its revision before the costs were added to it; null if it stated them.
  root_id uuid,
  revision_before int,
  primary key (account_id, source_key, family_id),
  foreign key (family_id, account_id) references account (family_id, id) on delete cascade
);

alter table trade_cash enable row level security;
alter table trade_cash force row level security;
create policy system_scope on trade_cash using (scope_is_system()) with check (scope_is_system());
create policy seen on trade_cash for select using (sees_row(family_id, account_id));
create policy written on trade_cash
  using (caller_role() <> 'demo' and sees_row(family_id, account_id))
  with check (caller_role() <> 'demo' and sees_row(family_id, account_id));
grant select, insert, update, delete on trade_cash to plumbline_app;

-- The facts with such costs: of a trade of the import, or of the posted trade that a cash row revises.
alter table import_row add column settled_facts jsonb;

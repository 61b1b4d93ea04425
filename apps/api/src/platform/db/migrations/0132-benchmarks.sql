-- Benchmarks: at most one per family, per group of a family, and per strategy.
create table benchmark (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references family (id) on delete cascade,
  strategy_id uuid references strategy (id) on delete cascade,
  group_by text constraint benchmark_group_by_known check (group_by in (
    'instrument_type', 'sector', 'country', 'currency')),
  group_key text check (length(group_key) between 1 and 60),
  name text not null check (length(name) between 1 and 200),
  rebalancing text not null constraint benchmark_rebalancing_known check (rebalancing in (
    'daily', 'monthly', 'quarterly', 'yearly', 'never')),
  return_type text not null constraint benchmark_return_type_known check (return_type in ('total', 'price')),
  -- Instrument and the class it stands for, and per day one weight in basis points for each.
  components jsonb not null check (jsonb_typeof(components) = 'array'),
  weights jsonb not null check (jsonb_typeof(weights) = 'array'),
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null default present_moment(),
  changed_at timestamptz not null default present_moment(),
  version integer not null default 1,
  check ((group_by is null) = (group_key is null)),
  check (strategy_id is null or group_by is null)
);
create unique index benchmark_subject on benchmark
  (family_id, coalesce(strategy_id, '00000000-0000-0000-0000-000000000000'), coalesce(group_by, ''),
    coalesce(group_key, ''));

alter table benchmark enable row level security;
alter table benchmark force row level security;
create policy system_scope on benchmark
  using ((select scope_is_system())) with check ((select scope_is_system()));
-- The benchmark of a family covers all of its accounts; that of a strategy belongs to the owner of the strategy.
create policy seen on benchmark for select using (
  family_id in (select visible_families()) and case when strategy_id is null
    then (select scope_sees_all_accounts()) else strategy_id in (select id from strategy) end);
create policy written on benchmark
  using ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and case when strategy_id is null
      then (select scope_sees_all_accounts()) else strategy_id in (select id from strategy) end)
  with check ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and case when strategy_id is null then (select scope_sees_all_accounts())
      else strategy_id in (select s.id from strategy s where s.family_id = benchmark.family_id) end);
grant select, insert, update, delete on benchmark to plumbline_app;

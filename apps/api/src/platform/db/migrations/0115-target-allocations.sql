-- Target allocations of families and strategies, each valid from a day until the next of the same division.
create table target_allocation (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references family (id) on delete cascade,
  strategy_id uuid references strategy (id) on delete cascade,
  dimension text not null constraint target_allocation_dimension_known check (dimension in (
    'instrument_type', 'sector', 'country', 'currency', 'custodian', 'position')),
  name text not null check (length(name) between 1 and 200),
  valid_from date not null,
  -- Key, weight, min and max of each bucket; weights in basis points.
  buckets jsonb not null check (jsonb_typeof(buckets) = 'array'),
  locked_positions text[] not null default '{}',
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null default present_moment(),
  changed_at timestamptz not null default present_moment(),
  version integer not null default 1
);
create unique index target_allocation_day on target_allocation
  (family_id, coalesce(strategy_id, '00000000-0000-0000-0000-000000000000'), dimension, valid_from);

alter table target_allocation enable row level security;
alter table target_allocation force row level security;
create policy system_scope on target_allocation
  using ((select scope_is_system())) with check ((select scope_is_system()));
-- The target of a family covers all of its accounts; that of a strategy belongs to the owner of the strategy.
create policy seen on target_allocation for select using (
  family_id in (select visible_families()) and case when strategy_id is null
    then (select scope_sees_all_accounts()) else strategy_id in (select id from strategy) end);
create policy written on target_allocation
  using ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and case when strategy_id is null
      then (select scope_sees_all_accounts()) else strategy_id in (select id from strategy) end)
  with check ((select scope_role()) <> 'demo' and family_id in (select visible_families())
    and case when strategy_id is null then (select scope_sees_all_accounts())
      else strategy_id in (select s.id from strategy s where s.family_id = target_allocation.family_id) end);
grant select, insert, update, delete on target_allocation to plumbline_app;

-- Rules that notify when a bucket leaves its band.
alter table user_task
  drop constraint user_task_type_known,
  add constraint user_task_type_known check (task_type in (
    'event_reminder', 'price_target', 'pnl_move', 'band_breach', 'report_schedule', 'integration_failure'));
alter table notification
  drop constraint notification_kind_known,
  add constraint notification_kind_known check (kind in (
    'event_reminder', 'price_target', 'pnl_move', 'band_breach', 'report_schedule', 'integration_failure',
    'report_ready', 'export_ready', 'import_ready', 'client_task', 'account'));

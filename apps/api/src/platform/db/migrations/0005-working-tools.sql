-- Strategies, links, watchlists, templates, reports, tasks and integrations. Each row belongs to a family or a user.

create table strategy (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  family_id uuid not null references family (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  created_at timestamptz not null default present_moment(),
  deleted_at timestamptz
);
create unique index strategy_name on strategy (user_id, family_id, lower(name)) where deleted_at is null;

create table strategy_position (
  strategy_id uuid not null references strategy (id) on delete cascade,
  -- Root id of the opening transaction with its part; it resolves to the position that holds it now.
  position_id text not null check (length(position_id) <= 100),
  primary key (strategy_id, position_id)
);

create table linked_position (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references family (id) on delete cascade,
  position_id text not null check (length(position_id) <= 100),
  linked_position_id text not null check (length(linked_position_id) <= 100),
  kind text not null check (length(kind) <= 60),
  note text check (length(note) <= 5000),
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null default present_moment(),
  check (position_id <> linked_position_id),
  unique (family_id, position_id, linked_position_id)
);

create table watched_ticker (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  instrument_id uuid not null references instrument (id) on delete cascade,
  note text check (length(note) <= 5000),
  created_at timestamptz not null default present_moment(),
  deleted_at timestamptz
);
create unique index watched_ticker_once on watched_ticker (user_id, instrument_id) where deleted_at is null;

create table price_target (
  id uuid primary key default gen_random_uuid(),
  watched_ticker_id uuid not null references watched_ticker (id) on delete cascade,
  price numeric not null check (price > 0),
  direction text not null check (direction in ('above', 'below')),
  note text check (length(note) <= 200),
  notify boolean not null default true,
  reached_at timestamptz
);
create index price_target_ticker on price_target (watched_ticker_id);

create table template (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object'),
  created_at timestamptz not null default present_moment()
);
create unique index template_name on template (user_id, lower(name));

create table report (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  family_id uuid not null references family (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  report_type text not null check (length(report_type) <= 60),
  calculated_currency text not null check (calculated_currency ~ '^[A-Z]{3}$'),
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object'),
  created_at timestamptz not null default present_moment(),
  deleted_at timestamptz
);
create index report_user on report (user_id);

create table user_task (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  family_id uuid references family (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  task_type text not null check (length(task_type) <= 60),
  task_data jsonb not null default '{}' check (jsonb_typeof(task_data) = 'object'),
  actions text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default present_moment()
);
create index user_task_user on user_task (user_id);

create table notification (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  task_id uuid references user_task (id) on delete cascade,
  -- Identifies the event, so that repeated runs of the job notify once.
  occurrence text not null check (length(occurrence) <= 200),
  kind text not null check (length(kind) <= 60),
  details jsonb not null default '{}',
  created_at timestamptz not null default present_moment(),
  read_at timestamptz
);
create unique index notification_once on notification (user_id, kind, occurrence);
create index notification_user on notification (user_id, created_at desc);

create table integration (
  id uuid primary key default gen_random_uuid(),
  -- Null for a source of shared market data.
  family_id uuid references family (id) on delete cascade,
  account_id uuid references account (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (length(kind) <= 60),
  configuration jsonb not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default present_moment()
);

create table integration_run (
  id uuid primary key default gen_random_uuid(),
  integration_id uuid not null references integration (id) on delete cascade,
  status text not null check (length(status) <= 60),
  started_at timestamptz not null default present_moment(),
  ended_at timestamptz,
  data_date date,
  rows_read int,
  message text check (length(message) <= 5000),
  details jsonb not null default '{}'
);
create index integration_run_latest on integration_run (integration_id, started_at desc);

do $$
declare tab text;
begin
  foreach tab in array array['strategy', 'strategy_position', 'linked_position', 'watched_ticker', 'price_target',
    'template', 'report', 'user_task', 'notification', 'integration', 'integration_run']
  loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
  end loop;
  -- A user's own rows within visible families. The demo account is read-only.
  foreach tab in array array['strategy', 'report'] loop
    execute format('create policy own_read on %I for select using (user_id = scope_user() and family_id in (select visible_families()))', tab);
    execute format(
      'create policy own_written on %I using (user_id = scope_user() and (select scope_role()) <> ''demo'') with check (user_id = scope_user() and (select scope_role()) <> ''demo'' and family_id in (select visible_families()))', tab);
  end loop;
  foreach tab in array array['watched_ticker', 'template', 'user_task', 'notification'] loop
    execute format('create policy own_read on %I for select using (user_id = scope_user())', tab);
    execute format(
      'create policy own_written on %I using (user_id = scope_user() and (select scope_role()) <> ''demo'') with check (user_id = scope_user() and (select scope_role()) <> ''demo'')', tab);
  end loop;
end $$;

-- Child rows follow the policies of their parent.
create policy read_with_strategy on strategy_position for select using (strategy_id in (select id from strategy));
create policy written_with_strategy on strategy_position
  using (strategy_id in (select id from strategy) and (select scope_role()) <> 'demo')
  with check (strategy_id in (select id from strategy) and (select scope_role()) <> 'demo');
create policy read_with_ticker on price_target for select
  using (watched_ticker_id in (select id from watched_ticker));
create policy written_with_ticker on price_target
  using (watched_ticker_id in (select id from watched_ticker) and (select scope_role()) <> 'demo')
  with check (watched_ticker_id in (select id from watched_ticker) and (select scope_role()) <> 'demo');

create policy family_reads on linked_position for select using (family_id in (select visible_families()));
create policy family_writes on linked_position
  using (family_id in (select visible_families()) and (select scope_role()) <> 'demo')
  with check (family_id in (select visible_families()) and (select scope_role()) <> 'demo');

create policy seen on integration for select
  using ((select scope_user()) is not null and (family_id is null or account_id in (select visible_accounts())));
create policy admin_all on integration
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');
create policy seen on integration_run for select using (integration_id in (select id from integration));
create policy admin_all on integration_run
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');

grant select, insert, update, delete on strategy, strategy_position, linked_position, watched_ticker, price_target,
  template, report, user_task, notification, integration, integration_run to plumbline_app;

-- Tasks and notes of staff about a family. Its users do not see them.
create table client_task (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references family (id) on delete cascade,
  kind text not null constraint client_task_kind_known check (kind in ('task', 'note')),
  text text not null check (length(text) between 1 and 5000),
  assignee_id uuid references app_user (id) on delete set null,
  due_date date,
  done_at timestamptz,
  done_by uuid references app_user (id) on delete set null,
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null default present_moment(),
  version integer not null default 1,
  check (kind = 'task' or (assignee_id is null and due_date is null and done_at is null))
);
create index client_task_family on client_task (family_id);
create index client_task_assignee on client_task (assignee_id) where done_at is null;

-- Saved views of the list of clients.
create table client_view (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  choices jsonb not null check (jsonb_typeof(choices) = 'object'),
  created_at timestamptz not null default present_moment()
);
create unique index client_view_name on client_view (user_id, lower(name));

do $$
declare tab text;
begin
  foreach tab in array array['client_task', 'client_view'] loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
  end loop;
end $$;
create policy staff_of_family on client_task
  using ((select scope_role()) in ('admin', 'adviser') and family_id in (select visible_families()))
  with check ((select scope_role()) in ('admin', 'adviser') and family_id in (select visible_families()));
create policy own_rows on client_view
  using (user_id = (select scope_user()) and (select scope_role()) in ('admin', 'adviser'))
  with check (user_id = (select scope_user()) and (select scope_role()) in ('admin', 'adviser'));
grant select, insert, update, delete on client_task, client_view to plumbline_app;

-- The members of staff who serve a family that the caller serves.
create function family_staff(of_family uuid) returns table (id uuid, name text)
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select u.id, coalesce(nullif(u.name, ''), u.username)
    from app_user u
    where scope_role() in ('admin', 'adviser') and of_family in (select visible_families())
      and u.disabled_at is null and (u.role = 'admin' or u.role = 'adviser' and exists (
        select from family_access a where a.user_id = u.id and a.family_id = of_family))
    order by 2, 1 $$;
revoke all on function family_staff from public;
grant execute on function family_staff to plumbline_app;

-- Staff notify each other about tasks of a family that both serve.
alter table notification
  drop constraint notification_kind_known,
  add constraint notification_kind_known check (kind in (
    'event_reminder', 'price_target', 'pnl_move', 'report_schedule', 'integration_failure', 'report_ready',
    'export_ready', 'import_ready', 'client_task', 'account'));
create policy staff_notifies on notification for insert
  with check (kind = 'client_task' and channel = 'in_app' and task_id is null
    and user_id in (select s.id from family_staff(family_id) s));

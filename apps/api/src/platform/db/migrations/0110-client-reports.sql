-- A job that prints reports of several families. Its file may be opened while its owner sees every account in it.
alter table background_job
  drop constraint background_job_kind_known,
  add constraint background_job_kind_known check (kind in (
    'report_pdf', 'client_reports', 'export', 'import', 'integration', 'data_check'));

-- True if none of these accounts is hidden from the user, of whatever family. Deleted accounts do not count.
create function sees_accounts_of_families(accounts uuid[]) returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
  as $$ select not exists (
    select from account a where a.id = any(accounts) and a.id not in (select visible_accounts())) $$;
revoke all on function sees_accounts_of_families from public;
grant execute on function sees_accounts_of_families to plumbline_app;

create or replace function may_open_job(of_family uuid, accounts uuid[]) returns boolean
  language sql stable
  as $$ select case
    when of_family is null then accounts is null or sees_accounts_of_families(accounts)
    else of_family in (select visible_families())
      and (accounts is null or (select scope_sees_all_accounts()) or sees_accounts(accounts)) end $$;

-- The statements that were printed for a family, so that staff see who has had one.
create table client_statement (
  family_id uuid not null references family (id) on delete cascade,
  last_day date not null,
  printed_at timestamptz not null default present_moment(),
  primary key (family_id, last_day)
);
alter table client_statement enable row level security;
alter table client_statement force row level security;
create policy system_scope on client_statement
  using ((select scope_is_system())) with check ((select scope_is_system()));
grant select, insert on client_statement to plumbline_app;

-- Of statements printed before, only the day they were printed is known.
select set_config('plumbline.system', 'on', true);
insert into client_statement (family_id, last_day, printed_at)
  select r.family_id, j.finished_at::date, max(j.finished_at)
  from background_job j join report r on r.id::text = j.result_id
  where j.kind = 'report_pdf' and j.status = 'done' and r.report_type = 'statement' and j.finished_at is not null
  group by 1, 2;
select set_config('plumbline.system', '', true);

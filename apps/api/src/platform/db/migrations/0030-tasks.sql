-- User tasks and background jobs.

alter table user_task add column last_run_at timestamptz;
-- The last seen state, so that a figure that crosses its threshold repeatedly notifies once.
alter table user_task add column state jsonb not null default '{}' check (jsonb_typeof(state) = 'object');

create table background_job (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null check (length(kind) <= 60),
  name text not null check (length(name) <= 200),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  progress double precision check (progress between 0 and 1),
  message text check (length(message) <= 5000),
  -- Parameters of the job.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default present_moment(),
  finished_at timestamptz,
  result_media_type text check (length(result_media_type) <= 100),
  result_file_name text check (length(result_file_name) <= 200),
  result_pages int,
  result bytea,
  -- The id of the job's subject.
  result_id text check (length(result_id) <= 100)
);
alter table background_job alter column result set storage external;
create index background_job_user on background_job (user_id, created_at desc);

alter table background_job enable row level security;
alter table background_job force row level security;
create policy system_scope on background_job
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy own_read on background_job for select using (user_id = scope_user());
-- The demo account may print reports, so it may have jobs.
create policy own_written on background_job using (user_id = scope_user()) with check (user_id = scope_user());

grant select, insert, update, delete on background_job to plumbline_app;

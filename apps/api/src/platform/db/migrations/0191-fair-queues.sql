-- Jobs are taken in turns of their users and families, not in the order they were sent. The message of the queue that
-- took a job is noted, so that it finds the job again after the server died.
alter table background_job
  add column started_at timestamptz,
  add column claimed_by uuid;
create index background_job_waiting on background_job (kind, created_at) where status = 'waiting';
create index background_job_turn on background_job (user_id, kind, started_at);
create index background_job_family_turn on background_job (family_id, kind, started_at) where family_id is not null;

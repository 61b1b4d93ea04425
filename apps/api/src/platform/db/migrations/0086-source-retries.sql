-- A run can deliver a part of its series. The word replaces a plain success with missing series.
alter table integration_run drop constraint integration_run_status_known;
alter table integration_run
  add constraint integration_run_status_known check (status in (
    'success', 'no_data', 'partial', 'failed', 'refused', 'late', 'running'));

-- When a failed or partial run is retried, after how many failures, and until when the provider asked to wait.
alter table integration add column retry_at timestamptz;
alter table integration add column failures int not null default 0;
alter table integration add column wait_until timestamptz;

-- Entered data was typed or uploaded by a person and ranks above every provider: no run replaces it. The mark outlives
-- the account of the person.
alter table price add column is_entered boolean not null default false;
alter table fx_rate add column is_entered boolean not null default false;
select set_config('plumbline.system', 'on', true);
update price set is_entered = true where set_by is not null or source = 'upload';
update fx_rate set is_entered = true where source = 'upload';
select set_config('plumbline.system', '', true);

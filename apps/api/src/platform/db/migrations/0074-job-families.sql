-- Background jobs store their family, so that lists can show it.
alter table background_job add column family_id uuid references family (id) on delete cascade;

update background_job j set family_id = r.family_id from report r
  where j.kind = 'report_pdf' and r.id::text = j.result_id;
update background_job j set family_id = i.family_id from import i
  where j.kind = 'import' and i.id::text = j.result_id;

-- For erasing a family.
create index background_job_family on background_job (family_id) where family_id is not null;

-- Price targets belong to the user's watchlist; other tasks of users with one family belong to that family.
update user_task set family_id = null where task_type = 'price_target';
update user_task t set family_id = u.family_id from app_user u
  where u.id = t.user_id and t.family_id is null and t.task_type <> 'price_target';

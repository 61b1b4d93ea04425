-- Background work stores the family it is for, so that lists can say whose it is.
alter table background_job add column family_id uuid references family (id) on delete cascade;

update background_job j set family_id = r.family_id from report r
  where j.kind = 'report_pdf' and r.id::text = j.result_id;
update background_job j set family_id = i.family_id from import i
  where j.kind = 'import' and i.id::text = j.result_id;

-- The index that erasing a family needs.
create index background_job_family on background_job (family_id) where family_id is not null;

-- Price targets belong to the user's watchlist. Other rules of people with one family are about that family.
update user_task set family_id = null where task_type = 'price_target';
update user_task t set family_id = u.family_id from app_user u
  where u.id = t.user_id and t.family_id is null and t.task_type <> 'price_target';

-- A notification is one message of a rule by one channel to one recipient, and exists once per occurrence. Rows of the
-- channel 'email' wait until a digest takes them. The recipient is empty for the owner, else another address.
alter table notification
  add column channel text not null default 'in_app'
    constraint notification_channel_known check (channel in ('in_app', 'email')),
  add column recipient text not null default '' check (length(recipient) <= 320),
  add column family_id uuid references family (id) on delete cascade,
  -- The name of the rule stays when the rule is deleted, and so does its id, which makes occurrences unique.
  add column rule_name text check (length(rule_name) <= 200),
  -- The id stays when the mail is deleted, so there is no reference.
  add column mail_id uuid,
  add column mailed_at timestamptz,
  drop constraint notification_task_id_fkey;

select set_config('plumbline.system', 'on', true);
update notification n set rule_name = t.name, family_id = t.family_id from user_task t where t.id = n.task_id;
update notification n set family_id = f.id from family f
  where n.family_id is null and f.id::text = n.details -> 'family' ->> 'id';
drop index notification_once;
create unique index notification_once
  on notification (user_id, coalesce(task_id, user_id), kind, channel, recipient, occurrence);
create index notification_waiting on notification (user_id) where channel = 'email' and mailed_at is null;
-- Rules with mail have mailed what they found until now.
insert into notification (user_id, task_id, occurrence, kind, details, created_at, read_at, channel, family_id, rule_name, mailed_at)
  select n.user_id, n.task_id, n.occurrence, n.kind, n.details, n.created_at, n.created_at, 'email', n.family_id, n.rule_name, n.created_at
  from notification n join user_task t on t.id = n.task_id where 'email' = any (t.actions);
select set_config('plumbline.system', '', true);

-- Messages about a family that the user may no longer see are hidden.
drop policy own_read on notification;
drop policy own_written on notification;
create policy own_read on notification for select
  using (user_id = scope_user() and (family_id is null or family_id in (select visible_families())));
create policy own_written on notification
  using (user_id = scope_user() and (select scope_role()) <> 'demo'
    and (family_id is null or family_id in (select visible_families())))
  with check (user_id = scope_user() and (select scope_role()) <> 'demo'
    and (family_id is null or family_id in (select visible_families())));

-- A mail about rules has a link that pauses the mail of those rules for its recipient, and may have a file attached.
alter table mail
  add column is_pausable boolean not null default false,
  add column attachment_job_id uuid references background_job (id) on delete set null;

create table mail_pause (
  task_id uuid not null references user_task (id) on delete cascade,
  recipient text not null default '' check (length(recipient) <= 320),
  paused_at timestamptz not null default present_moment(),
  primary key (task_id, recipient)
);
alter table mail_pause enable row level security;
alter table mail_pause force row level security;
create policy system_scope on mail_pause
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy read_with_task on mail_pause for select using (task_id in (select id from user_task));
create policy removed_with_task on mail_pause for delete
  using (task_id in (select id from user_task) and (select scope_role()) <> 'demo');
grant select, insert, delete on mail_pause to plumbline_app;

-- A scheduled report exists once per rule and period. Its file may be opened while its owner sees the family and the
-- accounts in it.
alter table background_job
  add column task_id uuid references user_task (id) on delete set null,
  add column occurrence text check (length(occurrence) <= 200),
  add column account_ids uuid[];
create unique index background_job_occurrence on background_job (task_id, occurrence);

-- Only reports and exports hold data of a family in their file; other jobs are listed for their owner in any case.
create function may_open_job(of_family uuid, accounts uuid[]) returns boolean
  language sql stable
  as $$ select of_family is null or of_family in (select visible_families())
    and (accounts is null or (select scope_sees_all_accounts()) or sees_accounts(accounts)) $$;
drop policy own_read on background_job;
drop policy own_written on background_job;
create policy own_read on background_job for select
  using (user_id = scope_user() and may_open_job(family_id, account_ids));
create policy own_written on background_job
  using (user_id = scope_user() and may_open_job(family_id, account_ids)) with check (user_id = scope_user());

-- Reports that were scheduled before are not made again.
select set_config('plumbline.system', 'on', true);
update background_job j set task_id = t.id, occurrence = 'schedule/' || t.id || '/' || (j.details -> 'period' ->> 'end_date')
  from user_task t
  where t.id::text = j.details ->> 'task' and j.details -> 'period' ->> 'end_date' is not null
    and not exists (
      select from background_job other
      where other.details ->> 'task' = j.details ->> 'task' and other.id > j.id
        and other.details -> 'period' ->> 'end_date' = j.details -> 'period' ->> 'end_date');
select set_config('plumbline.system', '', true);

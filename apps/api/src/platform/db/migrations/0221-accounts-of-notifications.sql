-- The accounts that a message tells of; null for one that tells of none. It is hidden while its reader may not see all of
-- them, as a report is, whenever it was written.
alter table notification add column account_ids uuid[];

select set_config('plumbline.system', 'on', true);
-- Of a message of a rule without accounts, only its family is known.
update notification n set account_ids = coalesce(
    (select array(select jsonb_array_elements_text(t.task_data -> 'accounts')::uuid) from user_task t
      where t.id = n.task_id and jsonb_typeof(t.task_data -> 'accounts') = 'array'
        and t.task_data -> 'accounts' <> '[]'),
    array(select a.id from account a where a.family_id = n.family_id))
  where n.family_id is not null and n.kind in ('pnl_move', 'band_breach', 'event_reminder');
update notification n set account_ids = array[i.account_id] from integration i
  where n.kind = 'integration_failure' and i.id::text = n.details -> 'target' ->> 'id' and i.account_id is not null;
update notification n set account_ids = j.account_ids from background_job j
  where n.kind = 'report_ready' and j.id::text = n.details -> 'target' ->> 'id';
select set_config('plumbline.system', '', true);

drop policy own_read on notification;
drop policy own_written on notification;
create policy own_read on notification for select
  using (user_id = scope_user() and may_open_job(family_id, account_ids));
create policy own_written on notification
  using (user_id = scope_user() and (select scope_role()) <> 'demo' and may_open_job(family_id, account_ids))
  with check (user_id = scope_user() and (select scope_role()) <> 'demo' and may_open_job(family_id, account_ids));

-- The same of any user, for mail: within the system scope there is no caller.
create function may_be_mailed(reader uuid, of_family uuid, accounts uuid[]) returns boolean
  language sql stable
  as $$ select exists (
    select from app_user u
    where u.id = reader and u.disabled_at is null
      and (of_family is null or u.role = 'admin' or u.family_id = of_family or exists (
        select from family_access f where f.user_id = u.id and f.family_id = of_family))
      and (accounts is null or u.sees_all_accounts
        or accounts <@ array(select g.account_id from account_grant g where g.user_id = u.id))) $$;

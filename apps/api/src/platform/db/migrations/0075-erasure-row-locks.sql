-- Erasing a person waits for the audit lines that name them, and holds back no others. Until now it locked the whole
-- audit log: writers held rows that the erasure needed, while they waited for the log that it held.

-- Locking a row needs a policy for updates. This one permits no update.
create policy owner_locks on app_user for update to current_user using (true) with check (false);

create or replace function chain_audit_line() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  last audit_chain;
  about constant uuid = case when new.details ->> 'kind' = 'user' then (new.details ->> 'id')::uuid end;
begin
  -- Erasing a person locks their row against this lock alone: either it finds this line, or this line finds them gone.
  select coalesce(nullif(u.name, ''), u.username) into new.actor_name from app_user u
    where u.id = new.actor_id for key share;
  if not found and new.actor_id is not null then
    new.actor_name = audit_pseudonym(new.actor_id);
    new.address = null;
  end if;
  perform from app_user u where u.id = about for key share;
  if not found and about is not null then
    new.subject = audit_pseudonym(about);
    new.details = jsonb_build_object('kind', 'user', 'id', about);
  end if;
  new.actor_salt = audit_salt();
  new.subject_salt = audit_salt();
  new.actor_digest = audit_actor_digest(new);
  new.subject_digest = audit_subject_digest(new);
  insert into audit_chain (family_id, sequence, hash) values (new.family_id, 0, ''::bytea)
    on conflict (family_id) do nothing;
  -- The lock keeps the lines of one family in one order.
  select * into last from audit_chain c where c.family_id = new.family_id for update;
  new.sequence = last.sequence + 1;
  new.hash = audit_hash(last.hash, new);
  update audit_chain c set sequence = new.sequence, hash = new.hash where c.family_id = new.family_id;
  return new;
end $$;

drop function wait_for_audit_lines();

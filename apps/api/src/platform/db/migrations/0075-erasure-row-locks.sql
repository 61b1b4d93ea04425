-- Erasing a person waits only for the audit lines that name them. Until now it locked the whole audit log, which could
-- deadlock with writers that held rows the erasure needed.

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
  -- The lock conflicts with the erasure of this person: either the erasure finds this line, or this line finds the
  -- person deleted.
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
  -- The lock serialises the lines of one family.
  select * into last from audit_chain c where c.family_id = new.family_id for update;
  new.sequence = last.sequence + 1;
  new.hash = audit_hash(last.hash, new);
  update audit_chain c set sequence = new.sequence, hash = new.hash where c.family_id = new.family_id;
  return new;
end $$;

drop function wait_for_audit_lines();

-- Demo users are marked, so that an installation that leaves demo mode can disable exactly them.
alter table app_user
  add column is_demo boolean not null default false,
  -- When the installation left demo mode; null for all other users.
  add column left_demo_at timestamptz;

select set_config('plumbline.system', 'on', true);

-- The demo world has fixed ids.
update app_user set is_demo = true where id in (
  '95355f1d-d8e0-5974-82bb-7931a5745e82', '92c4c7a2-72a7-53ea-96c0-5739616dbbfc',
  '97d407f0-8076-5cdb-9821-2d554b9bcbf4', 'a200f84a-181c-519c-a761-65c066e821a3',
  'da4e82da-a27a-5fb2-8bd3-9fb284a6e63d', 'd0423c31-7fa5-5f4e-b775-57e990f0dfe2',
  '6b2bcc85-261b-5676-aa3b-4a793dc7d0d2', 'b18af9d1-07ac-5795-957c-9f137418d0cc',
  'f33a0c55-7dc1-5943-976f-d1a6fe0fb056', '60b239da-3249-5d8b-8c66-2d2157b71d51');

-- Erasing a person. Audit lines keep the action and a pseudonym. Names can be erased without breaking the chain,
-- because the hash covers salted digests of the names, which reveal nothing without the salt.

alter table registration add column user_id uuid references app_user (id) on delete cascade;
grant delete on mail to plumbline_app;

alter table audit_chain add column was_broken boolean not null default false;
update audit_chain set was_broken = true where (select not audit_is_intact());

alter table audit_line
  add column actor_salt bytea,
  add column actor_digest bytea,
  add column subject_salt bytea,
  add column subject_digest bytea;

create function audit_pseudonym(person uuid) returns text
  language sql immutable
  return 'user-' || left(person::text, 8);

create function audit_salt() returns bytea
  language sql volatile
  return uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create function audit_actor_digest(line audit_line) returns bytea
  language sql immutable
  as $$
    select sha256(line.actor_salt || convert_to(jsonb_build_array(line.actor_name, host(line.address))::text, 'UTF8'))
  $$;

create function audit_subject_digest(line audit_line) returns bytea
  language sql immutable
  as $$
    select sha256(line.subject_salt || convert_to(jsonb_build_array(line.subject, line.details)::text, 'UTF8'))
  $$;

create or replace function audit_hash(before bytea, line audit_line) returns bytea
  language sql immutable
  as $$
    select sha256(convert_to(jsonb_build_array(
      encode(before, 'hex'), line.sequence, line.family_id, line.id, extract(epoch from line.at), line.actor_id,
      line.action, encode(line.actor_digest, 'hex'), encode(line.subject_digest, 'hex'))::text, 'UTF8'))
  $$;

-- An erased line holds only the pseudonym, or the kind and id of its subject.
create function audit_actor_is_erased(line audit_line) returns boolean
  language sql immutable
  as $$
    select line.actor_salt is null and line.address is null
      and coalesce(line.actor_name, '') in ('', audit_pseudonym(line.actor_id))
  $$;

create function audit_subject_is_erased(line audit_line) returns boolean
  language sql immutable
  as $$
    select line.subject_salt is null and line.subject ~ '^(user-[0-9a-f]{8})?$' and line.details - 'kind' - 'id' = '{}'
  $$;

create or replace function chain_audit_line() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  last audit_chain;
begin
  select coalesce(nullif(u.name, ''), u.username) into new.actor_name from app_user u where u.id = new.actor_id;
  if not found and new.actor_id is not null then
    -- The actor was erased while this line waited.
    new.actor_name = audit_pseudonym(new.actor_id);
    new.address = null;
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

create or replace function audit_is_intact() returns boolean
  language sql stable
  as $$
    select coalesce(bool_and(q.fits), true) and not exists (
        select from audit_chain c where c.was_broken or c.sequence <>
          (select coalesce(max(l.sequence), 0) from audit_line l where l.family_id = c.family_id))
    from (
      select l.hash = audit_hash(coalesce(lag(l.hash) over w, ''::bytea), l)
        and l.sequence = coalesce(lag(l.sequence) over w, 0) + 1
        and (audit_actor_is_erased(l) or coalesce(audit_actor_digest(l) = l.actor_digest, false))
        and (audit_subject_is_erased(l) or coalesce(audit_subject_digest(l) = l.subject_digest, false)) as fits
      from audit_line l where l.sequence is not null
      window w as (partition by l.family_id order by l.sequence)
    ) q
  $$;

-- Existing lines get salts and digests, and their chains are recomputed.
drop trigger audit_line_only_grows on audit_line;
drop function refuse_change();
do $$
declare
  line audit_line;
  family uuid;
  before bytea;
begin
  for line in select * from audit_line order by family_id, sequence nulls first loop
    if family is distinct from line.family_id then
      family = line.family_id;
      before = ''::bytea;
    end if;
    line.actor_salt = audit_salt();
    line.subject_salt = audit_salt();
    line.actor_digest = audit_actor_digest(line);
    line.subject_digest = audit_subject_digest(line);
    if line.sequence is not null then
      line.hash = audit_hash(before, line);
      before = line.hash;
    end if;
    update audit_line l set actor_salt = line.actor_salt, actor_digest = line.actor_digest,
      subject_salt = line.subject_salt, subject_digest = line.subject_digest, hash = line.hash
      where l.family_id = line.family_id and l.id = line.id;
    update audit_chain c set hash = line.hash where c.family_id = line.family_id and c.sequence = line.sequence;
  end loop;
end $$;

-- The log is append-only, except for erasing names together with their salt.
create function keep_audit_line() returns trigger
  language plpgsql
  as $$
declare
  erasable constant text[] = array['actor_name', 'address', 'actor_salt', 'subject', 'details', 'subject_salt'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - erasable = to_jsonb(old) - erasable
    and (audit_actor_is_erased(new) or (new.actor_salt = old.actor_salt
      and new.actor_name is not distinct from old.actor_name and new.address is not distinct from old.address))
    and (audit_subject_is_erased(new) or (new.subject_salt = old.subject_salt
      and new.subject = old.subject and new.details = old.details))
  then
    return new;
  end if;
  raise exception '% only grows', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_line_only_grows before update or delete on audit_line
  for each row execute function keep_audit_line();

grant update (actor_name, address, actor_salt, subject, details, subject_salt) on audit_line to plumbline_app;

-- Waits for lines that are being written; later ones find the person deleted.
create function wait_for_audit_lines() returns void
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
begin
  -- A waiting lock request blocks all writers behind it, so it is first polled with nowait.
  for attempt in 1..100 loop
    begin
      lock table audit_line in share row exclusive mode nowait;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  lock table audit_line in share row exclusive mode;
end $$;
revoke all on function wait_for_audit_lines from public;
grant execute on function wait_for_audit_lines to plumbline_app;

select set_config('plumbline.system', '', true);

-- Each line of the audit log is chained by hash to the previous one of its family, so that tampering is detected.
-- The actor's name stays when the user is deleted.

alter table audit_line
  add column actor_name text,
  add column sequence bigint,
  add column hash bytea;

create table audit_chain (
  family_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);
alter table audit_chain enable row level security;
alter table audit_chain force row level security;
create policy system_scope on audit_chain
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy admin_reads on audit_chain for select using ((select scope_role()) = 'admin');
create policy owner_chains on audit_chain for all to current_user using (true) with check (true);
grant select on audit_chain to plumbline_app;

create function audit_hash(before bytea, line audit_line) returns bytea
  language sql immutable
  as $$
    select sha256(convert_to(jsonb_build_array(
      encode(before, 'hex'), line.sequence, line.family_id, line.id, extract(epoch from line.at), line.actor_id,
      line.actor_name, line.action, line.subject, line.details, host(line.address))::text, 'UTF8'))
  $$;

create function chain_audit_line() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  last audit_chain;
begin
  select coalesce(nullif(u.name, ''), u.username) into new.actor_name from app_user u where u.id = new.actor_id;
  insert into audit_chain (family_id, sequence, hash) values (new.family_id, 0, ''::bytea)
    on conflict (family_id) do nothing;
  -- The lock serialises the lines of one family.
  select * into last from audit_chain c where c.family_id = new.family_id for update;
  new.sequence = last.sequence + 1;
  new.hash = audit_hash(last.hash, new);
  update audit_chain c set sequence = new.sequence, hash = new.hash where c.family_id = new.family_id;
  return new;
end $$;
create trigger audit_line_chained before insert on audit_line
  for each row execute function chain_audit_line();

-- Whether every chain is intact: each line matches the previous one, and the last line is not missing.
create function audit_is_intact() returns boolean
  language sql stable
  as $$
    select coalesce(bool_and(q.fits), true) and not exists (
        select from audit_chain c where c.sequence <>
          (select coalesce(max(l.sequence), 0) from audit_line l where l.family_id = c.family_id))
    from (
      select l.hash = audit_hash(coalesce(lag(l.hash) over w, ''::bytea), l)
        and l.sequence = coalesce(lag(l.sequence) over w, 0) + 1 as fits
      from audit_line l where l.sequence is not null
      window w as (partition by l.family_id order by l.sequence)
    ) q
  $$;

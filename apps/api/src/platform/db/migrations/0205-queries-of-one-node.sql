-- Functions whose queries a distributed database would refuse: joins without the family, subqueries that compare a row on
-- one node with one on another, locks without a family, and types of rows, which have other names on the nodes.

-- Took a row of transaction. Queries state the columns instead.
drop function statement_facts(transaction);

create or replace function visible_accounts() returns setof uuid
  language plpgsql stable security definer rows 30
  set search_path = public, pg_temp
  as $$
declare
  families constant uuid[] := array(select visible_families());
  is_limited constant boolean := exists (
    select from app_user u where u.id = scope_user() and not u.sees_all_accounts);
  granted uuid[];
begin
  if is_limited then
    granted := array(select g.account_id from account_grant g where g.user_id = scope_user());
    return query select a.id from account a where a.family_id = any(families) and a.id = any(granted);
  else
    return query select a.id from account a where a.family_id = any(families);
  end if;
end $$;

create or replace function sees_accounts(accounts uuid[]) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
declare
  granted constant uuid[] := array(select g.account_id from account_grant g where g.user_id = scope_user());
begin
  return not exists (select from account a where a.id = any(accounts) and a.id <> all (granted));
end $$;

create or replace function sees_accounts_of_families(accounts uuid[]) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
declare
  seen constant uuid[] := array(select visible_accounts());
begin
  return not exists (select from account a where a.id = any(accounts) and a.id <> all (seen));
end $$;

create or replace function portfolio_view(for_user uuid) returns jsonb
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  seen uuid[];
begin
  perform set_config('plumbline.user', for_user::text, true);
  seen := array(select visible_accounts());
  return jsonb_build_object(
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'name', f.name, 'base_currency', f.base_currency, 'version', v.version) order by f.name, f.id), '[]')
      from visible_families() as seen (id)
        join family f on f.id = seen.id join family_version v on v.family_id = f.id),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'family_id', a.family_id)), '[]')
      from account a where a.id = any(seen)),
    'market_version', (select version from market_version),
    'last_close', (select last_close from market_version),
    'chosen', (select s.chosen from user_settings s where s.user_id = for_user),
    'now', present_moment());
end $$;

create or replace function open_imports(wanted uuid[], keeps_opened boolean default false) returns void
  language plpgsql
  as $$
declare
  opened text;
begin
  if scope_is_system() then return; end if;
  select string_agg(i.id::text, ',') into opened from import i where i.id = any(wanted);
  perform set_scope('imports', concat_ws(',',
    case when keeps_opened then nullif(current_setting('plumbline.imports', true), '') end, opened));
end $$;

create or replace function free_name_copy(of_family uuid, wanted text, of_account uuid) returns int
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  is_limited constant boolean := exists (
    select from app_user u where u.id = scope_user() and not u.sees_all_accounts);
  granted constant uuid[] := array(select g.account_id from account_grant g where g.user_id = scope_user());
  is_system constant boolean := scope_is_system();
  taken record;
begin
  select max(a.name_copy) as last,
    min(a.name_copy) filter (where not is_system and (not is_limited or a.id = any(granted))) as seen
    into taken
    from account a where a.family_id = of_family and lower(a.name) = lower(wanted) and a.id <> of_account;
  return coalesce(taken.seen, taken.last + 1, 0);
end $$;

create or replace function erase_account(erased uuid) returns int
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  found_account record;
  family uuid;
  erased_count int;
begin
  -- As security definer this function sees everything, so it checks the caller's rights itself.
  select a.family_id, a.name, a.custodian_id into found_account from account a where a.id = erased;
  if not found or not (
      scope_is_system() or scope_role() = 'admin'
      or (found_account.custodian_id = 'manual' and scope_role() <> 'demo'
        and erased in (select visible_accounts()))) then
    return null;
  end if;
  family := found_account.family_id;
  perform from account a where a.family_id = family and a.id = erased for update;
  if not found then return null; end if;
  perform set_scope('erasing', 'on');
  delete from transaction where family_id = family and account_id = erased;
  get diagnostics erased_count = row_count;
  perform set_scope('erasing', '');
  update import set account_ids = array_replace(account_ids, erased, '00000000-0000-0000-0000-000000000000')
    where family_id = family and erased = any(account_ids);
  delete from integration where account_id = erased;
  delete from account_grant where account_id = erased;
  delete from instrument i
    where i.account_id = erased
      and i.id not in (
        select b.instrument_id from transaction b where b.family_id = family and b.instrument_id is not null);
  update instrument set account_id = null where account_id = erased;
  delete from account where id = erased and family_id = family;
  perform add_audit_line(scope_user(), family, 'account_erased', found_account.name,
    jsonb_build_object('transactions', erased_count), null);
  perform bump_family_version(family);
  return erased_count;
end $$;

create or replace function family_storage_bytes(family uuid) returns bigint
  language plpgsql
  set search_path = public, pg_temp
  as $$
declare
  scope constant text := coalesce(current_setting('plumbline.system', true), '');
  bytes bigint;
begin
  perform set_scope('system', 'on');
  select
    (select coalesce(sum(f.rows_bytes + coalesce(octet_length(f.content), 0) + coalesce(pg_column_size(f.pages), 0)
        + coalesce(pg_column_size(f.look), 0) + pg_column_size(f.statement)), 0)
      from import_file f where f.family_id = family)
    + (select coalesce(sum(pg_column_size(s.lines)), 0) from account_statement s where s.family_id = family)
    + (select coalesce(sum(octet_length(j.result)), 0) from background_job j where j.family_id = family)
    into bytes;
  perform set_scope('system', scope);
  return bytes;
end $$;

create or replace function forget_jobs() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  gone constant uuid[] := array(select id from removed);
begin
  update import set job_id = null where job_id = any(gone);
  return null;
end $$;

create or replace function audit_is_intact() returns boolean
  language sql stable
  as $$
    with lines as materialized (select * from audit_line where sequence is not null),
      chains as materialized (select family_id, sequence, was_broken from audit_chain),
      -- The lines have the type of their table again, for the functions of it.
      typed as (select q.family_id, q.sequence, q.hash, row(q.*)::audit_line as line from lines q),
      checked as (
        select t.hash = audit_hash(coalesce(lag(t.hash) over w, ''::bytea), t.line)
          and t.sequence = coalesce(lag(t.sequence) over w, 0) + 1
          and (audit_actor_is_erased(t.line)
            or coalesce(audit_actor_digest(t.line) = (t.line).actor_digest, false))
          and (audit_subject_is_erased(t.line)
            or coalesce(audit_subject_digest(t.line) = (t.line).subject_digest, false)) as fits
        from typed t
        window w as (partition by t.family_id order by t.sequence)
      )
    select coalesce((select bool_and(fits) from checked), true) and not exists (
      select from chains c where c.was_broken
        or c.sequence <> (select coalesce(max(l.sequence), 0) from lines l where l.family_id = c.family_id))
  $$;

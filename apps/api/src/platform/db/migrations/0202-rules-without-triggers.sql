-- Tables with the rows of families have no triggers, because distributed tables cannot have any. What the triggers did is
-- done by privileges, restrictive policies, and functions through which alone the application writes. Privileges and
-- policies bind the owner of the tables too, so that neither a careless statement nor a wrong migration changes the
-- ledger or the audit log.

-- True while an erasure runs, which is the only reason to delete transactions and to empty audit lines.
create function is_erasing() returns boolean
  language plpgsql stable
  as $$
begin
  if current_setting('plumbline.erasing', true) = 'on' then return true; end if;
  raise exception 'this table only grows' using errcode = 'insufficient_privilege';
end $$;

-- The ledger. Only superseded_by can be updated, and only while it is null.
drop trigger transaction_only_grows on transaction;
drop function guard_transaction();
revoke update, truncate on transaction from current_user, plumbline_app;
grant update (superseded_by) on transaction to current_user, plumbline_app;
create policy superseded_once on transaction as restrictive for update
  using (superseded_by is null) with check (superseded_by is not null);
create policy only_erased on transaction as restrictive for delete using (is_erasing());

-- The audit log. Lines are added by add_audit_line, which chains them; a line without its place in the chain is refused.
drop trigger audit_line_only_grows on audit_line;
drop trigger audit_line_chained on audit_line;
drop function keep_audit_line();
drop function chain_audit_line();
drop policy adds on audit_line;
revoke insert, update, delete, truncate on audit_line from plumbline_app;
revoke update, delete, truncate on audit_line from current_user;
revoke update (actor_name, address, actor_salt, subject, details, subject_salt) on audit_line from plumbline_app;
grant update (actor_name, address, actor_salt, subject, details, subject_salt) on audit_line to current_user;
create policy only_chained on audit_line as restrictive for insert
  with check (sequence is not null and hash is not null);
-- Of a line, either all that can name the actor is gone, or nothing has changed; and the same for the subject.
create policy only_erased on audit_line as restrictive for update using (is_erasing())
  with check (
    coalesce(actor_digest = sha256(
        actor_salt || convert_to(jsonb_build_array(actor_name, host(address))::text, 'UTF8')),
      address is null and coalesce(actor_name, '') in ('', audit_pseudonym(actor_id)))
    and coalesce(subject_digest = sha256(
        subject_salt || convert_to(jsonb_build_array(subject, details)::text, 'UTF8')),
      subject ~ '^(user-[0-9a-f]{8})?$' and details - 'kind' - 'id' = '{}'));
create policy owner_erases on audit_line for update to current_user using (true) with check (true);
create policy owner_reads on audit_line for select to current_user using (true);

create function add_audit_line(
    by_user uuid, of_family uuid, action text, subject text, details jsonb, address inet) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  line audit_line;
  last audit_chain;
  about constant uuid = case when details ->> 'kind' = 'user' then (details ->> 'id')::uuid end;
begin
  if by_user is distinct from scope_user() and not scope_is_system() then
    raise exception 'an audit line names its author' using errcode = 'insufficient_privilege';
  end if;
  line.family_id = coalesce(of_family, '00000000-0000-0000-0000-000000000000');
  line.id = gen_random_uuid();
  line.at = present_moment();
  line.actor_id = by_user;
  line.action = action;
  line.subject = subject;
  line.details = details;
  line.address = address;
  -- The lock conflicts with the erasure of this person: either the erasure finds this line, or this line finds the
  -- person deleted.
  select coalesce(nullif(u.name, ''), u.username) into line.actor_name from app_user u
    where u.id = by_user for key share;
  if not found and by_user is not null then
    line.actor_name = audit_pseudonym(by_user);
    line.address = null;
  end if;
  perform from app_user u where u.id = about for key share;
  if not found and about is not null then
    line.subject = audit_pseudonym(about);
    line.details = jsonb_build_object('kind', 'user', 'id', about);
  end if;
  line.actor_salt = audit_salt();
  line.subject_salt = audit_salt();
  line.actor_digest = audit_actor_digest(line);
  line.subject_digest = audit_subject_digest(line);
  insert into audit_chain (family_id, sequence, hash) values (line.family_id, 0, ''::bytea)
    on conflict (family_id) do nothing;
  -- The lock serialises the lines of one family.
  select * into last from audit_chain c where c.family_id = line.family_id for update;
  line.sequence = last.sequence + 1;
  line.hash = audit_hash(last.hash, line);
  insert into audit_line (family_id, id, at, actor_id, action, subject, details, address, actor_name, sequence, hash,
      actor_salt, actor_digest, subject_salt, subject_digest)
    values (line.family_id, line.id, line.at, line.actor_id, line.action, line.subject, line.details, line.address,
      line.actor_name, line.sequence, line.hash, line.actor_salt, line.actor_digest, line.subject_salt,
      line.subject_digest);
  update audit_chain c set sequence = line.sequence, hash = line.hash where c.family_id = line.family_id;
end $$;

-- Removes the names of actors, or the subjects, with their salts from the given lines: the pairs of `families` and `ids`.
create function erase_audit_actors(families uuid[], ids uuid[]) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
begin
  if not scope_is_system() then
    raise exception 'only the system erases names' using errcode = 'insufficient_privilege';
  end if;
  perform set_scope('erasing', 'on');
  update audit_line l set actor_salt = null, address = null,
      actor_name = case when l.actor_id is null then null else audit_pseudonym(l.actor_id) end
    from unnest(families, ids) as erased (family_id, id)
    where l.family_id = erased.family_id and l.id = erased.id;
  perform set_scope('erasing', '');
end $$;

create function erase_audit_subjects(families uuid[], ids uuid[], person uuid) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
begin
  if not scope_is_system() then
    raise exception 'only the system erases names' using errcode = 'insufficient_privilege';
  end if;
  perform set_scope('erasing', 'on');
  update audit_line l set subject_salt = null,
      subject = case when l.details ->> 'kind' = 'user' and l.details ->> 'id' = person::text
        then audit_pseudonym(person) else '' end,
      details = jsonb_strip_nulls(jsonb_build_object('kind', l.details -> 'kind', 'id', l.details -> 'id'))
    from unnest(families, ids) as erased (family_id, id)
    where l.family_id = erased.family_id and l.id = erased.id;
  perform set_scope('erasing', '');
end $$;

-- Accounts. One never changes its family, and is removed by erase_account only.
drop trigger account_stays on account;
drop trigger account_name_copy on account;
drop trigger account_is_own on account;
drop trigger account_takes_assets on account;
drop function refuse_move_of_account();
drop function choose_name_copy();
drop function grant_own_account();
drop function erase_assets_of_account();
drop policy manual_removed on account;
revoke update, truncate on account from current_user;
revoke update, delete, truncate on account from plumbline_app;
grant update (custodian_id, name, number, base_currency, lot_method, cash, allows_short, variation_margin, name_copy,
  created_at, version) on account to current_user;
grant update (name, number, lot_method, cash, allows_short, variation_margin, name_copy, version)
  on account to plumbline_app;

-- The number that distinguishes an account from others of its name. If the caller sees one of them, they get its number
-- again, which the unique index rejects; hidden ones are not betrayed.
create function free_name_copy(of_family uuid, wanted text, of_account uuid) returns int
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  is_limited boolean := exists (
    select from app_user u where u.id = scope_user() and not u.sees_all_accounts);
  taken record;
begin
  select max(a.name_copy) as last,
    min(a.name_copy) filter (where not scope_is_system() and (not is_limited or exists (
      select from account_grant g where g.user_id = scope_user() and g.account_id = a.id))) as seen
    into taken
    from account a where a.family_id = of_family and lower(a.name) = lower(wanted) and a.id <> of_account;
  return coalesce(taken.seen, taken.last + 1, 0);
end $$;

-- Adds an account under the caller's policies, and lets a user who is limited to some accounts see it at once. Null
-- stands for a column's default. Its family and its custodian are held.
create function open_account(opened jsonb) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  new account := jsonb_populate_record(null::account, opened);
begin
  perform from family f where f.id = new.family_id for key share;
  if not found then
    raise exception 'unknown family' using errcode = 'foreign_key_violation';
  end if;
  perform from custodian c where c.id = new.custodian_id for key share;
  if not found then
    raise exception 'unknown custodian' using errcode = 'foreign_key_violation';
  end if;
  insert into account (id, family_id, custodian_id, name, number, base_currency, lot_method, cash, allows_short,
      variation_margin, name_copy)
    values (new.id, new.family_id, new.custodian_id, new.name, new.number, new.base_currency,
      coalesce(new.lot_method, 'fifo'), coalesce(new.cash, 'tracked'), coalesce(new.allows_short, false),
      coalesce(new.variation_margin, 'booked'), free_name_copy(new.family_id, new.name, new.id));
  insert into account_grant (user_id, account_id)
    select u.id, new.id from app_user u where u.id = scope_user() and not u.sees_all_accounts;
  if found then
    perform enter_caller(scope_user()::text);
  end if;
end $$;

-- As before; the assets of the account, and what refers to it, are removed here.
create or replace function erase_account(erased uuid) returns int
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  family uuid;
  erased_name text;
  erased_count int;
begin
  -- As security definer this function sees everything, so it checks the caller's rights itself.
  select family_id, name into family, erased_name from account
    where id = erased and (
      scope_is_system() or scope_role() = 'admin'
      or (custodian_id = 'manual' and scope_role() <> 'demo' and id in (select visible_accounts())))
    for update;
  if family is null then return null; end if;
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
      and not exists (select from transaction b where b.family_id = family and b.instrument_id = i.id);
  update instrument set account_id = null where account_id = erased;
  delete from account where id = erased and family_id = family;
  perform add_audit_line(scope_user(), family, 'account_erased', erased_name,
    jsonb_build_object('transactions', erased_count), null);
  perform bump_family_version(family);
  return erased_count;
end $$;

-- Imports. A delivery follows the import that it became.
drop trigger import_followed on import;
drop trigger import_discarded on import;
drop function follow_import();

-- Called after the status of an import has changed, or after it was deleted.
create function follow_import(changed uuid) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  now_is record;
begin
  select i.status, i.transactions_count, i.account_ids into now_is from import i where i.id = changed;
  if not found then
    update feed_delivery set state = 'discarded', import_id = null where import_id = changed;
  elsif now_is.status in ('applied', 'undone') then
    update feed_delivery set state = case now_is.status when 'applied' then 'posted' else 'undone' end,
      transactions_count = case now_is.status when 'applied' then now_is.transactions_count else 0 end,
      account_ids = now_is.account_ids, reason = null
    where import_id = changed;
  end if;
end $$;

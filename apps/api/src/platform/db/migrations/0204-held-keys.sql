-- What a new account or transaction refers to is locked until the transaction ends, as a foreign key would: it cannot be
-- deleted at the same moment.
create policy owner_locks on family for update to current_user using (true) with check (false);
create policy owner_locks on custodian for update to current_user using (true) with check (false);

create function hold_instruments(wanted uuid[]) returns bigint
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
declare
  held bigint;
begin
  select count(*) into held from (
    select from instrument i where i.id = any(wanted) order by i.id for key share) as locked;
  return held;
end $$;

-- Refuses instruments that do not exist or that the caller does not see.
create or replace function admit_instruments(wanted uuid[]) returns void
  language plpgsql volatile
  as $$
declare
  seen uuid[] := array(select i.id from instrument i where i.id = any(wanted));
begin
  if exists (select from unnest(wanted) as id where id is not null and id <> all (seen))
    or hold_instruments(seen) <> cardinality(seen) then
    raise exception 'unknown instrument' using errcode = 'foreign_key_violation';
  end if;
  if not sees_every_account() then perform set_scope('instruments', array_to_string(seen, ',')); end if;
end $$;

-- As before, with its family and its custodian held.
create or replace function open_account(opened jsonb) returns void
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

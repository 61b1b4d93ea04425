-- Every request computes the visible families. Deriving them from the role, instead of checking every family, makes
-- the cost independent of the number of families.
create or replace function visible_families() returns setof uuid
  language plpgsql stable security definer rows 10
  set search_path = public, pg_temp
  as $$
declare
  asker record;
begin
  select u.id, u.role, u.family_id into asker
    from app_user u where u.id = scope_user() and u.disabled_at is null;
  if asker.role = 'admin' then
    return query select f.id from family f;
  elsif asker.role = 'adviser' then
    return query select a.family_id from family_access a where a.user_id = asker.id;
  elsif asker.family_id is not null then
    return next asker.family_id;
  end if;
end $$;

alter function visible_accounts() rows 30;

-- Reads only visible rows, with the rights of its owner: with the caller's rights the policies of each table would be
-- evaluated again.
create policy owner_reads on family_version for select to current_user using (true);
create or replace function portfolio_view(for_user uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return jsonb_build_object(
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'name', f.name, 'base_currency', f.base_currency, 'version', v.version) order by f.name, f.id), '[]')
      from visible_families() as seen (id)
        join family f on f.id = seen.id join family_version v on v.family_id = f.id),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'family_id', a.family_id)), '[]')
      from visible_accounts() as seen (id) join account a on a.id = seen.id),
    'market_version', (select version from market_version),
    'last_close', (select last_close from market_version),
    'chosen', (select s.chosen from user_settings s where s.user_id = for_user),
    'now', present_moment());
end $$;

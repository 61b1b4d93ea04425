-- Everything a portfolio query needs about its caller, in one round trip.

-- The last business day with closes, where named periods end. A trigger on prices maintains it.
alter table market_version add column last_close date;

create function note_last_close() returns trigger language plpgsql as $$
begin
  update market_version m set last_close = n.last
  from (select max(date) as last from added where extract(isodow from date) < 6) n
  where n.last > coalesce(m.last_close, '-infinity'::date);
  return null;
end $$;
create trigger price_added after insert on price
  referencing new table as added for each statement execute function note_last_close();

-- The visible families and accounts of a user with the versions of their data.
create function portfolio_view(for_user uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return jsonb_build_object(
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'name', f.name, 'base_currency', f.base_currency, 'version', v.version) order by f.name, f.id), '[]')
      from family f join family_version v on v.family_id = f.id),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'family_id', a.family_id)), '[]') from account a),
    'market_version', (select version from market_version),
    'last_close', (select last_close from market_version),
    'chosen', (select s.chosen from user_settings s where s.user_id = for_user));
end $$;

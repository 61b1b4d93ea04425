-- Events count from the user's present day, so the view includes the present moment.
create or replace function portfolio_view(for_user uuid) returns jsonb
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
    'chosen', (select s.chosen from user_settings s where s.user_id = for_user),
    'now', present_moment());
end $$;

-- Snapshots contain the calendars of their instruments, so a change increments the market version.
create function note_calendar_change() returns trigger language plpgsql as $$
begin
  perform bump_market_version();
  return null;
end $$;
create trigger calendar_changed after insert or update or delete on instrument_event
  for each statement execute function note_calendar_change();

-- East of UTC the next day has begun already: the days that can be chosen reach to entries of it.

create or replace function transaction_days(for_user uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  perform enter_caller(for_user::text);
  return jsonb_build_object(
    'first', (
      select min(earliest.date) from account a, lateral (
        select b.date from transaction b
        where b.family_id = a.family_id and b.account_id = a.id and b.superseded_by is null
          and b.status <> 'void'
        order by b.date limit 1) earliest),
    'last', (
      select max(latest.date) from account a, lateral (
        select t.date from transaction t
        where t.family_id = a.family_id and t.account_id = a.id and t.superseded_by is null
          and t.date <= present_moment()::date + 1 and t.status <> 'void'
        order by t.date desc limit 1) latest));
end $$;

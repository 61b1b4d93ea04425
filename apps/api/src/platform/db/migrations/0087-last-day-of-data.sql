-- The last day that a user can choose: the last close of the market, or a later transaction. Figures end on the day that
-- follows from the data of each family.
create or replace function settings_lists(for_user uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return jsonb_build_object(
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'name', f.name, 'base_currency', f.base_currency) order by f.name, f.id), '[]')
      from family f),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'name', a.name, 'custodian_id', a.custodian_id, 'custodian_name', c.name,
          'base_currency', a.base_currency, 'family_id', a.family_id) order by a.name, a.id), '[]')
      from account a join custodian c on c.id = a.custodian_id),
    'templates', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', t.name, 'filters', t.filters, 'version', t.version) order by lower(t.name), t.id), '[]')
      from template t),
    'first_transaction', (
      select min(earliest.date) from account a, lateral (
        select b.date from transaction b
        where b.family_id = a.family_id and b.account_id = a.id and b.superseded_by is null
          and b.status <> 'void'
        order by b.date limit 1) earliest),
    'last_close', (
      select greatest(coalesce(m.last_close, present_moment()::date), max(latest.date))
      from market_version m left join (
        select b.date from account a, lateral (
          select t.date from transaction t
          where t.family_id = a.family_id and t.account_id = a.id and t.superseded_by is null
            and t.date <= present_moment()::date and t.status <> 'void'
          order by t.date desc limit 1) b) latest on true
      group by m.last_close));
end $$;

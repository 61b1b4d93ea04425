-- The settings say whether the user sees all accounts of the family: targets and benchmarks of a family are for those who do.

create or replace function settings_page(for_user uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  perform enter_caller(for_user::text);
  return jsonb_build_object(
    'user', (
      select jsonb_build_object(
        'id', u.id, 'username', u.username, 'email', u.email, 'name', u.name, 'role', u.role,
        'is_beta_tester', u.is_beta_tester, 'created_at', u.created_at, 'password_changed_at', u.password_changed_at,
        'chosen', s.chosen, 'family_id', f.id, 'family_name', f.name, 'base_currency', f.base_currency,
        'has_default_template', exists (
          select from template t where t.id::text = s.chosen ->> 'defaultTemplate'),
        'sees_all_accounts', u.sees_all_accounts, 'is_mfa_required', requires_two_factor(u),
        'is_mfa_active', exists (
          select from two_factor t where t.user_id = u.id and t.activated_at is not null))
      from app_user u
        left join user_settings s on s.user_id = u.id
        left join family f on f.id = u.family_id
      where u.id = for_user),
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'name', f.name, 'base_currency', f.base_currency, 'version', v.version) order by f.name, f.id), '[]')
      from family f join family_version v on v.family_id = f.id),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'name', a.name, 'custodian_id', a.custodian_id, 'custodian_name', c.name,
          'base_currency', a.base_currency, 'family_id', a.family_id) order by a.name, a.id), '[]')
      from account a join custodian c on c.id = a.custodian_id),
    'templates', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', t.name, 'filters', t.filters, 'version', t.version) order by lower(t.name), t.id), '[]')
      from template t),
    'last_close', (select m.last_close from market_version m),
    'today', present_moment()::date);
end $$;

-- The caller's identity includes the saved language, which saves a query.
drop function who(uuid, uuid);
create function who(for_user uuid, for_sign_in uuid)
  returns table (
    user_id uuid, username text, name text, role text, family_id uuid, is_beta_tester boolean,
    must_set_up_two_factor boolean, present timestamptz, language text)
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return query
    select u.id, u.username, u.name, u.role, u.family_id, u.is_beta_tester,
      requires_two_factor(u) and not exists (
        select from two_factor t where t.user_id = u.id and t.activated_at is not null),
      present_moment(),
      (select c.chosen ->> 'language' from user_settings c where c.user_id = u.id)
    from sign_in s join app_user u on u.id = s.user_id
    where s.id = for_sign_in and s.user_id = for_user and s.ended_at is null
      and s.expires_at > present_moment() and u.disabled_at is null;
end $$;

drop function who_by_token(bytea);
create function who_by_token(hash bytea)
  returns table (
    user_id uuid, username text, name text, role text, family_id uuid, is_beta_tester boolean,
    must_set_up_two_factor boolean, token_id uuid, token_scope text, language text)
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.system', 'on', true);
  return query
    select u.id, u.username, u.name, u.role, u.family_id, u.is_beta_tester,
      requires_two_factor(u) and not exists (
        select from two_factor t where t.user_id = u.id and t.activated_at is not null),
      a.id, a.scope,
      (select c.chosen ->> 'language' from user_settings c where c.user_id = u.id)
    from api_token a join app_user u on u.id = a.user_id
    where a.token_hash = hash and a.revoked_at is null and u.disabled_at is null
      and (a.expires_at is null or a.expires_at > present_moment());
  -- At most once a minute, to avoid a write per request.
  update api_token a set last_used_at = present_moment()
    where a.token_hash = hash and a.revoked_at is null
      and (a.last_used_at is null or a.last_used_at < present_moment() - interval '1 minute');
  perform set_config('plumbline.system', '', true);
end $$;

-- A sign-in ends after thirty days at the latest, and records when its password was last entered.
alter table sign_in
  add column ends_at timestamptz,
  -- Null if it was opened by a mailed link, or before this migration.
  add column password_confirmed_at timestamptz,
  -- The hash of the code entered with that password; it is accepted once more for the call that asked for both.
  add column confirmed_code bytea,
  -- The hash of the device cookie; null for API clients.
  add column device_hash bytea;
-- Without a scope even the owner of the tables sees no rows.
select set_config('plumbline.system', 'on', true);
update sign_in set ends_at = created_at + interval '30 days';
update sign_in set expires_at = ends_at where expires_at > ends_at;
alter table sign_in
  alter column ends_at set default present_moment() + interval '30 days',
  alter column ends_at set not null,
  add constraint sign_in_ends check (expires_at <= ends_at);
-- Finds known devices and addresses of a user.
create index sign_in_origin on sign_in (user_id, created_at desc);

-- Endless tokens used to be the default; from now on they are an explicit choice.
update api_token set expires_at = now() + interval '90 days' where expires_at is null and revoked_at is null;
select set_config('plumbline.system', '', true);

-- An administrator who removes a second factor notifies its owner.
create policy admin_notifies on notification for insert
  with check ((select scope_role()) = 'admin' and kind = 'account');

drop function who(uuid, uuid);
create function who(for_user uuid, for_sign_in uuid)
  returns table (
    user_id uuid, username text, name text, role text, family_id uuid, is_beta_tester boolean,
    must_set_up_two_factor boolean, present timestamptz, language text, has_recent_password boolean)
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return query
    select u.id, u.username, u.name, u.role, u.family_id, u.is_beta_tester,
      requires_two_factor(u) and not exists (
        select from two_factor t where t.user_id = u.id and t.activated_at is not null),
      present_moment(),
      (select c.chosen ->> 'language' from user_settings c where c.user_id = u.id),
      coalesce(s.password_confirmed_at > present_moment() - interval '10 minutes', false)
    from sign_in s join app_user u on u.id = s.user_id
    where s.id = for_sign_in and s.user_id = for_user and s.ended_at is null
      and s.expires_at > present_moment() and u.disabled_at is null;
end $$;

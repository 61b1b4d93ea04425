-- Second factors, API tokens, registrations and rate limits.

alter table app_user
  add column two_factor_required boolean not null default false,
  add column password_changed_at timestamptz;

-- A single row with the roles that require a second factor.
create table security_rules (
  is_only_row boolean primary key default true check (is_only_row),
  two_factor_roles text[] not null default '{}'
);
insert into security_rules default values;

-- The shared secret is encrypted with the servers' key. Without activated_at the setup is incomplete.
create table two_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  sealed_secret bytea not null,
  -- The time step of the last accepted code; the next one must be greater, so that a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default present_moment(),
  activated_at timestamptz
);

create table backup_code (
  user_id uuid not null references app_user (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Issued after the right password; it only allows entering the code.
create table two_factor_challenge (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index two_factor_challenge_user on two_factor_challenge (user_id);

create table api_token (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  scope text not null check (scope in ('read', 'read_write')),
  prefix text not null check (length(prefix) <= 20),
  token_hash bytea not null,
  created_at timestamptz not null default present_moment(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create unique index api_token_hash on api_token (token_hash);
create unique index api_token_name on api_token (user_id, lower(name)) where revoked_at is null;

-- Unconfirmed registrations. The user is created on confirmation.
create table registration (
  id uuid primary key,
  token_hash bytea not null,
  username text not null check (length(username) between 2 and 60),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320),
  password_hash text not null,
  language text not null check (length(language) <= 10),
  created_at timestamptz not null default present_moment(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index registration_email on registration (lower(email));

-- Token buckets, stored as the moment when they are full again. The key is a hash, because people type passwords
-- into the username field.
create table try_limit (
  key bytea primary key,
  full_at timestamptz not null
);
create index try_limit_full on try_limit (full_at);

-- Whether a user needs a second factor: by user, family or role. The shared demo account cannot set one up.
create function requires_two_factor(person app_user) returns boolean
  language sql stable
  as $$
    select person.role <> 'demo' and (
      person.two_factor_required
      or exists (select from family f where f.id = person.family_id and f.two_factor_required)
      or exists (select from security_rules r where person.role = any (r.two_factor_roles)))
  $$;

do $$
declare tab text;
begin
  foreach tab in array array['security_rules', 'two_factor', 'backup_code', 'two_factor_challenge', 'api_token',
    'registration', 'try_limit']
  loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
  end loop;
  foreach tab in array array['two_factor', 'backup_code', 'api_token'] loop
    execute format('create policy own_rows on %I using (user_id = scope_user()) with check (user_id = scope_user())', tab);
  end loop;
  -- Administrators may end the second factor, tokens, sign-ins and links of a user.
  foreach tab in array array['two_factor', 'backup_code', 'api_token', 'sign_in', 'one_time_link'] loop
    execute format(
      'create policy admin_all on %I using ((select scope_role()) = ''admin'') with check ((select scope_role()) = ''admin'')', tab);
  end loop;
end $$;

create policy everyone_reads on security_rules for select using ((select scope_user()) is not null);
create policy admin_writes on security_rules
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');
-- For the language of mails.
create policy admin_reads on user_settings for select using ((select scope_role()) = 'admin');

-- Adds whether the user must set up a second factor first.
drop function who(uuid, uuid);
create function who(for_user uuid, for_sign_in uuid)
  returns table (
    user_id uuid, username text, name text, role text, family_id uuid, is_beta_tester boolean,
    must_set_up_two_factor boolean, present timestamptz)
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return query
    select u.id, u.username, u.name, u.role, u.family_id, u.is_beta_tester,
      requires_two_factor(u) and not exists (
        select from two_factor t where t.user_id = u.id and t.activated_at is not null),
      present_moment()
    from sign_in s join app_user u on u.id = s.user_id
    where s.id = for_sign_in and s.user_id = for_user and s.ended_at is null
      and s.expires_at > present_moment() and u.disabled_at is null;
end $$;

-- The same for an API token, found by its hash.
create function who_by_token(hash bytea)
  returns table (
    user_id uuid, username text, name text, role text, family_id uuid, is_beta_tester boolean,
    must_set_up_two_factor boolean, token_id uuid, token_scope text)
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.system', 'on', true);
  return query
    select u.id, u.username, u.name, u.role, u.family_id, u.is_beta_tester,
      requires_two_factor(u) and not exists (
        select from two_factor t where t.user_id = u.id and t.activated_at is not null),
      a.id, a.scope
    from api_token a join app_user u on u.id = a.user_id
    where a.token_hash = hash and a.revoked_at is null and u.disabled_at is null
      and (a.expires_at is null or a.expires_at > present_moment());
  -- At most once a minute, to avoid a write per request.
  update api_token a set last_used_at = present_moment()
    where a.token_hash = hash and a.revoked_at is null
      and (a.last_used_at is null or a.last_used_at < present_moment() - interval '1 minute');
  perform set_config('plumbline.system', '', true);
end $$;

grant select, insert, update, delete on two_factor, backup_code, two_factor_challenge, api_token, registration,
  try_limit to plumbline_app;
grant select, update on security_rules to plumbline_app;

-- Families, users, sign-ins and the audit log.
--
-- Every table with tenant data has forced row-level security. A connection has a scope only inside a
-- transaction, by set_config(..., is_local => true):
--   plumbline.user    the signed-in user of the request
--   plumbline.system  'on' for work without a user (sign-in, jobs, loading)
-- Without a scope a query returns no rows.

do $$
begin
  create role plumbline_app nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then
  -- Roles belong to the whole server: another database has already created this one.
  null;
end $$;

grant plumbline_app to current_user;
grant usage on schema public to plumbline_app;

create function scope_user() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('plumbline.user', true), '')::uuid;

create function scope_is_system() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('plumbline.system', true), '') = 'on';

-- The database's clock, which all servers share. Tests set plumbline.now.
create function present_moment() returns timestamptz
  language sql stable parallel safe
  return coalesce(nullif(current_setting('plumbline.now', true), '')::timestamptz, statement_timestamp());

create table family (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  base_currency text not null default 'CHF' check (base_currency ~ '^[A-Z]{3}$'),
  two_factor_required boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default present_moment()
);
create unique index family_name on family (lower(name));

create table app_user (
  id uuid primary key default gen_random_uuid(),
  username text not null check (length(username) between 2 and 60),
  email text check (length(email) <= 320),
  name text not null default '' check (length(name) <= 200),
  role text not null check (role in ('admin', 'adviser', 'investor', 'demo')),
  family_id uuid references family (id),
  -- Null until an invited user has chosen a password.
  password_hash text,
  is_beta_tester boolean not null default false,
  created_at timestamptz not null default present_moment(),
  last_login_at timestamptz,
  disabled_at timestamptz,
  -- Staff belong to no family, everyone else to exactly one.
  check ((family_id is null) = (role in ('admin', 'adviser')))
);
create unique index app_user_username on app_user (lower(username));
create unique index app_user_email on app_user (lower(email));
create index app_user_family on app_user (family_id);

-- The families of an adviser.
create table family_access (
  user_id uuid not null references app_user (id) on delete cascade,
  family_id uuid not null references family (id) on delete cascade,
  granted_at timestamptz not null default present_moment(),
  primary key (user_id, family_id)
);
create index family_access_family on family_access (family_id);

-- One row per sign-in on one device. Its refresh token rotates; only hashes are stored.
create table sign_in (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  is_web boolean not null,
  token_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz,
  created_at timestamptz not null default present_moment(),
  last_seen_at timestamptz not null default present_moment(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'reuse', 'revoked', 'password', 'two_factor', 'disabled')),
  client text not null default '' check (length(client) <= 400),
  address inet
);
create index sign_in_user on sign_in (user_id) where ended_at is null;

create table user_settings (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- Only values that the user has chosen; all others have their defaults.
  chosen jsonb not null default '{}' check (jsonb_typeof(chosen) = 'object'),
  changed_at timestamptz not null default present_moment()
);

-- One-time links: invitations, password resets and changes of the email address.
create table one_time_link (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('invitation', 'password_reset', 'email_change')),
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash bytea not null,
  email text,
  created_at timestamptz not null default present_moment(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_link_user on one_time_link (user_id, purpose) where used_at is null;

-- Keys that all servers of one database share.
create table server_secret (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default present_moment()
);

-- The audit log, which is append-only. Lines about no family have the nil family.
create table audit_line (
  family_id uuid not null default '00000000-0000-0000-0000-000000000000',
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default present_moment(),
  actor_id uuid,
  action text not null check (length(action) between 1 and 100),
  subject text not null default '' check (length(subject) <= 400),
  details jsonb not null default '{}',
  address inet,
  primary key (family_id, id)
) partition by hash (family_id);

do $$
begin
  for part in 0..15 loop
    execute format(
      'create table audit_line_%s partition of audit_line for values with (modulus 16, remainder %s)', part, part);
    -- Accessible through the parent only: a partition itself returns no rows.
    execute format('alter table audit_line_%s enable row level security', part);
    execute format('alter table audit_line_%s force row level security', part);
  end loop;
end $$;
create index audit_line_at on audit_line (family_id, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_line_only_grows before update or delete on audit_line
  for each row execute function refuse_change();

-- The role of the scope's user, null for a disabled one. The policies below call these two functions, which read
-- the tables of the policies. As security definers they run as the schema owner, who has its own read policy on
-- these three tables. The application never works as the owner.
create function scope_role() returns text
  language sql stable security definer
  set search_path = public, pg_temp
  as $$ select role from app_user where id = scope_user() and disabled_at is null $$;

create function visible_families() returns setof uuid
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select family.id
    from app_user u, family
    where u.id = scope_user() and u.disabled_at is null
      and case u.role
        when 'admin' then true
        when 'adviser' then exists (
          select from family_access a where a.user_id = u.id and a.family_id = family.id)
        else u.family_id = family.id
      end
  $$;

do $$
declare tab text;
begin
  foreach tab in array array['family', 'app_user', 'family_access', 'sign_in', 'user_settings',
    'one_time_link', 'server_secret', 'audit_line']
  loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format('create policy system_scope on %I using (scope_is_system()) with check (scope_is_system())', tab);
  end loop;
end $$;

create policy owner_reads on family for select to current_user using (true);
create policy owner_reads on app_user for select to current_user using (true);
create policy owner_reads on family_access for select to current_user using (true);

create policy seen on family for select using (id in (select visible_families()));
create policy admin_writes on family
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');

create policy own_row on app_user for select using (id = scope_user());
create policy admin_all on app_user
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');

create policy own_rows on family_access for select using (user_id = scope_user());
create policy admin_all on family_access
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');

create policy own_rows on sign_in using (user_id = scope_user()) with check (user_id = scope_user());
create policy own_row on user_settings using (user_id = scope_user()) with check (user_id = scope_user());

create policy admin_reads on audit_line for select using ((select scope_role()) = 'admin');
create policy adds on audit_line for insert with check (actor_id = scope_user());

-- The user of a live sign-in. Every request calls it first, in one round trip, under the row-level security of the
-- user that the token names.
create function who(for_user uuid, for_sign_in uuid)
  returns table (
    user_id uuid, username text, name text, role text, family_id uuid, is_beta_tester boolean, present timestamptz)
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return query
    select u.id, u.username, u.name, u.role, u.family_id, u.is_beta_tester, present_moment()
    from sign_in s join app_user u on u.id = s.user_id
    where s.id = for_sign_in and s.user_id = for_user and s.ended_at is null
      and s.expires_at > present_moment() and u.disabled_at is null;
end $$;

grant select, insert, update, delete on
  family, app_user, family_access, sign_in, user_settings, one_time_link to plumbline_app;
grant select, insert on server_secret, audit_line to plumbline_app;

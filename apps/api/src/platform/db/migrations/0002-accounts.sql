-- Custodians and accounts. An account never changes its family, because large tables are partitioned by family.

create table custodian (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9_-]{0,59}$'),
  name text not null check (length(name) between 1 and 200),
  country text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default present_moment()
);
-- The custodian of manual accounts.
insert into custodian (id, name) values ('manual', 'Manual');

create table account (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references family (id),
  custodian_id text not null references custodian (id),
  name text not null check (length(name) between 1 and 200),
  number text check (length(number) <= 200),
  base_currency text not null check (base_currency ~ '^[A-Z]{3}$'),
  lot_method text not null default 'fifo' check (lot_method in ('fifo', 'average', 'lifo', 'hifo', 'specific')),
  cash text not null default 'tracked' check (cash in ('tracked', 'none')),
  allows_short boolean not null default false,
  created_at timestamptz not null default present_moment(),
  unique (family_id, id)
);
create unique index account_name on account (family_id, lower(name));

create function refuse_move_of_account() returns trigger language plpgsql as $$
begin
  raise exception 'an account never changes its family' using errcode = 'integrity_constraint_violation';
end $$;
create trigger account_stays before update of family_id on account
  for each row when (old.family_id is distinct from new.family_id) execute function refuse_move_of_account();

-- An investor sees all accounts of the family, unless limited to granted ones.
alter table app_user add column sees_all_accounts boolean not null default true;

create table account_grant (
  user_id uuid not null references app_user (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  granted_at timestamptz not null default present_moment(),
  primary key (user_id, account_id)
);
create index account_grant_account on account_grant (account_id);

-- Every change of a family's data increments its version in the same transaction. The row lock serialises writers,
-- so a reader who sees version n sees every change up to n.
create table family_version (
  family_id uuid primary key references family (id) on delete cascade,
  version bigint not null default 0
);
insert into family_version (family_id) select id from family;

create function start_family_version() returns trigger language plpgsql as $$
begin
  insert into family_version (family_id) values (new.id);
  return null;
end $$;
create trigger family_has_version after insert on family
  for each row execute function start_family_version();

create function bump_family_version(family uuid) returns bigint language sql volatile
  as $$ update family_version set version = version + 1 where family_id = family returning version $$;

create policy owner_reads on account_grant for select to current_user using (true);
create policy owner_reads on account for select to current_user using (true);

-- The accounts that the scope's user may see.
create function visible_accounts() returns setof uuid
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select account.id
    from account
    join visible_families() as family (id) on family.id = account.family_id
    where not exists (
        select from app_user u where u.id = scope_user() and not u.sees_all_accounts
      ) or exists (
        select from account_grant g where g.user_id = scope_user() and g.account_id = account.id
      )
  $$;

do $$
declare tab text;
begin
  foreach tab in array array['custodian', 'account', 'account_grant', 'family_version'] loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
  end loop;
end $$;

create policy everyone_reads on custodian for select using ((select scope_user()) is not null);
create policy admin_writes on custodian
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');

create policy seen on account for select using (id in (select visible_accounts()));
create policy admin_writes on account
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');
create policy manual_added on account for insert
  with check (custodian_id = 'manual' and (select scope_role()) <> 'demo' and family_id in (select visible_families()));
create policy manual_changed on account for update
  using (custodian_id = 'manual' and (select scope_role()) <> 'demo' and id in (select visible_accounts()))
  with check (custodian_id = 'manual');
create policy manual_removed on account for delete
  using (custodian_id = 'manual' and (select scope_role()) <> 'demo' and id in (select visible_accounts()));

create policy own_rows on account_grant for select using (user_id = scope_user());
create policy admin_all on account_grant
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');

create policy seen on family_version for select using (family_id in (select visible_families()));
create policy counted_up on family_version for update
  using (family_id in (select visible_families())) with check (family_id in (select visible_families()));

grant select, insert, update, delete on custodian, account, account_grant to plumbline_app;
grant select, insert, update on family_version to plumbline_app;

-- A user limited to granted accounts also sees the accounts they create.

create policy owner_grants on account_grant for insert to current_user with check (true);

create function grant_own_account() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into account_grant (user_id, account_id)
    select u.id, new.id from app_user u where u.id = scope_user() and not u.sees_all_accounts;
  return null;
end $$;
create trigger account_is_own after insert on account
  for each row execute function grant_own_account();

-- Creating a family inserts its version row in the administrator's scope.
create policy admin_starts on family_version for insert with check ((select scope_role()) = 'admin');

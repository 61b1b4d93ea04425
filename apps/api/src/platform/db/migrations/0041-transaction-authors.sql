-- The author of a revision is visible to users who see the transaction, even if they may not see the user.

create function name_of_user(of_user uuid) returns text
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select coalesce(nullif(u.name, ''), u.username) from app_user u
    where u.id = of_user and scope_user() is not null
  $$;
revoke all on function name_of_user from public;
grant execute on function name_of_user to plumbline_app;

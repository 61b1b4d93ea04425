-- The address at which users reach the servers of this database, for commands that print links.
create table server_address (
  is_only_row boolean primary key default true check (is_only_row),
  url text not null check (length(url) <= 2000),
  noted_at timestamptz not null default present_moment()
);
alter table server_address enable row level security;
alter table server_address force row level security;
create policy system_scope on server_address
  using ((select scope_is_system())) with check ((select scope_is_system()));
grant select, insert, update on server_address to plumbline_app;

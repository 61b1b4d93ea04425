-- Keys that all servers of one database share, each encrypted with the master key, which the database never holds.
-- Of a purpose the highest number is in use; older ones still decrypt and verify until they are removed.
create table server_key (
  purpose text not null check (purpose in ('signing', 'sealing', 'audit', 'mail_pause')),
  number integer not null check (number > 0),
  wrapped bytea not null,
  -- Of the master key. Null for a key that an earlier version stored as it is: the next start encrypts it.
  master_fingerprint bytea,
  created_at timestamptz not null default present_moment(),
  retired_at timestamptz,
  primary key (purpose, number)
);
alter table server_key enable row level security;
alter table server_key force row level security;
create policy system_scope on server_key
  using ((select scope_is_system())) with check ((select scope_is_system()));
grant select, insert, update, delete on server_key to plumbline_app;

select set_config('plumbline.system', 'on', true);
insert into server_key (purpose, number, wrapped, created_at)
select case name when 'signing_key' then 'signing' else 'mail_pause' end, 1, value, created_at
from server_secret where name in ('signing_key', 'mail_pause_key');
drop table server_secret;

-- What a key of the servers confirms about the audit log: the hash of a line that the chain had reached. Someone who
-- can write to the database can recompute the chain, but not these.
create table audit_seal (
  family_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  key_number integer not null,
  seal bytea not null,
  at timestamptz not null default present_moment(),
  primary key (family_id, sequence)
);
alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy system_scope on audit_seal
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy admin_reads on audit_seal for select using ((select scope_role()) = 'admin');
grant select, insert, delete on audit_seal to plumbline_app;

-- Sources that a server asks by itself: which provider answers, with which key, and who is asking it right now.

alter table integration add column provider text check (provider ~ '^[a-z][a-z0-9_]{0,59}$');
create unique index integration_provider on integration (provider) where provider is not null;

-- One run at a time per source in the whole installation. A run holds the source for a while and says so again as
-- it goes on; what a server that died was holding is free when that while is over.
alter table integration add column held_by uuid;
alter table integration add column held_until timestamptz;

-- What the run should have brought and did not, as far as it knows: codes with their details, told in words when read.
alter table integration_run add column job_id uuid references background_job (id) on delete set null;
create index integration_run_open on integration_run (integration_id) where ended_at is null;

-- Keys are in a table of their own, sealed: whoever may see a source need not come near its key.
create table integration_secret (
  integration_id uuid primary key references integration (id) on delete cascade,
  sealed bytea not null,
  changed_at timestamptz not null default present_moment()
);
alter table integration_secret enable row level security;
alter table integration_secret force row level security;
create policy system_scope on integration_secret
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy admin_all on integration_secret
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');

grant select, insert, update, delete on integration_secret to plumbline_app;

-- Integrations that the server fetches by itself: provider, key and lease.

alter table integration add column provider text check (provider ~ '^[a-z][a-z0-9_]{0,59}$');
create unique index integration_provider on integration (provider) where provider is not null;

-- A lease allows one run at a time per source in the whole installation. A run renews it; the lease of a dead server
-- expires.
alter table integration add column held_by uuid;
alter table integration add column held_until timestamptz;

-- The background job of a run, which stores what it could not fetch.
alter table integration_run add column job_id uuid references background_job (id) on delete set null;
create index integration_run_open on integration_run (integration_id) where ended_at is null;

-- Encrypted keys in a separate table, because more users may see a source than its key.
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

-- Feeds of a family: a folder of the inbox for each custodian, and IBKR's Flex Web Service. A feed is an integration of
-- a family; its key and its runs are kept with those of the other integrations.
alter table integration
  add column feed text constraint integration_feed_known check (feed in ('folder', 'flex')),
  add column custodian_id text references custodian (id) on delete set null,
  -- The place below the inbox. It never changes, so that the sender's settings stay valid when a family is renamed.
  add column folder text check (folder ~ '^[a-z0-9][a-z0-9-]{0,79}/[a-z0-9][a-z0-9_-]{0,59}$'),
  add column query_id text check (query_id ~ '^[0-9]{1,20}$'),
  add column quiet_after_days int not null default 3 check (quiet_after_days between 1 and 60),
  add column created_by uuid references app_user (id) on delete set null,
  add constraint integration_feed_complete check (
    feed is null or (family_id is not null
      and (feed = 'folder') = (folder is not null) and (feed = 'flex') = (query_id is not null)));
create unique index integration_folder on integration (folder) where folder is not null;
create unique index integration_query on integration (family_id, query_id) where query_id is not null;

-- A feed concerns all accounts of a family at a custodian. Staff of the family manage it.
create policy feed_seen on integration for select
  using (feed is not null and family_id in (select visible_families()) and (select scope_sees_all_accounts()));
create policy feed_managed on integration
  using (feed is not null and (select scope_role()) = 'adviser' and family_id in (select visible_families()))
  with check (feed is not null and (select scope_role()) = 'adviser' and family_id in (select visible_families()));
create policy feed_managed on integration_secret
  using ((select scope_role()) = 'adviser' and integration_id in (
    select id from integration where feed is not null and family_id in (select visible_families())))
  with check ((select scope_role()) = 'adviser' and integration_id in (
    select id from integration where feed is not null and family_id in (select visible_families())));

-- What a feed delivered. The same content is taken once per family, whichever server or folder it comes through.
create table feed_delivery (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references family (id) on delete cascade,
  integration_id uuid references integration (id) on delete set null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 255),
  bytes bigint not null,
  -- 'received' until its import and its statements are written, in one transaction with the new state.
  state text not null default 'received' constraint feed_delivery_state_known check (
    state in ('received', 'posted', 'waiting', 'failed', 'discarded', 'undone')),
  -- Why it waits or failed: a code with details.
  reason jsonb,
  format text check (length(format) <= 60),
  import_id uuid references import (id) on delete set null,
  account_ids uuid[] not null default '{}',
  transactions_count int not null default 0,
  holdings_count int not null default 0,
  -- The day of the custodian's statement, and the differences from the ledger.
  statement_date date,
  breaks_count int,
  repeats_count int not null default 0,
  -- Whether its file has left the inbox. A server may have died in between.
  is_filed boolean not null default false,
  received_at timestamptz not null default present_moment(),
  unique (family_id, hash)
);
create index feed_delivery_latest on feed_delivery (family_id, received_at desc, id);
create index feed_delivery_integration on feed_delivery (integration_id, received_at desc);
create index feed_delivery_import on feed_delivery (import_id) where import_id is not null;

alter table feed_delivery enable row level security;
alter table feed_delivery force row level security;
create policy system_scope on feed_delivery
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy seen on feed_delivery for select
  using (family_id in (select visible_families()) and (select scope_sees_all_accounts()));
grant select, insert, update, delete on feed_delivery to plumbline_app;

-- An import that a feed delivered has no owner. Until it is applied, the staff of the family work on it together.
alter table import add column source_name text check (length(source_name) between 1 and 200);
create policy delivered on import
  using (source_name is not null and user_id is null and (select scope_role()) in ('admin', 'adviser')
    and family_id in (select visible_families()) and (select scope_sees_all_accounts()))
  with check (source_name is not null and user_id is null and (select scope_role()) in ('admin', 'adviser')
    and family_id in (select visible_families()) and (select scope_sees_all_accounts()));

-- A delivery that waited follows what people do with its import. The trigger acts with the rights of its owner,
-- because people may not write deliveries.
create policy owner_writes on feed_delivery to current_user using (true) with check (true);
create function follow_import() returns trigger
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'DELETE' then
    update feed_delivery set state = 'discarded', import_id = null where import_id = old.id;
    return old;
  end if;
  update feed_delivery set state = case new.status when 'applied' then 'posted' else 'undone' end,
    transactions_count = case new.status when 'applied' then new.transactions_count else 0 end,
    account_ids = new.account_ids, reason = null
  where import_id = new.id;
  return new;
end $$;
create trigger import_followed after update of status on import for each row
  when (new.source_name is not null and new.status is distinct from old.status and new.status in ('applied', 'undone'))
  execute function follow_import();
create trigger import_discarded before delete on import for each row
  when (old.source_name is not null) execute function follow_import();

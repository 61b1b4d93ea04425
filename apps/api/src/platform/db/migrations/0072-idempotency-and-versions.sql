-- Idempotency keys of creating requests. A key is committed in the transaction that creates, so a stored key means
-- that the request was executed. The reply is added afterwards, for repeats.
create table idempotency_key (
  user_id uuid not null references app_user (id) on delete cascade,
  key text not null check (length(key) between 1 and 255),
  -- The request that took the key.
  claim uuid not null,
  -- Hash of method, URL and body: the same key with another request is rejected.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  created_at timestamptz not null default present_moment(),
  -- Null until the reply is known. Of a reply with a secret only the status is stored.
  status int,
  headers jsonb check (jsonb_typeof(headers) = 'object'),
  body bytea,
  primary key (user_id, key)
);
alter table idempotency_key alter column body set storage external;
create index idempotency_key_age on idempotency_key (created_at);

alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy system_scope on idempotency_key
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy own on idempotency_key using (user_id = scope_user()) with check (user_id = scope_user());
grant select, insert, update, delete on idempotency_key to plumbline_app;

-- A version per row, so that a change based on an outdated copy can be rejected.
do $$
declare tab text;
begin
  foreach tab in array array['strategy', 'template', 'user_task', 'report', 'watched_ticker', 'instrument', 'custodian',
      'account', 'family', 'app_user'] loop
    execute format('alter table %I add column version integer not null default 1', tab);
  end loop;
end $$;

-- Adds the versions of saved filters.
create or replace function settings_lists(for_user uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  perform set_config('plumbline.user', for_user::text, true);
  return jsonb_build_object(
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'name', f.name, 'base_currency', f.base_currency) order by f.name, f.id), '[]')
      from family f),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'name', a.name, 'custodian_id', a.custodian_id, 'custodian_name', c.name,
          'base_currency', a.base_currency, 'family_id', a.family_id) order by a.name, a.id), '[]')
      from account a join custodian c on c.id = a.custodian_id),
    'templates', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', t.name, 'filters', t.filters, 'version', t.version) order by lower(t.name), t.id), '[]')
      from template t),
    'first_transaction', (
      select min(earliest.date) from account a, lateral (
        select b.date from transaction b
        where b.family_id = a.family_id and b.account_id = a.id and b.superseded_by is null
        order by b.date limit 1) earliest),
    'last_close', (select m.last_close from market_version m));
end $$;

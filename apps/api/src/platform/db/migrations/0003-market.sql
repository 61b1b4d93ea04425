-- Instruments and market data. Market data has no family and its own version, so writing it changes no family.
-- Manual assets (a house, a painting) belong to a family, and their values are transactions of its ledger.

create table instrument (
  id uuid primary key default gen_random_uuid(),
  family_id uuid references family (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  long_name text check (length(long_name) <= 400),
  symbol text check (length(symbol) <= 60),
  isin text check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange text check (length(exchange) <= 60),
  instrument_type text not null check (length(instrument_type) <= 60),
  currency text not null check (currency ~ '^[A-Z]{2}[A-Za-z]$'),
  country text check (country ~ '^[A-Z]{2}$'),
  sector text check (length(sector) <= 60),
  contract_size numeric not null default 1 check (contract_size > 0),
  contract_expiration date,
  -- Closes can be stale; valuations, which are rare by nature, cannot.
  price_kind text not null default 'traded' check (price_kind in ('traded', 'valuation')),
  -- Whether the provider has adjusted past prices for later splits.
  is_split_adjusted boolean not null default false,
  underlying_id uuid references instrument (id),
  -- Terms of some types only: strike, option right, coupon, day count, location, author.
  terms jsonb not null default '{}' check (jsonb_typeof(terms) = 'object'),
  is_watchable boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default present_moment()
);
create unique index instrument_isin on instrument (isin, currency) where family_id is null and deleted_at is null;
create index instrument_family on instrument (family_id);
create index instrument_name on instrument (lower(name));

-- Identifiers of custodians and providers.
create table instrument_identifier (
  instrument_id uuid not null references instrument (id) on delete cascade,
  kind text not null check (length(kind) between 1 and 60),
  value text not null check (length(value) between 1 and 200),
  primary key (kind, value, instrument_id)
);
create index instrument_identifier_instrument on instrument_identifier (instrument_id);

create table split (
  instrument_id uuid not null references instrument (id) on delete cascade,
  ex_date date not null,
  numerator numeric not null check (numerator > 0),
  denominator numeric not null check (denominator > 0),
  primary key (instrument_id, ex_date)
);

-- Closes, the source of truth.
create table price (
  instrument_id uuid not null references instrument (id) on delete cascade,
  date date not null,
  close numeric not null,
  source text not null check (length(source) <= 60),
  set_by uuid references app_user (id) on delete set null,
  received_at timestamptz not null default present_moment(),
  primary key (instrument_id, date)
);

-- One unit of a currency in the pivot currency.
create table fx_rate (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  date date not null,
  rate numeric not null check (rate > 0),
  source text not null check (length(source) <= 60),
  received_at timestamptz not null default present_moment(),
  primary key (currency, date)
);

-- The same quotes as float64, one value per day of a year (NaN without a quote), for fast loading: a decade of an
-- instrument is ten rows instead of 2,600. The same functions write both.
create table price_chunk (
  instrument_id uuid not null references instrument (id) on delete cascade,
  year int not null,
  closes bytea not null,
  primary key (instrument_id, year)
);
alter table price_chunk alter column closes set storage external;

create table fx_chunk (
  currency text not null,
  year int not null,
  rates bytea not null,
  primary key (currency, year)
);
alter table fx_chunk alter column rates set storage external;

create table market_version (
  only_one boolean primary key default true check (only_one),
  version bigint not null default 0
);
insert into market_version default values;

create function bump_market_version() returns bigint language sql volatile
  as $$ update market_version set version = version + 1 returning version $$;

-- Upcoming dividends, earnings and splits of an instrument.
create table instrument_event (
  id uuid primary key default gen_random_uuid(),
  instrument_id uuid not null references instrument (id) on delete cascade,
  event_type text not null check (length(event_type) <= 60),
  date date not null,
  amount numeric,
  currency text check (currency ~ '^[A-Z]{3}$'),
  is_estimated boolean not null default false,
  details jsonb not null default '{}'
);
create index instrument_event_date on instrument_event (instrument_id, date);

do $$
declare tab text;
begin
  foreach tab in array array['instrument', 'instrument_identifier', 'split', 'price', 'fx_rate', 'price_chunk',
    'fx_chunk', 'market_version', 'instrument_event']
  loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format(
      'create policy system_scope on %I using ((select scope_is_system())) with check ((select scope_is_system()))', tab);
    execute format(
      'create policy admin_writes on %I using ((select scope_role()) = ''admin'') with check ((select scope_role()) = ''admin'')', tab);
  end loop;
  -- Every signed-in user may read shared market data.
  foreach tab in array array['fx_rate', 'fx_chunk', 'market_version'] loop
    execute format('create policy everyone_reads on %I for select using ((select scope_user()) is not null)', tab);
  end loop;
  -- Data of an instrument is visible to users who see the instrument.
  foreach tab in array array['instrument_identifier', 'split', 'price', 'price_chunk', 'instrument_event'] loop
    execute format(
      'create policy seen on %I for select using (instrument_id in (select id from instrument))', tab);
  end loop;
end $$;

create policy seen on instrument for select
  using ((select scope_user()) is not null and (family_id is null or family_id in (select visible_families())));
create policy own_added on instrument for insert
  with check (family_id in (select visible_families()) and (select scope_role()) <> 'demo');
create policy own_changed on instrument for update
  using (family_id in (select visible_families()) and (select scope_role()) <> 'demo')
  with check (family_id in (select visible_families()));

grant select, insert, update, delete on
  instrument, instrument_identifier, split, price, fx_rate, price_chunk, fx_chunk, instrument_event to plumbline_app;
grant select, update on market_version to plumbline_app;

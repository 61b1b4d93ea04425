-- The calendar of a user's expected payments, read by calendar programs through a secret link. Only the hash of the
-- link is stored, and there is one per user.
create table calendar_subscription (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- Null for every family that the user may see.
  family_id uuid references family (id) on delete cascade,
  token_hash bytea not null,
  has_payments boolean not null,
  has_ex_dates boolean not null,
  has_maturities boolean not null,
  shows_amounts boolean not null,
  created_at timestamptz not null default present_moment(),
  last_read_at timestamptz
);
create unique index calendar_subscription_token on calendar_subscription (token_hash);
create index calendar_subscription_family on calendar_subscription (family_id);

alter table calendar_subscription enable row level security;
alter table calendar_subscription force row level security;
create policy system_scope on calendar_subscription
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy own_rows on calendar_subscription
  using (user_id = (select scope_user())) with check (user_id = (select scope_user()));
grant select, insert, update, delete on calendar_subscription to plumbline_app;

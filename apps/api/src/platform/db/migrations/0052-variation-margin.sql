-- For custodians that settle futures daily without posting it, variation margins are derived from closing prices.
alter table account add column variation_margin text not null default 'booked'
  check (variation_margin in ('booked', 'derived'));

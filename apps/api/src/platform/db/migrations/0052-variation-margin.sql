-- Custodians that settle futures every day without posting it: their margins are derived from the closing prices.
alter table account add column variation_margin text not null default 'booked'
  check (variation_margin in ('booked', 'derived'));

-- Who settles futures every day but books nothing of it lets the margins be derived from the closing prices.
alter table account add column variation_margin text not null default 'booked'
  check (variation_margin in ('booked', 'derived'));

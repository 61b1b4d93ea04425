-- The target in the units of the close that crossed it, and the close that would have crossed it, had it not come after a
-- change that may be a split nobody has posted.
alter table price_target
  add column crossed_price numeric,
  add column doubtful_on date;

create or replace function arm_price_target() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.price = old.price and new.direction = old.direction then return new; end if;
  new.set_at := present_moment();
  new.baseline_on := (
    select max(q.date) from watched_ticker w join price q on q.instrument_id = w.instrument_id
    where w.id = new.watched_ticker_id);
  new.crossed_on := null;
  new.crossed_at := null;
  new.crossed_price := null;
  new.doubtful_on := null;
  new.checked_version := 0;
  return new;
end $$;

-- A crossing is announced once per day of its close, so that a corrected close is not announced twice.
select set_config('plumbline.system', 'on', true);
update notification n set occurrence = 'target/' || p.id || '/' || p.crossed_on
  from price_target p
  where n.kind = 'price_target' and p.crossed_on is not null and n.created_at >= p.crossed_at
    and n.occurrence = 'target/' || p.id || '/' || p.crossed_at;
select set_config('plumbline.system', '', true);

-- A target notifies when a close crosses it after it was set: the close before is on the other side. `baseline_on` is
-- the last close that was known when it was set, `checked_version` the market version up to which closes were compared.
alter table price_target
  add column set_at timestamptz not null default present_moment(),
  add column baseline_on date,
  add column crossed_on date,
  add column crossed_at timestamptz,
  add column checked_version bigint not null default 0;

-- Targets that were reached before have notified.
select set_config('plumbline.system', 'on', true);
update price_target set crossed_on = reached_at::date, crossed_at = reached_at where reached_at is not null;
update price_target p set baseline_on = (
  select max(q.date) from watched_ticker w join price q on q.instrument_id = w.instrument_id where w.id = p.watched_ticker_id);
select set_config('plumbline.system', '', true);

create function arm_price_target() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.price = old.price and new.direction = old.direction then return new; end if;
  new.set_at := present_moment();
  new.baseline_on := (
    select max(q.date) from watched_ticker w join price q on q.instrument_id = w.instrument_id
    where w.id = new.watched_ticker_id);
  new.crossed_on := null;
  new.crossed_at := null;
  new.checked_version := 0;
  return new;
end $$;
create trigger price_target_armed before insert or update of price, direction on price_target
  for each row execute function arm_price_target();

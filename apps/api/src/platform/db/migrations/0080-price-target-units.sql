-- The day in whose units a price target is: a split after that day divides it. Present targets are in today's units.
alter table price_target add column if not exists priced_on date;
-- Row-level security hides the targets of users from a migration.
select set_config('plumbline.system', 'on', true);
update price_target set priced_on = coalesce((select last_close from market_version), present_moment()::date)
  where priced_on is null;
select set_config('plumbline.system', '', true);
alter table price_target alter column priced_on set default present_moment()::date;
alter table price_target alter column priced_on set not null;

create or replace aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- Units of an instrument on day b for one unit on day a, by its listed splits: the engine's splitRatio.
create or replace function split_ratio(instrument uuid, a date, b date) returns numeric language sql stable as $$
  select product(case when a < b then s.numerator else s.denominator end)
    / product(case when a < b then s.denominator else s.numerator end)
  from split s where s.instrument_id = instrument and s.ex_date > least(a, b) and s.ex_date <= greatest(a, b) $$;

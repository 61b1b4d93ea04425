-- A target that the price had already passed when it was set: it is reached once the price has come back and passes it again.
-- Null in archives from before: not passed.
alter table price_target add column if not exists is_passed boolean default false;

-- Whether a price had passed its target follows from the closes since the target was set.
alter table price_target drop column is_passed;

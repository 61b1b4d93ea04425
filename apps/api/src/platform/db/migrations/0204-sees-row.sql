-- Evaluated for every row: the setting says first which of the three forms it has, so that only one is searched.
create or replace function sees_row(family uuid, account uuid) returns boolean
  language sql stable
  return coalesce(case current_setting('plumbline.rows', true)
    when '*' then true
    when '#' then strpos(current_setting('plumbline.rows_' || left(family::text, 1), true), family::text) > 0
      or strpos(current_setting('plumbline.rows_' || left(account::text, 1), true), account::text) > 0
    else strpos(current_setting('plumbline.rows', true), family::text) > 0
      or strpos(current_setting('plumbline.rows', true), account::text) > 0 end, false);

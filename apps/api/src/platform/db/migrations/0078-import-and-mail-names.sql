-- An edited row of an import keeps its draft in 'fixed_draft', and mail about a notification is of the kind
-- 'notification'. A newer database has the names already.
do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'public' and table_name = 'import_row' and column_name = 'mended'
  ) then
    alter table import_row rename column mended to fixed_draft;
  end if;
end $$;

select set_config('plumbline.system', 'on', true);
update mail set kind = 'notification' where kind = 'told';
select set_config('plumbline.system', '', true);

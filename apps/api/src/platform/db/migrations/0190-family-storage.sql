-- Storage per family: what its uploads, statements and result files take. Administrators may set a limit of their own
-- for a family; null means the default of the installation.
alter table family add column storage_limit_mb int check (storage_limit_mb between 1 and 1000000);

-- The size of a file's rows, written with them: adding up 100,000 rows with every upload would take too long.
alter table import_file add column rows_bytes bigint not null default 0 check (rows_bytes >= 0);
update import_file f set rows_bytes = r.bytes
  from (select file_id, sum(pg_column_size(import_row.*)) as bytes from import_row group by file_id) r
  where r.file_id = f.id;

-- Counts everything, also what the caller may not see, so that the figure is the same for everyone. None of the
-- columns is decompressed to be measured.
create function family_storage_bytes(family uuid) returns bigint
  language plpgsql volatile
  set search_path = public, pg_temp
  as $$
declare
  scope text := coalesce(current_setting('plumbline.system', true), '');
  bytes bigint;
begin
  perform set_config('plumbline.system', 'on', true);
  select
    (select coalesce(sum(f.rows_bytes + coalesce(octet_length(f.content), 0) + coalesce(pg_column_size(f.pages), 0)
        + coalesce(pg_column_size(f.look), 0) + pg_column_size(f.statement)), 0)
      from import_file f join import i on i.id = f.import_id where i.family_id = family)
    + (select coalesce(sum(pg_column_size(s.lines)), 0)
      from account_statement s join account a on a.id = s.account_id where a.family_id = family)
    + (select coalesce(sum(octet_length(j.result)), 0) from background_job j where j.family_id = family)
    into bytes;
  perform set_config('plumbline.system', scope, true);
  return bytes;
end $$;

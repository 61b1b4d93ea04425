-- Files and rows of an import are visible while a transaction has opened their import, which it can if it sees it. Their
-- policies compare a setting and read no other table.

create function is_open_import(import uuid) returns boolean
  language sql stable
  return coalesce(strpos(current_setting('plumbline.imports', true), import::text) > 0, false);

-- Opens those of the imports that the caller sees, until the transaction ends or opens others.
create function open_imports(wanted uuid[], keeps_opened boolean default false) returns void
  language plpgsql volatile
  as $$
begin
  if scope_is_system() then return; end if;
  perform set_scope('imports', concat_ws(',',
    case when keeps_opened then nullif(current_setting('plumbline.imports', true), '') end,
    (select string_agg(i.id::text, ',') from import i where i.id = any(wanted))));
end $$;

-- For opening: the import of a file, and the imports of a family in which users corrected rows.
create policy owner_finds on import_file for select to current_user using (true);
create policy owner_finds on import_row for select to current_user using (true);
create function import_of_file(file uuid) returns uuid
  language sql stable security definer
  set search_path = public, pg_temp
  as $$ select f.import_id from import_file f where f.id = file $$;
create function corrected_imports(of_family uuid) returns uuid[]
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select coalesce(array_agg(distinct r.import_id), '{}') from import_row r
    where r.family_id = of_family and (r.fixed_draft is not null or r.is_left_out)
  $$;

do $$
declare tab text;
begin
  foreach tab in array array['import_file', 'import_row'] loop
    execute format('drop policy system_scope on %I', tab);
    execute format('drop policy seen on %I', tab);
    execute format('drop policy written on %I', tab);
    execute format('create policy system_scope on %I using (scope_is_system()) with check (scope_is_system())', tab);
    execute format('create policy seen on %I for select using (sees_family(family_id) and is_open_import(import_id))', tab);
    execute format('create policy written on %I
      using (caller_role() <> ''demo'' and sees_family(family_id) and is_open_import(import_id))
      with check (caller_role() <> ''demo'' and sees_family(family_id) and is_open_import(import_id))', tab);
  end loop;
end $$;

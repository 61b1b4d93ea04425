-- One reference says both whose row it is, and that its file is of the same import; each costs a look for every row.
alter table import_file add constraint import_file_in_import unique (id, import_id);
alter table import_row
  drop constraint import_row_import_id_fkey,
  drop constraint import_row_file_id_fkey,
  add constraint import_row_of_file foreign key (file_id, import_id)
    references import_file (id, import_id) on delete cascade;

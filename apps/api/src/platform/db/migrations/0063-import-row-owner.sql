-- One foreign key instead of two, because each costs a lookup per row; it also checks that file and import match.
alter table import_file add constraint import_file_in_import unique (id, import_id);
alter table import_row
  drop constraint import_row_import_id_fkey,
  drop constraint import_row_file_id_fkey,
  add constraint import_row_of_file foreign key (file_id, import_id)
    references import_file (id, import_id) on delete cascade;

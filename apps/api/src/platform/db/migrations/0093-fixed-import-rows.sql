-- Corrections of earlier imports are looked up for every new file; they are few among many rows.
create index if not exists import_row_fixed on import_row (key) where fixed_draft is not null or is_left_out;

-- Spreadsheets are a format of statement files.
alter table import_file drop constraint if exists import_file_format_known;
alter table import_file
  add constraint import_file_format_known check (format in (
    'csv', 'spreadsheet', 'camt053', 'mt940', 'mt535', 'ofx', 'qif', 'ibkr_flex', 'portfolio_performance', 'ghostfolio',
    'plumbline', 'pdf'));
-- Corrections of earlier imports are looked up for every new file; they are few among many rows.
create index if not exists import_row_fixed on import_row (key) where fixed_draft is not null or is_left_out;

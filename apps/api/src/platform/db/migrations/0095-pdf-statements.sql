-- PDF statements: the lines of their pages until the import is applied, the first line of each page, and rows that
-- the user posts although a similar transaction exists.
alter table import_file drop constraint if exists import_file_format_known;
alter table import_file
  add constraint import_file_format_known check (format in (
    'csv', 'camt053', 'mt940', 'mt535', 'ofx', 'qif', 'ibkr_flex', 'portfolio_performance', 'ghostfolio', 'plumbline',
    'pdf'));
alter table import_file add column if not exists pages jsonb;
alter table import_file add column if not exists page_starts integer[] not null default '{}';
alter table import_row add column if not exists is_confirmed boolean not null default false;

-- Activity statements of Interactive Brokers are a format of statement files.
alter table import_file drop constraint if exists import_file_format_known;
alter table import_file
  add constraint import_file_format_known check (format in (
    'csv', 'spreadsheet', 'camt053', 'mt940', 'mt535', 'ofx', 'qif', 'ibkr_flex', 'ibkr_activity',
    'portfolio_performance', 'ghostfolio', 'plumbline', 'pdf'));

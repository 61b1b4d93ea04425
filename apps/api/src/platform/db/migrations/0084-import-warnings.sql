-- What a file says besides its rows: sums that do not agree, and rows that are not posted, with line and reason.
alter table import_file add column if not exists warnings jsonb not null default '[]';
alter table import_file add column if not exists skipped jsonb not null default '[]';
alter table import_file add column if not exists skipped_count integer not null default 0;

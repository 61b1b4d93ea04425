-- Balances and holdings of an imported file, which are kept as a statement when the import is applied.
alter table import_file add column stated jsonb;

-- The import that added a statement: undoing it takes the statement back.
alter table account_statement add column import_id uuid;

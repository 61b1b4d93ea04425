-- A statement may have several account numbers: custodians give an account one IBAN for each currency.
alter table account_statement
  add column further_numbers text[] not null default '{}' check (cardinality(further_numbers) <= 100);

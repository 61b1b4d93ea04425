-- Columns whose words are a fixed list accept only words of that list. The server reads them by the same lists;
-- checked-words.test.ts compares both.

alter table instrument
  add constraint instrument_type_known check (instrument_type in (
    'equity', 'etf', 'fund', 'bond', 'option', 'future', 'fx_forward', 'structured_product', 'crypto', 'commodity',
    'cash', 'real_estate', 'private_equity', 'art', 'vehicle', 'loan', 'other')),
  add constraint instrument_sector_known check (sector in (
    'communication_services', 'consumer_discretionary', 'consumer_staples', 'energy', 'financials', 'health_care',
    'industrials', 'information_technology', 'materials', 'real_estate', 'utilities', 'government', 'real_assets',
    'other'));

alter table transaction
  add constraint transaction_type_known check (transaction_type in (
    'trade', 'redemption', 'exercise', 'assignment', 'expiry', 'variation_margin',
    'dividend', 'coupon', 'interest', 'other_income', 'staking_reward',
    'deposit', 'withdrawal', 'fees', 'fees_cash', 'trailer_fees', 'tax', 'fx',
    'split', 'spin_off', 'merger', 'rights', 'return_of_capital',
    'transfer_in', 'transfer_out',
    'valuation', 'capital_call', 'distribution'));

alter table instrument_event
  add constraint instrument_event_type_known check (event_type in (
    'ex_dividend', 'dividend', 'coupon', 'maturity', 'option_expiry', 'future_expiry', 'forward_expiry', 'earnings',
    'split', 'capital_call', 'loan_payment'));

-- Links that follow from transactions are derived and not stored.
alter table linked_position
  add constraint linked_position_kind_known check (kind in ('hedge', 'overwrite', 'roll', 'pair', 'other'));

alter table report
  add constraint report_type_known check (report_type in (
    'statement', 'performance', 'positions', 'transactions', 'income', 'fees', 'realized_gains'));

alter table user_task
  add constraint user_task_type_known check (task_type in (
    'event_reminder', 'price_target', 'pnl_move', 'report_schedule', 'integration_failure')),
  add constraint user_task_actions_known check (actions <@ array['in_app', 'email']);

alter table notification
  add constraint notification_kind_known check (kind in (
    'event_reminder', 'price_target', 'pnl_move', 'report_schedule', 'integration_failure', 'report_ready',
    'export_ready', 'import_ready', 'account'));

alter table integration
  add constraint integration_kind_known check (kind in ('custodian', 'prices', 'rates', 'events', 'files'));

alter table integration_run
  add constraint integration_run_status_known check (status in (
    'success', 'no_data', 'failed', 'refused', 'late', 'running'));

alter table background_job
  add constraint background_job_kind_known check (kind in ('report_pdf', 'export', 'import', 'integration', 'data_check'));

alter table import_file
  add constraint import_file_format_known check (format in (
    'csv', 'camt053', 'mt940', 'mt535', 'ofx', 'qif', 'ibkr_flex', 'portfolio_performance', 'ghostfolio', 'plumbline'));

alter table security_rules
  add constraint security_rules_roles_known check (two_factor_roles <@ array['admin', 'adviser', 'investor', 'demo']);

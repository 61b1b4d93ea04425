-- Reports of target allocations and of expected income.
alter table report
  drop constraint report_type_known,
  add constraint report_type_known check (report_type in (
    'statement', 'performance', 'positions', 'transactions', 'income', 'expected_income', 'targets', 'fees',
    'realized_gains'));

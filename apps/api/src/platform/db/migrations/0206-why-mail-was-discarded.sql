alter table mail add column discard_reason text check (discard_reason in
  ('expired', 'no_access', 'report_deleted', 'paused', 'by_administrator', 'keys_discarded'));

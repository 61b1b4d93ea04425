-- Runs of the demo stored their failures as English sentences; codes are worded in the reader's language. The world is
-- otherwise the one of the version before, and is continued.
select set_config('plumbline.system', 'on', true);
update integration_run set message = null, details = '{"trouble": {"code": "access_expired", "details": {}}}'
  where message = 'Sign-in refused: the access key has expired.';
update integration_run set message = null, details = jsonb_build_object('trouble', jsonb_build_object(
    'code', 'nothing_new', 'details', jsonb_build_object('date', substring(message from '\d{4}-\d\d-\d\d'))))
  where message ~ '^No new data since \d{4}-\d\d-\d\d\.$';
update integration set configuration = jsonb_set(configuration, '{demo_world}', '4')
  where configuration ->> 'demo_world' = '3';
select set_config('plumbline.system', '', true);

/**
 * Where each table is kept when the database is spread over the nodes of a Citus cluster. On a plain PostgreSQL this
 * changes nothing.
 *
 * - distributed: rows of a family, spread by `family_id` and colocated, so that a family's rows are on one node.
 * - local: on the coordinator. Local tables may have triggers, sequences, locked queues and any policy; a key between a
 *   local and a distributed table is impossible.
 */
type Placement = 'distributed' | 'local'

export const tablePlacements = {
  // What grows with the ledger and the uploads of a family.
  account: 'distributed',
  account_statement: 'distributed',
  account_tolerance: 'distributed',
  import: 'distributed',
  import_file: 'distributed',
  import_mapping: 'distributed',
  import_row: 'distributed',
  ledger_change: 'distributed',
  reconciliation_posting: 'distributed',
  trade_cash: 'distributed',
  transaction: 'distributed',
  audit_chain: 'distributed',
  audit_line: 'distributed',
  audit_seal: 'distributed',

  // Users, what they may see, and how they sign in.
  account_grant: 'local',
  api_token: 'local',
  app_user: 'local',
  backup_code: 'local',
  calendar_subscription: 'local',
  family: 'local',
  family_access: 'local',
  idempotency_key: 'local',
  one_time_link: 'local',
  registration: 'local',
  security_rules: 'local',
  sign_in: 'local',
  two_factor: 'local',
  two_factor_challenge: 'local',
  user_settings: 'local',

  // Shared by all families and read by every snapshot. Triggers on them count the versions of the market.
  custodian: 'local',
  fx_chunk: 'local',
  fx_rate: 'local',
  instrument: 'local',
  instrument_change: 'local',
  instrument_event: 'local',
  instrument_identifier: 'local',
  instrument_merge: 'local',
  market_change: 'local',
  matching_rule: 'local',
  security_correction: 'local',
  market_version: 'local',
  price: 'local',
  price_chunk: 'local',
  split: 'local',

  // Its row lock serialises the writers of a family.
  family_version: 'local',

  // Small rows that people make. They refer to users, instruments and each other.
  benchmark: 'local',
  client_statement: 'local',
  client_task: 'local',
  client_view: 'local',
  finding_decision: 'local',
  linked_position: 'local',
  price_target: 'local',
  report: 'local',
  strategy: 'local',
  strategy_position: 'local',
  target_allocation: 'local',
  template: 'local',
  user_task: 'local',
  watched_ticker: 'local',

  // Queues, leases and locks.
  background_job: 'local',
  feed_delivery: 'local',
  integration: 'local',
  integration_run: 'local',
  integration_secret: 'local',
  mail: 'local',
  mail_pause: 'local',
  notification: 'local',
  try_limit: 'local',

  // One row, or a few, per installation.
  schema_migration: 'local',
  schema_migration_lock: 'local',
  server_address: 'local',
  server_key: 'local',
} as const satisfies Record<string, Placement>

export const distributedTables: readonly string[] = Object.entries(tablePlacements)
  .filter(([, placement]) => placement === 'distributed')
  .map(([table]) => table)

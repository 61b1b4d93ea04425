/** Data of the family. */
const familyTables = [
  'custodian',
  'account',
  'instrument',
  'instrument_identifier',
  'split',
  'instrument_event',
  'transaction',
  'linked_position',
  'account_statement',
  'account_tolerance',
  'import_mapping',
  'finding_decision',
] as const

/** Personal data of the user who took the archive; it goes to the user who restores it. */
const personalTables = [
  'strategy',
  'strategy_position',
  'watched_ticker',
  'price_target',
  'template',
  'report',
  'user_task',
] as const

/** In insertion order: a row comes after the rows it refers to. */
export const archiveTables = [...familyTables, ...personalTables] as const
export type ArchiveTable = (typeof archiveTables)[number]

/** The tables of version 1 archives, which can still be read. */
export const version1Tables: ReadonlySet<string> = new Set(familyTables.slice(0, 8))

/** Tables whose rows get a new id in the restored family. */
export const tablesWithIds = [
  'account',
  'instrument',
  'instrument_event',
  'transaction',
  'linked_position',
  'account_statement',
  'strategy',
  'watched_ticker',
  'price_target',
  'template',
  'report',
  'user_task',
] as const satisfies readonly ArchiveTable[]

/** References that must resolve within the archive, so that no row refers to another family. */
export const references: Partial<Record<ArchiveTable, Record<string, (typeof tablesWithIds)[number]>>> = {
  instrument: { underlying_id: 'instrument', account_id: 'account' },
  instrument_identifier: { instrument_id: 'instrument' },
  split: { instrument_id: 'instrument' },
  instrument_event: { instrument_id: 'instrument' },
  transaction: { account_id: 'account', instrument_id: 'instrument' },
  account_statement: { account_id: 'account' },
  account_tolerance: { account_id: 'account' },
  import_mapping: { account_id: 'account' },
  strategy_position: { strategy_id: 'strategy' },
  watched_ticker: { instrument_id: 'instrument' },
  price_target: { watched_ticker_id: 'watched_ticker' },
}

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

/** Data of the family that may belong to a strategy, and tasks and notes of its staff. */
const laterFamilyTables = ['benchmark', 'target_allocation', 'client_task'] as const

/** In insertion order: a row comes after the rows it refers to. */
export const archiveTables = [...familyTables, ...personalTables, ...laterFamilyTables] as const
export type ArchiveTable = (typeof archiveTables)[number]

/** The version of archives that are written. */
export const archiveVersion = 3

/** The tables of each version; archives of all of them can be read. */
export const tablesByVersion: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [1, new Set<string>(familyTables.slice(0, 8))],
  [2, new Set<string>([...familyTables, ...personalTables])],
  [archiveVersion, new Set<string>(archiveTables)],
])

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
  ...laterFamilyTables,
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
  benchmark: { strategy_id: 'strategy' },
  target_allocation: { strategy_id: 'strategy' },
}

/** What a family has: restored with it, whoever restores it. */
const ofFamily = [
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

/** What the person who took the archive made with the family's figures: it goes to the person who restores it. */
const ofPerson = [
  'strategy',
  'strategy_position',
  'watched_ticker',
  'price_target',
  'template',
  'report',
  'user_task',
] as const

/** Tables that are kept row by row, in an order in which each can be written: what a row is about comes before it. */
export const archiveTables = [...ofFamily, ...ofPerson] as const
export type ArchiveTable = (typeof archiveTables)[number]

/** Archives of the first version have these alone; they are still read. */
export const firstTables: ReadonlySet<string> = new Set(ofFamily.slice(0, 8))

/** Tables whose rows have an id, which is a new one in the restored family. */
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

/** What must stand in the archive with the row that names it, lest it be somebody else's. */
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

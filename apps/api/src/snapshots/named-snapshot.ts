import type { PortfolioSnapshot } from '@plumbline/engine'
import type { CalendarRow } from './instrument-facts.store.ts'
import type { LedgerColumns } from './ledger-columns.ts'
import type { SnapshotKey } from './snapshot-key.ts'

/** What screens call things: the words and facts that stand beside figures. */
export interface Names {
  accounts: Map<string, { name: string; custodianId: string; custodianName: string; baseCurrency: string }>
  symbols: Map<string, string>
  /** Where the last price of an instrument and the last rate of a currency came from. */
  priceSources: Map<string, string>
  rateSources: Map<string, string>
  /** Instruments that a family keeps by hand. */
  ownInstruments: Set<string>
  calendar: CalendarRow[]
  ledger: LedgerColumns
}

/** A snapshot with the words that go with it. */
export interface NamedSnapshot {
  snapshot: PortfolioSnapshot
  names: Names
}

/** A snapshot in shared memory, with the key it is cached under. */
export interface CachedSnapshot extends NamedSnapshot {
  key: SnapshotKey
}

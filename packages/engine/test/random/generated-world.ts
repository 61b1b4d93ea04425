import type { Ledger, Quote } from '../../src/index.ts'
import type { Corner } from './corner-names.ts'

/** A generated ledger with its raw quotes and rates. */
export interface GeneratedWorld {
  readonly ledger: Ledger
  readonly quotes: ReadonlyMap<string, readonly Quote[]>
  readonly rates: ReadonlyMap<string, readonly Quote[]>
  readonly pivot: string
  readonly firstDay: number
  readonly lastDay: number
  /** Corner cases that the ledger contains. */
  readonly reached?: ReadonlySet<Corner>
}

import type { Day } from '@plumbline/engine'

/** What the caller may see of a snapshot, and the defaults of their settings. */
export interface CallerView {
  /** The accounts the caller may see. Every figure is restricted to them. */
  accounts: string[]
  /** The family the figures are about; null where they cover several. */
  family: { id: string; name: string } | null
  /** The reporting currency of a query that names none. */
  currency: string
  /** The last day of figures: the last close of what the families hold, or a later transaction. */
  asOf: Day
  /** Today in the time zone of the caller. */
  today: Day
  language: 'en-US' | 'de'
  /** The accounts whose transactions the caller may correct: all, manual ones, or none. */
  mayCorrect: 'all' | 'manual' | 'none'
}

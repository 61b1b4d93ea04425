import type { CurrencyView } from '../currency/currency-view.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { Sheet } from './sheet.ts'

/** The sheet a receipt is written on, and the snapshot and currency view it is written from. */
export interface Frame {
  readonly sheet: Sheet
  readonly snapshot: PortfolioSnapshot
  readonly view: CurrencyView
  /** Whether it is the receipt of a scope: details of a position are then found in its own receipts. */
  readonly isScope?: boolean
}

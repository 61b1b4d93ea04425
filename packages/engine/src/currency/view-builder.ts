import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { RateColumns } from './rate-columns.ts'

/**
 * A snapshot seen in one currency: every event's posted value, realized result, income, fees and taxes, and what
 * the open lots cost. It depends on the currency alone, not on scope or period, and costs one walk over the
 * events. With currency null each position is seen in its own currency: the 'original' figures.
 */
export interface CurrencyView {
  readonly currency: string | null
  readonly rates: RateColumns
  /** Per event: value posted into the position, positive in. */
  readonly posted: Float64Array
  /** Per event: what disposals earned against their cost, gross of costs. */
  readonly realized: Float64Array
  readonly income: Float64Array
  readonly fees: Float64Array
  readonly taxes: Float64Array
  /** Per event: open cost of the position afterwards (negative: proceeds of a short). */
  readonly costAfter: Float64Array
  /** Per event: change of the capital that shorts, futures and forwards tie up (collateral and proceeds). */
  readonly collateral: Float64Array
  /** Per lot: what all of it cost, and at which value all of it entered the position. */
  readonly lotCost: Float64Array
  readonly lotEntry: Float64Array
  /**
   * Per position: the close at which it enters the scope because it could not be valued before, NOT_LATE when
   * it could from the start, STILL_OPEN when it never could. Entry value and cost stand beside it.
   */
  readonly entryDay: Int32Array
  readonly entryValue: Float64Array
  readonly entryCost: Float64Array
  /** What it ties up from there on: collateral and proceeds of its open lots. */
  readonly entryCollateral: Float64Array
  /** Per position: 1 where an amount had no rate and was left out. */
  readonly missesRate: Uint8Array
  /** The most that float64 leaves of values that cancel, such as what was bought and the overdraft that paid for it. */
  readonly dust: number
}

/** What a walk keeps of tied capital; null where nothing of it is other than proceeds. */
export interface CollateralBuilder {
  /** Per lot, when it was opened, in the walk's currency. */
  readonly lot: Map<number, number>
  /** Per position: tied up now, in the walk's currency and in its own. */
  readonly position: Float64Array
  readonly own: Float64Array
  /** Per position: 1 where lots are noted. */
  readonly isIn: Uint8Array
}

/** A currency view while it is being ground: what the walk over the events keeps beside it. */
export interface ViewBuilder extends Omit<CurrencyView, 'dust'> {
  readonly snapshot: PortfolioSnapshot
  readonly targetIndex: number
  readonly cost: Float64Array
  readonly lotLeft: Float64Array
  readonly pieceCost: Float64Array
  /** By lot: what it had cost in a position of another currency, where it came from one. Only where each position is seen in its own. */
  readonly inheritedCost: ReadonlyMap<number, number> | null
  /** Per position: 1 while it is outside and waits for its first valued close. */
  readonly isWaiting: Uint8Array
  readonly tied: CollateralBuilder | null
}

import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { RateColumns } from './rate-columns.ts'
import type { RateEffects } from './rate-effect.ts'

/**
 * A snapshot in one reporting currency: value, realized result, income, fees and taxes of every event, and the cost of
 * the open lots. It depends on the currency alone, not on scope or period, and takes one pass over the events. With
 * currency null each position is in its own currency: the 'original' figures.
 */
export interface CurrencyView {
  readonly currency: string | null
  readonly rates: RateColumns
  /** Per event: value posted into the position, positive in. */
  readonly posted: Float64Array
  /** Per event: proceeds of disposals less the cost of their lots and the gains these came with, before fees and taxes. */
  readonly realized: Float64Array
  /**
   * By event, where lots were carried: the part of `realized` that is a carried gain. Negative of the gain that disposed
   * lots came with; in a position that passed them on, the gain that they left with.
   */
  readonly realizedCarried: ReadonlyMap<number, number>
  readonly income: Float64Array
  readonly fees: Float64Array
  readonly taxes: Float64Array
  /** Per event: cost of the position's open lots afterwards (negative: proceeds of a short). */
  readonly costAfter: Float64Array
  /** Per event: change of the capital that shorts, futures and forwards require (collateral and proceeds). */
  readonly collateral: Float64Array
  /** Per lot, as a whole: its cost, and the value at which it entered the position. */
  readonly lotCost: Float64Array
  readonly lotEntry: Float64Array
  /**
   * Per position: the close at which it enters the scope because it had no price or rate before, NOT_LATE when it had
   * from the start, STILL_OPEN when it never has. `entryValue` and `entryCost` are those of that close.
   */
  readonly entryDay: Int32Array
  readonly entryValue: Float64Array
  readonly entryCost: Float64Array
  /** Collateral and proceeds of its open lots at that close. */
  readonly entryCollateral: Float64Array
  /** Per position: 1 where an amount without a rate is left out. */
  readonly missingRate: Uint8Array
  /** Events of valued positions whose amounts are left out for lack of a rate. */
  readonly unconverted: ReadonlySet<number>
  /** Whether no position lacks a price or rate at any time. */
  readonly isComplete: boolean
  /** Values above this are no rounding residue; a smaller one may be, see `dropValueRounding`. */
  readonly roundingBound: number
  /** Sums for currency effects, filled on demand. */
  readonly rateEffects: RateEffects
}

/** A snapshot in two currencies: the calculated one, and each position's own. */
export interface CurrencyViews {
  readonly calculated: CurrencyView
  readonly original: CurrencyView
}

/** Collateral of the open lots during the pass; null where no lot has a margin requirement of its own. */
export interface CollateralBuilder {
  /** By lot: its margin requirement at opening, in the view's currency. */
  readonly lot: Map<number, number>
  /** Per position: the current requirement, in the view's currency and in the position's own. */
  readonly position: Float64Array
  readonly own: Float64Array
  /** Per position: 1 where its lots have margin requirements. */
  readonly isMargined: Uint8Array
}

/**
 * Gains of carried lots during the pass: value on arrival less cost, in the view's currency. They count as unrealized
 * while the lots are open, and as realized once they are gone.
 */
export interface CarriedGains {
  /** Per position: the gains that came with its open lots. */
  readonly open: Float64Array
  /** Per lot, as a whole: the gain that it came with. */
  readonly lot: Float64Array
  /** Per piece that is continued in another position: the gain that it left with. */
  readonly piece: Float64Array
}

/** A currency view under construction, with the state that the pass over the events needs. */
export interface ViewBuilder extends Omit<CurrencyView, 'roundingBound' | 'rateEffects' | 'isComplete'> {
  readonly unconverted: Set<number>
  readonly realizedCarried: Map<number, number>
  readonly snapshot: PortfolioSnapshot
  readonly targetIndex: number
  /** Per position: cost of its open lots. */
  readonly cost: Float64Array
  /** Per lot: the share of it that is still open. */
  readonly lotLeft: Float64Array
  readonly pieceCost: Float64Array
  /** Null where no lots were carried, and after the pass. */
  carriedGains: CarriedGains | null
  /** By lot: its cost in the position of another currency that it was carried from. Only in the original currencies. */
  readonly inheritedCost: ReadonlyMap<number, number> | null
  /** Per position: 1 until its first valued close. */
  readonly isWaiting: Uint8Array
  readonly openCollateral: CollateralBuilder | null
}

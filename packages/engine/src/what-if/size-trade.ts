import { roundTo } from '../money/rounding.ts'

/** A trade as a user states it, and what its size depends on. */
export interface SizedTrade {
  /** `hold` trades up or down to the stated size. */
  readonly side: 'buy' | 'sell' | 'hold'
  readonly by: 'quantity' | 'amount' | 'weight'
  /** Units, an amount in the reporting currency, or a fraction of the net asset value. */
  readonly size: number
  /** Units held. */
  readonly held: number
  /** Value of one unit in the reporting currency; null where a price or rate is missing. */
  readonly unitValue: number | null
  /** Net asset value before the trades; null where it is unknown. */
  readonly nav: number | null
  /** The smallest quantity that can be traded, for sizes that are not stated in units. */
  readonly lotSize: number
}

const QUANTITY_DECIMALS = 8

/**
 * The signed quantity of a trade: positive buys.
 *
 *     by amount: size / value of a unit        by weight: size x net asset value / value of a unit
 *     hold: that quantity less what is held
 *
 * Sizes in units are exact, others are rounded down to whole lots. Nothing left to hold sells everything. Null if the
 * size depends on a value that is missing or not positive.
 */
export function sizeTrade(trade: SizedTrade): number | null {
  const { side, by, size, held, lotSize } = trade
  if (side === 'hold' && size === 0) return -held
  if (by === 'quantity')
    return roundTo(side === 'hold' ? size - held : side === 'sell' ? -size : size, QUANTITY_DECIMALS)
  const units = countUnits(trade)
  if (units === null) return null
  const signed = side === 'hold' ? units - held : side === 'sell' ? -units : units
  // A quotient a rounding below a whole lot is that lot.
  const lots = Math.trunc(signed / lotSize + Math.sign(signed) * 1e-9)
  return roundTo(lots * lotSize, QUANTITY_DECIMALS)
}

function countUnits({ by, size, unitValue, nav }: SizedTrade): number | null {
  if (unitValue === null || !(unitValue > 0)) return null
  if (by === 'amount') return size / unitValue
  return nav === null || !(nav > 0) ? null : (size * nav) / unitValue
}

import { maturityDay } from '../../bonds/nominal.ts'
import { PAYMENT_TOLERANCE_DAYS } from '../../bonds/schedule.ts'
import type { CurrencyView } from '../../currency/currency-view.ts'
import { segmentOn } from '../../currency/position-value.ts'
import { CONTRACT_TYPES, type Flag } from '../../ledger/vocabulary.ts'
import { POSITION_FLAG, STILL_OPEN } from '../../posting/journal.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import { priceQuality } from '../../valuation/instrument-prices.ts'
import { isRateStale } from '../stale-rates.ts'
import type { PositionSums } from './position-sums.ts'

/** Whether a position is held after its maturity or expiration because its end was not posted. */
function isPastItsEnd(snapshot: PortfolioSnapshot, index: number, sums: PositionSums): boolean {
  const { to } = sums
  const instrument = snapshot.instruments[index]
  if (!instrument || instrument.type === 'loan') return false
  const maturity = maturityDay(instrument)
  if (maturity !== null) return maturity <= to
  const { type, contractExpiration } = instrument
  if (contractExpiration == null || contractExpiration >= to) return false
  return CONTRACT_TYPES.has(type) || (type === 'option' && Boolean(sums.end))
}

/** Payments are rounded: a smaller remainder of a gain, in the position's currency, is not missing. */
const SMALLEST_OVERDUE_MARGIN = 1

/** Whether the gain of closed futures or forwards is not paid within the tolerance after the last contract was closed. */
function isMarginOverdue(snapshot: PortfolioSnapshot, { position, quantity, to }: PositionSums): boolean {
  if (quantity !== 0 || (snapshot.positions.closeDay[position] ?? 0) + PAYMENT_TOLERANCE_DAYS >= to)
    return false
  const due = snapshot.segments.offset[segmentOn(snapshot, position, to)] ?? 0
  return Math.abs(due) >= SMALLEST_OVERDUE_MARGIN
}

/** Whether a payment to or from a position is overdue beyond the tolerance, or a loan was not repaid at maturity. */
function isOverdue(snapshot: PortfolioSnapshot, sums: PositionSums): boolean {
  const { position, to } = sums
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (CONTRACT_TYPES.has(instrument?.type ?? '')) return isMarginOverdue(snapshot, sums)
  if (!instrument?.coupons && !instrument?.factors && instrument?.type !== 'loan') return false
  const maturity = instrument.type === 'loan' && sums.quantity !== 0 ? maturityDay(instrument) : null
  if (maturity !== null && maturity + PAYMENT_TOLERANCE_DAYS < to) return true
  return snapshot.claims.some(
    claim =>
      claim.position === position &&
      claim.from <= to &&
      claim.to >= to &&
      claim.due + PAYMENT_TOLERANCE_DAYS < to,
  )
}

/**
 * Data-quality flags of a position at the end of a period: oversold, unowned, missing rate, overdue and, while it is
 * held, price quality and provisional.
 */
export function listFlags(snapshot: PortfolioSnapshot, view: CurrencyView, sums: PositionSums): Flag[] {
  const { position, to } = sums
  const flags: Flag[] = []
  const bits = snapshot.positions.flags[position] ?? 0
  if (bits & POSITION_FLAG.oversold) flags.push('oversold')
  if (bits & POSITION_FLAG.unowned) flags.push('unowned')
  if (view.missingRate[position] === 1) flags.push('no_rate')
  if (isOverdue(snapshot, sums)) flags.push('overdue')
  const missing = findReason(snapshot, view, sums)
  if (missing !== null && !flags.includes(missing)) flags.push(missing)
  if (sums.quantity === 0) return flags
  if (sums.end !== null && isRateStale(snapshot, view.currency, position, to)) flags.push('stale_rate')
  const instrument = snapshot.positions.instrument[position] ?? -1
  const quality = instrument < 0 ? null : priceQuality(snapshot.prices[instrument], to)
  if (quality !== null && quality !== missing) flags.push(quality)
  if (isPastItsEnd(snapshot, instrument, sums)) flags.push('provisional')
  return flags
}

/** Why a figure of a position is null: a price or rate is missing at the end, or was when a transaction was posted. */
function findReason(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  { position, to, end, unknown }: PositionSums,
): ReturnType<typeof findMissingInput> | null {
  if (end === null) return findMissingInput(snapshot, position, to)
  if (unknown === null || view.missingRate[position] === 1) return null
  return findMissingInput(snapshot, position, Math.min(to, (view.entryDay[position] ?? to) - 1))
}

/**
 * What a position that cannot be valued at a close lacks: a price at that close or, for money still due to a closed
 * position, any price while it was held; else the exchange rate.
 */
export function findMissingInput(
  snapshot: PortfolioSnapshot,
  position: number,
  to: number,
): Extract<Flag, 'no_price' | 'no_rate'> {
  const instrument = snapshot.positions.instrument[position] ?? -1
  if (instrument < 0) return 'no_rate'
  const prices = snapshot.prices[instrument]
  const heldUntil = Math.min(to, (snapshot.positions.closeDay[position] ?? STILL_OPEN) - 1)
  return priceQuality(prices, heldUntil) === 'no_price' ? 'no_price' : 'no_rate'
}

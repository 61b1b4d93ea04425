import { maturityOf } from '../bonds/nominal.ts'
import { CLAIM_DAYS } from '../bonds/schedule.ts'
import { CONTRACT_TYPES, type Flag } from '../ledger/vocabulary.ts'
import { POSITION_FLAG } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { priceQuality } from '../valuation/transaction-prices.ts'
import type { CurrencyViews } from './capital.ts'
import type { PositionSums } from './position-sums.ts'

/** Whether something is held after its last day, as nobody posted what became of it. */
function isPastItsEnd(snapshot: PortfolioSnapshot, index: number, to: number, sums: PositionSums): boolean {
  const instrument = snapshot.instruments[index]
  if (!instrument || instrument.type === 'loan') return false
  const maturity = maturityOf(instrument)
  if (maturity !== null) return maturity <= to
  const { type, contractExpiration } = instrument
  if (contractExpiration == null || contractExpiration >= to) return false
  return CONTRACT_TYPES.has(type) || (type === 'option' && Boolean(sums.end))
}

/** Whether money is due to or from a position for more than ten days, or a loan should have been paid back. */
function isOverdue(snapshot: PortfolioSnapshot, position: number, to: number, sums: PositionSums): boolean {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (!instrument?.coupons && !instrument?.factors && instrument?.type !== 'loan') return false
  const maturity = instrument.type === 'loan' && sums.quantity !== 0 ? maturityOf(instrument) : null
  if (maturity !== null && maturity + CLAIM_DAYS < to) return true
  return snapshot.claims.some(
    claim => claim.position === position && claim.from <= to && claim.to >= to && claim.due + CLAIM_DAYS < to,
  )
}

/** What there is to say about a position at the end of a period beside its figures. */
export function flagsOf(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  sums: PositionSums,
  to: number,
): Flag[] {
  const flags: Flag[] = []
  const bits = snapshot.positions.flags[position] ?? 0
  if (bits & POSITION_FLAG.oversold) flags.push('oversold')
  if (bits & POSITION_FLAG.unowned) flags.push('unowned')
  if (views.calculated.missesRate[position] === 1) flags.push('no_rate')
  if (isOverdue(snapshot, position, to, sums)) flags.push('overdue')
  if (sums.quantity === 0) return flags
  const instrument = snapshot.positions.instrument[position] ?? -1
  const quality = instrument < 0 ? null : priceQuality(snapshot.prices[instrument], to)
  if (quality !== null) flags.push(quality)
  if (isPastItsEnd(snapshot, instrument, to, sums)) flags.push('provisional')
  if (sums.end === null && quality !== 'no_price' && !flags.includes('no_rate')) flags.push('no_rate')
  return flags
}

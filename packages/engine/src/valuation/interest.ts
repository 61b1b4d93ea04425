import { maturityDay, parPrice, poolFactor } from '../bonds/nominal.ts'
import { interestPeriods, interestWithin } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Instrument } from '../ledger/ledger.ts'
import type { InstrumentPrices } from './instrument-prices.ts'

/** Whether the value of an instrument differs from its quote: interest, a pool factor, or a nominal that is due. */
function hasTerms(instrument: Instrument, lastDay: Day): boolean {
  const maturity = maturityDay(instrument)
  return (
    instrument.coupons != null ||
    (instrument.factors ?? []).length > 0 ||
    (maturity !== null && maturity <= lastDay && instrument.type !== 'loan')
  )
}

/** From the maturity on the quote is par, until a later quote. */
function fillAfterMaturity(
  instrument: Instrument,
  { firstDay, quoteDays }: InstrumentPrices,
  quoted: Float64Array,
): void {
  const maturity = maturityDay(instrument)
  if (maturity === null || instrument.type === 'loan') return
  const later = quoteDays.find(day => day > maturity) ?? firstDay + quoted.length
  quoted.fill(parPrice(instrument), Math.max(0, maturity - firstDay), Math.max(0, later - firstDay))
}

function addInterest(instrument: Instrument, firstDay: Day, values: Float64Array): void {
  const { coupons } = instrument
  if (!coupons || instrument.quotesIncludeInterest) return
  const par = parPrice(instrument)
  const lastDay = firstDay + values.length - 1
  for (const period of interestPeriods(coupons, firstDay, lastDay)) {
    const to = Math.min(period.to - 1, lastDay)
    for (let day = Math.max(period.from, firstDay); day <= to; day += 1)
      values[day - firstDay] = (values[day - firstDay] ?? 0) + par * interestWithin(coupons, period, day)
  }
}

/** One pool factor per day of the column; null without factors. */
function buildFactorColumn(instrument: Instrument, firstDay: Day, length: number): Float64Array | null {
  const factors = (instrument.factors ?? []).toSorted((a, b) => a.day - b.day)
  if (factors.length === 0) return null
  const column = new Float64Array(length).fill(1)
  for (const { day } of factors)
    if (day - firstDay < length) column.fill(poolFactor(instrument, day), Math.max(0, day - firstDay))
  return column
}

/**
 * The closes of bonds, notes and loans with accrued interest (dirty prices), per unit of the original nominal:
 *
 *     close = pool factor x (quote + par x accrued interest)
 *
 * From the maturity on it is par, a redemption not posted yet. The quote itself is kept beside it. All other columns stay
 * as they are, shared with the market.
 */
export function withInterest(
  instruments: readonly Instrument[],
  prices: InstrumentPrices[],
  lastDay: Day,
): InstrumentPrices[] {
  instruments.forEach((instrument, index) => {
    const column = prices[index]
    if (!column || column.values.length === 0 || !hasTerms(instrument, lastDay)) return
    const quoted = Float64Array.from(column.values)
    fillAfterMaturity(instrument, column, quoted)
    const values = Float64Array.from(quoted)
    addInterest(instrument, column.firstDay, values)
    const factors = buildFactorColumn(instrument, column.firstDay, values.length)
    if (factors !== null)
      for (let index = 0; index < values.length; index += 1)
        values[index] = (values[index] ?? 0) * (factors[index] ?? 1)
    prices[index] = { ...column, values, quoted, factors }
  })
  return prices
}

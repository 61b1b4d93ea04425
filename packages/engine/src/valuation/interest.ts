import { factorOn, maturityOf, parOf } from '../bonds/nominal.ts'
import { interestPeriods, interestWithin } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Instrument } from '../ledger/ledger.ts'
import type { TransactionPrices } from './transaction-prices.ts'

/** Whether a day's value of an instrument is more than its quote: interest, a pool factor, or a nominal that is due. */
function hasTerms(instrument: Instrument, lastDay: Day): boolean {
  const maturity = maturityOf(instrument)
  return (
    instrument.coupons != null ||
    (instrument.factors ?? []).length > 0 ||
    (maturity !== null && maturity <= lastDay && instrument.type !== 'loan')
  )
}

/** From the maturity on what is owed is the nominal, until somebody quotes it again. */
function redeem(
  instrument: Instrument,
  { firstDay, quoteDays }: TransactionPrices,
  quoted: Float64Array,
): void {
  const maturity = maturityOf(instrument)
  if (maturity === null || instrument.type === 'loan') return
  const later = quoteDays.find(day => day > maturity) ?? firstDay + quoted.length
  quoted.fill(parOf(instrument), Math.max(0, maturity - firstDay), Math.max(0, later - firstDay))
}

function addInterest(instrument: Instrument, firstDay: Day, values: Float64Array): void {
  const { coupons } = instrument
  if (!coupons || instrument.quotesIncludeInterest) return
  const par = parOf(instrument)
  const lastDay = firstDay + values.length - 1
  for (const period of interestPeriods(coupons, firstDay, lastDay)) {
    const to = Math.min(period.to - 1, lastDay)
    for (let day = Math.max(period.from, firstDay); day <= to; day += 1)
      values[day - firstDay] = (values[day - firstDay] ?? 0) + par * interestWithin(coupons, period, day)
  }
}

/** One factor per day of the column; null where there is none. */
function factorColumn(instrument: Instrument, firstDay: Day, length: number): Float64Array | null {
  const factors = (instrument.factors ?? []).toSorted((a, b) => a.day - b.day)
  if (factors.length === 0) return null
  const column = new Float64Array(length).fill(1)
  for (const { day } of factors)
    if (day - firstDay < length) column.fill(factorOn(instrument, day), Math.max(0, day - firstDay))
  return column
}

/**
 * The closes of bonds, notes and loans as they are worth, per unit of nominal as it was at first:
 *
 *     close = pool factor x (quote + par x accrued interest)
 *
 * From the maturity on it is the nominal, a redemption that nobody has posted yet. The quote itself stays beside it.
 * All other columns stay as they are, shared with the market.
 */
export function withInterest(
  instruments: readonly Instrument[],
  prices: TransactionPrices[],
  lastDay: Day,
): TransactionPrices[] {
  instruments.forEach((instrument, index) => {
    const column = prices[index]
    if (!column || column.values.length === 0 || !hasTerms(instrument, lastDay)) return
    const quoted = Float64Array.from(column.values)
    redeem(instrument, column, quoted)
    const values = Float64Array.from(quoted)
    addInterest(instrument, column.firstDay, values)
    const factors = factorColumn(instrument, column.firstDay, values.length)
    if (factors !== null)
      for (let index = 0; index < values.length; index += 1)
        values[index] = (values[index] ?? 0) * (factors[index] ?? 1)
    prices[index] = { ...column, values, quoted, factors }
  })
  return prices
}

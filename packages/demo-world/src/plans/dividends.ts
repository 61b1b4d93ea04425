import { type Day, dayFromParts } from '@plumbline/engine'
import { on, tradingDayFrom } from '../calendar.ts'
import { seedFromName, wholeBetween } from '../chance.ts'
import { roundTo } from '../decimals.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'

/** A dividend: who holds the share the evening before the ex-day gets it on the pay day. */
export interface Dividend {
  readonly exDay: Day
  readonly payDay: Day
  /** In the shares of the ex-day. */
  readonly perShare: number
  readonly isAnnounced: boolean
}

const firstYear = 2017

/** Digits in which a dividend per share is declared: whole yen, cents, or more where a cent would be too much. */
export function dividendDigits(fact: InstrumentFact, perShare: number): number {
  if (fact.currency === 'JPY') return 0
  return perShare < 0.2 ? 4 : 2
}

/** The dividends of an instrument in a calendar year, by ex-day. */
export function dividendsIn(fact: InstrumentFact, year: number): Dividend[] {
  const policy = fact.dividends
  if (!policy) return []
  const seed = seedFromName(`dividend/${fact.key}`)
  const yearly = policy.perYear * (1 + policy.growth) ** (year - firstYear)
  return policy.months
    .map(month => {
      const exDay = tradingDayFrom(dayFromParts(year, month, wholeBetween(seed, month, 4, 24)))
      let perShare = yearly / policy.months.length
      for (const split of fact.splits)
        if (exDay < on(split.date)) perShare *= split.numerator / split.denominator
      return {
        exDay,
        payDay: tradingDayFrom(exDay + policy.payAfterDays),
        perShare: roundTo(perShare, dividendDigits(fact, perShare)),
        isAnnounced: policy.isAnnounced,
      }
    })
    .filter(
      ({ exDay, perShare }) =>
        perShare > 0 && exDay > fact.listed && (fact.lastQuote === null || exDay <= fact.lastQuote),
    )
}

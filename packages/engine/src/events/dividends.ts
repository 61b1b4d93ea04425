import { addMonths, type Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { INCOME } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { splitFactorFrom } from '../valuation/market.ts'
import { type CalendarFact, type InstrumentEvent, plainEvent } from './calendar.ts'

const PAYS_DIVIDENDS: ReadonlySet<string> = new Set(['equity', 'etf', 'fund'])

/** A posted dividend: its day, and the amount per unit of today in the instrument's currency. */
interface PaidDividend {
  readonly day: Day
  readonly perUnit: number
}

/** Dividends closer together than this are the same one, posted in several accounts. */
const SAME_DIVIDEND_DAYS = 5
/** An announced dividend replaces an estimate at most this far away, and never one of its neighbours. */
const EXPECTED_WITHIN_DAYS = 45
/** How often dividends are paid, in months between two of them. */
const INTERVALS = [1, 3, 6, 12] as const
const DAYS_PER_MONTH = 365.25 / 12

function dividendPerUnit(snapshot: PortfolioSnapshot, event: number): number | null {
  const { events, postings, positions } = snapshot
  const position = events.position[event] ?? 0
  const posting = events.posting[event] ?? 0
  const income = events.income[event] ?? 0
  const quantity = events.after[event] ?? 0
  const isPlain = postings.settleCurrency[posting] === positions.currency[position]
  const rate = isPlain ? 1 : (postings.perSettled[posting] ?? Number.NaN)
  const perUnit = (income * rate) / quantity
  return perUnit > 0 && Number.isFinite(perUnit) ? perUnit : null
}

/** The dividends of the two years before `asOf`, by instrument, oldest first. */
function paidDividends(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  asOf: Day,
): Map<number, PaidDividend[]> {
  const { events, positions, instruments } = snapshot
  const paid = new Map<number, PaidDividend[]>()
  const since = addMonths(asOf, -24)
  for (const event of snapshot.chronological) {
    const day = events.day[event] ?? 0
    const position = events.position[event] ?? 0
    const index = positions.instrument[position] ?? -1
    const isDividend = events.incomeKind[event] === INCOME.dividend && isIn[position] === 1
    if (!isDividend || day <= since || day > asOf) continue
    if (!PAYS_DIVIDENDS.has(instruments[index]?.type ?? '')) continue
    const perUnit = dividendPerUnit(snapshot, event)
    const known = paid.get(index) ?? []
    if (perUnit === null || known.some(other => Math.abs(other.day - day) < SAME_DIVIDEND_DAYS)) continue
    const splits = (instruments[index]?.splits ?? []).filter(split => split.day <= asOf)
    known.push({ day, perUnit: perUnit / splitFactorFrom(splits, day + 1) })
    paid.set(index, known)
  }
  return paid
}

function medianGap(paid: readonly PaidDividend[]): number {
  const gaps = paid.slice(1).map(({ day }, place) => day - (paid[place]?.day ?? day))
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
}

/** Months between the dividends of less than a year: the usual interval nearest to their gaps. One alone is yearly. */
function findInterval(paid: readonly PaidDividend[]): number {
  if (paid.length < 2) return 12
  const months = medianGap(paid) / DAYS_PER_MONTH
  return INTERVALS.reduce((best, interval) =>
    Math.abs(Math.log(interval / months)) < Math.abs(Math.log(best / months)) ? interval : best,
  )
}

/**
 * The dividends expected in the year after `asOf`. Paid for more than a year, they repeat those of the last twelve
 * months on the same dates, so that an interim and a final dividend keep their amounts. Paid for less, the last one
 * repeats at the interval between them: two quarterly payments so far are four a year.
 */
function expectedDividends(paid: readonly PaidDividend[], asOf: Day): PaidDividend[] {
  const yearAgo = addMonths(asOf, -12)
  const lastYear = paid.filter(({ day }) => day > yearAgo)
  if (lastYear.length < paid.length)
    return lastYear.map(({ day, perUnit }) => ({ day: addMonths(day, 12), perUnit }))
  const last = lastYear.at(-1)
  if (last === undefined) return []
  const interval = findInterval(lastYear)
  const end = addMonths(asOf, 12)
  const expected: PaidDividend[] = []
  for (let step = 1; addMonths(last.day, step * interval) <= end; step += 1)
    expected.push({ day: addMonths(last.day, step * interval), perUnit: last.perUnit })
  return expected
}

/**
 * Estimates dividends from those paid before, see `expectedDividends`, adjusted for splits. Only when the calendar of
 * the instrument has no dividend around that date. By index of the instrument; amounts in its currency.
 */
export function estimatedDividends(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  asOf: Day,
  range: Period,
  facts: readonly CalendarFact[],
): Map<number, InstrumentEvent[]> {
  const announced = Map.groupBy(
    facts.filter(({ type }) => type === 'dividend' || type === 'ex_dividend'),
    ({ instrument }) => instrument,
  )
  const estimates = new Map<number, InstrumentEvent[]>()
  for (const [index, paid] of paidDividends(snapshot, isIn, asOf)) {
    const instrument = snapshot.instruments[index]
    const known = announced.get(instrument?.id ?? '') ?? []
    const currency = snapshot.currencies[findCurrencyIndex(snapshot, index)] ?? ''
    const within =
      paid.length < 2 ? EXPECTED_WITHIN_DAYS : Math.min(EXPECTED_WITHIN_DAYS, medianGap(paid) / 2)
    const expected = expectedDividends(paid, asOf).flatMap(({ day, perUnit }) => {
      const isKnown = known.some(fact => Math.abs(fact.day - day) <= within)
      if (isKnown || day <= asOf || day < range.from || day > range.to) return []
      const moneyFor = (quantity: number) => [{ currency, amount: quantity * perUnit }]
      return [{ ...plainEvent('dividend', day), moneyFor, isEstimated: true }]
    })
    if (expected.length > 0) estimates.set(index, expected)
  }
  return estimates
}

function findCurrencyIndex(snapshot: PortfolioSnapshot, instrument: number): number {
  const position = snapshot.positions.instrument.indexOf(instrument)
  return snapshot.positions.currency[position] ?? -1
}

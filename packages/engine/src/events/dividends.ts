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
const EXPECTED_WITHIN_DAYS = 45

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

/** The dividends of the year before `asOf`, by instrument, oldest first. */
function paidDividends(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  asOf: Day,
): Map<number, PaidDividend[]> {
  const { events, positions, instruments } = snapshot
  const paid = new Map<number, PaidDividend[]>()
  const since = addMonths(asOf, -12)
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

/**
 * Estimates dividends from those paid a year before: the same amount per unit on the same date, adjusted for splits. Only
 * when the calendar of the instrument has no dividend around that date. By index of the instrument; amounts in its
 * currency.
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
    const expected = paid.flatMap(({ day, perUnit }) => {
      const next = addMonths(day, 12)
      const isKnown = known.some(fact => Math.abs(fact.day - next) <= EXPECTED_WITHIN_DAYS)
      if (isKnown || next <= asOf || next < range.from || next > range.to) return []
      const moneyFor = (quantity: number) => [{ currency, amount: quantity * perUnit }]
      return [{ ...plainEvent('dividend', next), moneyFor, isEstimated: true }]
    })
    if (expected.length > 0) estimates.set(index, expected)
  }
  return estimates
}

function findCurrencyIndex(snapshot: PortfolioSnapshot, instrument: number): number {
  const position = snapshot.positions.instrument.indexOf(instrument)
  return snapshot.positions.currency[position] ?? -1
}

import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { INCOME } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { splitFactorFrom } from '../valuation/market.ts'
import { type CalendarFact, type InstrumentEvent, plainEvent } from './calendar.ts'
import { expectedPayments, paidPayments, type ReadPayment } from './repeated-payments.ts'

const PAYS_DIVIDENDS: ReadonlySet<string> = new Set(['equity', 'etf', 'fund'])

/** An amount of an event per unit that its position holds today, in the position's currency; NaN without a quantity or rate. */
export function amountPerUnit(snapshot: PortfolioSnapshot, event: number, amount: number, asOf: Day): number {
  const { events, positions, instruments } = snapshot
  const position = events.position[event] ?? 0
  const instrument = instruments[positions.instrument[position] ?? -1]
  const splits = (instrument?.splits ?? []).filter(split => split.day <= asOf)
  const quantity = (events.after[event] ?? 0) * splitFactorFrom(splits, (events.day[event] ?? 0) + 1)
  return inPositionCurrency(snapshot, event, amount) / quantity
}

/** An amount of an event in the currency of its position; NaN without the rate of the transaction. */
export function inPositionCurrency(snapshot: PortfolioSnapshot, event: number, amount: number): number {
  const { events, postings, positions } = snapshot
  const posting = events.posting[event] ?? 0
  const isPlain = postings.settleCurrency[posting] === positions.currency[events.position[event] ?? 0]
  return isPlain ? amount : amount * (postings.perSettled[posting] ?? Number.NaN)
}

/**
 * Estimates dividends from those paid before, see `expectedPayments`, adjusted for splits. Only when the calendar of
 * the instrument has no dividend around that date. By index of the instrument; amounts in its currency.
 */
export function estimatedDividends(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  asOf: Day,
  range: Period,
  facts: readonly CalendarFact[],
): Map<number, InstrumentEvent[]> {
  const { events, positions, instruments } = snapshot
  const announced = Map.groupBy(
    facts.filter(({ type }) => type === 'dividend' || type === 'ex_dividend'),
    ({ instrument }) => instrument,
  )
  const readDividend = (event: number): ReadPayment | null => {
    const position = events.position[event] ?? 0
    const payer = positions.instrument[position] ?? -1
    const isDividend = events.incomeKind[event] === INCOME.dividend && isIn[position] === 1
    if (!isDividend || !PAYS_DIVIDENDS.has(instruments[payer]?.type ?? '')) return null
    return { payer, perUnit: amountPerUnit(snapshot, event, events.income[event] ?? 0, asOf) }
  }
  const estimates = new Map<number, InstrumentEvent[]>()
  for (const [index, paid] of paidPayments(snapshot, asOf, readDividend)) {
    const known = announced.get(instruments[index]?.id ?? '') ?? []
    const currency = snapshot.currencies[findCurrencyIndex(snapshot, index)] ?? ''
    const days = known.map(({ day }) => day)
    const expected = expectedPayments(paid, asOf, range.to, days)
      .filter(({ day }) => day >= range.from)
      .map(({ day, perUnit }): InstrumentEvent => {
        const moneyFor = (quantity: number) => [{ currency, amount: quantity * perUnit }]
        return { ...plainEvent('dividend', day), moneyFor, certainty: 'estimated' }
      })
    if (expected.length > 0) estimates.set(index, expected)
  }
  return estimates
}

function findCurrencyIndex(snapshot: PortfolioSnapshot, instrument: number): number {
  const position = snapshot.positions.instrument.indexOf(instrument)
  return snapshot.positions.currency[position] ?? -1
}

import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { unitsOn } from '../currency/currency-view.ts'
import { contractEntry } from '../figures/contract-figures.ts'
import { type Filter, positionsInScope } from '../figures/scope.ts'
import type { Instrument } from '../ledger/ledger.ts'
import { currencyUnit } from '../money/currency.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import {
  type CalendarFact,
  EVENT_TYPES,
  type InstrumentEvent,
  type Money,
  type PortfolioEvent,
} from './calendar.ts'
import { estimatedDividends } from './dividends.ts'
import { eventsFromTerms, typesFromTerms } from './terms.ts'

/** What is asked about the days ahead. */
export interface EventsQuery {
  /** First and last day of the range. */
  readonly range: Period
  /** What is held at this close counts for everything after it. Default: the snapshot's last day. */
  readonly asOf?: Day
  /** Accounts the caller may see; null is every account of the snapshot. */
  readonly mask: ReadonlySet<string> | null
  readonly filter?: Filter
  /** What the calendars of the instruments say. */
  readonly facts?: readonly CalendarFact[]
}

function eventOfFact(instrument: Instrument, fact: CalendarFact): InstrumentEvent {
  const { currency, factor } = currencyUnit(fact.currency ?? instrument.currency)
  const amount = fact.amount == null ? null : fact.amount / factor
  const isWhole = fact.per === 'position'
  // The ex-day of a dividend moves no money: its day of payment does.
  const isDateOnly = fact.type === 'ex_dividend' || fact.type === 'earnings' || fact.type === 'split'
  return {
    day: fact.day,
    type: fact.type,
    exDay: fact.exDay ?? fact.day,
    moneyOf: quantity =>
      amount === null || isDateOnly ? [] : [{ currency, amount: isWhole ? amount : quantity * amount }],
    isEstimated: fact.isEstimated ?? false,
  }
}

/** Both amounts of a forward: the base currency it bought or sold, against its own at the rate it was entered at. */
function forwardLegs(snapshot: PortfolioSnapshot, position: number, quantity: number, asOf: Day): Money[] {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  const entry = contractEntry(snapshot, position, asOf)
  if (!instrument || instrument.baseCurrency == null || entry === null) return []
  const units = quantity * (instrument.contractSize ?? 1)
  return [
    { currency: currencyUnit(instrument.baseCurrency).currency, amount: units },
    { currency: currencyUnit(instrument.currency).currency, amount: -units * entry },
  ]
}

/** What is ahead of every instrument that has a position in scope, by its place in the snapshot. */
function eventsByInstrument(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  query: EventsQuery,
  asOf: Day,
): Map<number, InstrumentEvent[]> {
  const { range, facts = [] } = query
  const factsOf = Map.groupBy(facts, ({ instrument }) => instrument)
  const estimates = estimatedDividends(snapshot, isIn, asOf, range, facts)
  const events = new Map<number, InstrumentEvent[]>()
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const index = snapshot.positions.instrument[position] ?? -1
    const instrument = snapshot.instruments[index]
    if (isIn[position] !== 1 || !instrument || events.has(index)) continue
    const known = factsOf.get(instrument.id) ?? []
    // Payments of a loan that somebody worked out are better than what its terms alone tell.
    const hasPayments = known.some(({ type }) => type === 'loan_payment')
    const fromTerms = typesFromTerms(instrument)
    const stated = known.filter(
      ({ type, day }) =>
        (type === 'loan_payment' || !fromTerms.has(type)) && day >= range.from && day <= range.to,
    )
    events.set(index, [
      ...eventsFromTerms(instrument, range, asOf).filter(
        ({ type }) => !hasPayments || type !== 'loan_payment',
      ),
      ...stated.map(fact => eventOfFact(instrument, fact)),
      ...(estimates.get(index) ?? []),
    ])
  }
  return events
}

const TYPE_ORDER = new Map<string, number>(EVENT_TYPES.map((type, place) => [type, place]))

function compareEvents(a: PortfolioEvent, b: PortfolioEvent): number {
  return (
    a.day - b.day ||
    (TYPE_ORDER.get(a.type) ?? 0) - (TYPE_ORDER.get(b.type) ?? 0) ||
    (a.position < b.position ? -1 : a.position > b.position ? 1 : 0)
  )
}

/**
 * What is ahead of the positions of a scope in a range of days: from the terms of what is held (coupons, maturities,
 * expiries, payments of loans), from the calendars that are given (dividends, earnings, capital calls), and dividends
 * that are to be expected from those of the year before.
 *
 * A position takes part with the quantity it held at the close before the event's ex-day, or at `asOf` where that is
 * later. What follows from the terms is not taken from a calendar as well, but for payments of loans, which a
 * calendar knows better. By day, type and position.
 */
export function eventsOf(snapshot: PortfolioSnapshot, query: EventsQuery): PortfolioEvent[] {
  const asOf = Math.min(query.asOf ?? snapshot.lastDay, snapshot.lastDay)
  const isIn = positionsInScope(snapshot, query.mask, query.filter ?? {})
  const byInstrument = eventsByInstrument(snapshot, isIn, query, asOf)
  const found: PortfolioEvent[] = []
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const index = snapshot.positions.instrument[position] ?? -1
    const instrument = snapshot.instruments[index]
    if (isIn[position] !== 1 || !instrument) continue
    for (const event of byInstrument.get(index) ?? []) {
      const units = unitsOn(snapshot, position, Math.min(event.exDay - 1, asOf))
      if (units === 0) continue
      const quantity = units / (instrument.contractSize ?? 1)
      found.push({
        day: event.day,
        type: event.type,
        instrument: instrument.id,
        position: snapshot.positions.keys[position] ?? '',
        account: snapshot.accounts[snapshot.positions.account[position] ?? -1]?.id ?? '',
        quantity,
        money:
          event.type === 'forward_expiry'
            ? forwardLegs(snapshot, position, quantity, asOf)
            : event.moneyOf(quantity),
        isEstimated: event.isEstimated,
      })
    }
  }
  return found.sort(compareEvents)
}

import { addMonths, type Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { unitsOn } from '../currency/position-value.ts'
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

/** A query for upcoming events. */
export interface EventsQuery {
  /** First and last day of the range. */
  readonly range: Period
  /** Holdings at this close count for all later events. Default: the snapshot's last day. */
  readonly asOf?: Day
  /** Accounts the caller may see; null is every account of the snapshot. */
  readonly mask: ReadonlySet<string> | null
  readonly filter?: Filter
  /** Events from the calendars of the instruments. */
  readonly facts?: readonly CalendarFact[]
  /** The last day that dividends are estimated for. Default: a year after `asOf`. */
  readonly estimatedUntil?: Day
}

function toInstrumentEvent(instrument: Instrument, fact: CalendarFact): InstrumentEvent {
  const { currency, factor } = currencyUnit(fact.currency ?? instrument.currency)
  const amount = fact.amount == null ? null : fact.amount / factor
  const isWhole = fact.per === 'position'
  // A dividend moves money on its payment day, not on its ex-day.
  const isDateOnly = fact.type === 'ex_dividend' || fact.type === 'earnings' || fact.type === 'split'
  return {
    day: fact.day,
    type: fact.type,
    exDay: fact.exDay ?? fact.day,
    moneyFor: quantity =>
      amount === null || isDateOnly ? [] : [{ currency, amount: isWhole ? amount : quantity * amount }],
    certainty: fact.isEstimated ? 'estimated' : 'declared',
  }
}

/** Both cash flows of a forward at expiry: the base currency, and its own currency at the entry rate. */
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

/** Upcoming events of every instrument with a position in scope, by its index in the snapshot. */
function eventsByInstrument(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  query: EventsQuery,
  asOf: Day,
): Map<number, InstrumentEvent[]> {
  const { range, facts = [], estimatedUntil = addMonths(asOf, 12) } = query
  const factsByInstrument = Map.groupBy(facts, ({ instrument }) => instrument)
  const estimates = estimatedDividends(
    snapshot,
    isIn,
    asOf,
    { from: range.from, to: Math.min(range.to, estimatedUntil) },
    facts,
  )
  const events = new Map<number, InstrumentEvent[]>()
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const index = snapshot.positions.instrument[position] ?? -1
    const instrument = snapshot.instruments[index]
    if (isIn[position] !== 1 || !instrument || events.has(index)) continue
    const known = factsByInstrument.get(instrument.id) ?? []
    // Loan payments stated in the calendar take precedence over those derived from the terms.
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
      ...stated.map(fact => toInstrumentEvent(instrument, fact)),
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
 * Upcoming events of the positions of a scope within a range of days: from the terms of instruments (coupons, maturities,
 * expiries, loan payments), from their calendars (dividends, earnings, capital calls), and dividends estimated from
 * those of the year before.
 *
 * A position is entitled with the quantity held at the close before the event's ex-day, or at `asOf` if the ex-day is
 * later. Events that follow from the terms are not taken from a calendar as well, except loan payments, where the
 * calendar takes precedence. Ordered by day, type and position; amounts in the currency of each cash flow.
 */
export function listUpcomingEvents(snapshot: PortfolioSnapshot, query: EventsQuery): PortfolioEvent[] {
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
            : event.moneyFor(quantity),
        certainty: event.certainty,
        isEstimated: event.certainty === 'estimated',
      })
    }
  }
  return found.sort(compareEvents)
}

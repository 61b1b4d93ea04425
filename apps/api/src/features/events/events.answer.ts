import { contract, type EventType, eventRange, eventTypes, type portfolioEvent } from '@plumbline/contract'
import { crossRate, currencyUnit, type Day, dayOf, isoOf, positionsInScope } from '@plumbline/engine'
import type { z } from 'zod'
import { csvOf } from '../../http/csv.ts'
import { pageOfRows } from '../../http/page-links.ts'
import { type Asked, answer, type Portfolio } from '../../portfolio/answer.ts'
import { amountOf, heldOn, type KnownEvent, knownEvents } from '../../portfolio/known-events.ts'
import { accountReference } from '../../portfolio/position-rows.ts'
import { type Asking, askingOf, basisOf, wireFlags } from '../../portfolio/question.ts'

type List = typeof contract.events.list
type Event = z.infer<typeof portfolioEvent>

/** What is ahead for the positions of a scope. Events have a range of their own and ignore the period. */
export const eventsAnswer = answer<List>(
  contract.events.list,
  (portfolio, asked) => {
    const { rows, range, farthest, asking } = listed(portfolio, asked)
    return {
      ...pageOfRows(rows, contract.events.list.path, asked.query),
      extra: {
        statistics: {
          period: statistics(rows, row => row.date.slice(0, 7)).map(([period, sums]) => ({
            period,
            ...sums,
          })),
          event_type: statistics(rows, row => row.event_type).map(([event_type, sums]) => ({
            event_type,
            ...sums,
          })),
          total: sumsOf(rows),
        },
        range: { start_date: isoOf(range.from), end_date: isoOf(range.to) },
        farthest: farthest === null ? null : isoOf(farthest),
      },
      basis: basisOf(portfolio, asking),
    }
  },
  (portfolio, asked) => csvOf<Event>(columns, listed(portfolio, asked).rows),
)

function listed(portfolio: Portfolio, { body }: Asked<List>) {
  const { book, view } = portfolio
  const asking = askingOf(portfolio, body)
  const isIn = positionsInScope(book, asking.mask, asking.filter)
  const places = [...isIn.keys()].filter(
    place => isIn[place] === 1 && (book.positions.instrument[place] ?? -1) >= 0,
  )
  const wanted = new Set<string>(body.event_types ?? view.eventTypes ?? eventTypes)
  const events = knownEvents(portfolio, places).filter(
    event => wanted.has(event.type) && heldOn(portfolio, event.position, event.day - 1) !== 0,
  )
  const farthest = events.reduce<Day | null>(
    (last, { day }) => (day >= view.today && (last === null || day > last) ? day : last),
    null,
  )
  const range = body.range
    ? { from: dayOf(body.range.start_date), to: dayOf(body.range.end_date) }
    : { from: view.today, to: lastDayShown(view.today, farthest) }
  const rows = events
    .filter(({ day }) => day >= range.from && day <= range.to)
    .map(event => wireEvent(portfolio, asking, event))
    .sort(byDate)
  return { rows, range, farthest, asking }
}

/** Until three weeks behind the farthest event, but not for ever. */
function lastDayShown(today: Day, farthest: Day | null): Day {
  const days = farthest === null ? eventRange.defaultDays : farthest - today + eventRange.marginDays
  return today + Math.min(days, eventRange.maxDays)
}

function byDate(a: Event, b: Event): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function wireEvent(portfolio: Portfolio, asking: Asking, event: KnownEvent): Event {
  const { book } = portfolio
  const { position, day } = event
  const instrument = book.instruments[book.positions.instrument[position] ?? -1]
  const { currency, factor } = currencyUnit(event.currency)
  const stated = amountOf(portfolio, event)
  const amount = stated === null ? null : stated * factor
  const market = { pivot: book.pivot, rates: book.rates, prices: new Map() }
  const rate = crossRate(market, currency, asking.currency, Math.min(day, book.lastDay))
  const isConverted = amount !== null && Number.isFinite(rate)
  return {
    id: event.id,
    date: isoOf(day),
    event_type: event.type,
    position_id: book.positions.keys[position] ?? null,
    name: instrument?.name ?? '',
    account: accountReference(portfolio, book.accounts[book.positions.account[position] ?? -1]?.id ?? ''),
    // The database checks these words with the lists that the contract's types are made of.
    instrument_type: (instrument?.type ?? 'other') as Event['instrument_type'],
    description: descriptionOf(portfolio, event, currency, factor),
    quantity: heldOn(portfolio, position, day - 1),
    currency: currency as Event['currency'],
    original_amount: amount,
    calculated_amount: isConverted ? amount * rate : null,
    is_estimated: event.isEstimated,
    flags: wireFlags(amount !== null && !isConverted ? ['no_rate'] : []),
  }
}

/** The amount of one unit, or what is known beside the date. */
function descriptionOf(
  { view }: Portfolio,
  { perUnit, what }: KnownEvent,
  currency: string,
  factor: number,
): string | null {
  if (perUnit === null) return what
  const amount = new Intl.NumberFormat(view.language, { maximumFractionDigits: 6, minimumFractionDigits: 2 })
  return `${currency} ${amount.format(perUnit * factor)}`
}

/** Sums of rows by a key, in the order of the rows' keys. */
function statistics<Key extends string | EventType>(rows: readonly Event[], keyOf: (row: Event) => Key) {
  const groups = new Map<Key, Event[]>()
  for (const row of rows) {
    const known = groups.get(keyOf(row))
    if (known) known.push(row)
    else groups.set(keyOf(row), [row])
  }
  return [...groups].map(([key, members]): [Key, ReturnType<typeof sumsOf>] => [key, sumsOf(members)])
}

/** Dates without money have no sum, and one amount without a rate leaves the sum unknown. */
function sumsOf(rows: readonly Event[]) {
  const paid = rows.filter(row => row.original_amount !== null)
  const isKnown = paid.length > 0 && paid.every(row => row.calculated_amount !== null)
  return {
    count: rows.length,
    calculated_amount: isKnown ? paid.reduce((sum, row) => sum + (row.calculated_amount ?? 0), 0) : null,
  }
}

const columns = {
  date: (row: Event) => row.date,
  event_type: (row: Event) => row.event_type,
  position_id: (row: Event) => row.position_id,
  name: (row: Event) => row.name,
  account: (row: Event) => row.account?.name,
  instrument_type: (row: Event) => row.instrument_type,
  description: (row: Event) => row.description,
  quantity: (row: Event) => row.quantity,
  currency: (row: Event) => row.currency,
  original_amount: (row: Event) => row.original_amount,
  calculated_amount: (row: Event) => row.calculated_amount,
  is_estimated: (row: Event) => String(row.is_estimated),
}

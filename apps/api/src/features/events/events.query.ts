import {
  contract,
  type EventType,
  eventRange,
  eventTypes,
  oncePerLanguage,
  type portfolioEvent,
} from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import { crossRate, currencyUnit, type Day, dayOf, isoOf, type Period } from '@plumbline/engine'
import type { z } from 'zod'
import { accountReference } from '../../figures/position-rows.ts'
import { type EventAhead, eventsAhead } from '../../figures/upcoming-events.ts'
import { csvPieces } from '../../platform/http/csv.ts'
import { pageOfRows } from '../../platform/http/page-links.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, type QueryScope, readScope, wireFlags } from '../../queries/query-scope.ts'

type List = typeof contract.events.list
type Event = z.infer<typeof portfolioEvent>

/** What is ahead for the positions of a scope. Events have a range of their own and ignore the period. */
export const eventsAnswer = answer<List>(
  contract.events.list,
  (portfolio, asked) => {
    const { rows, range, farthest, scope } = listed(portfolio, asked)
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
      basis: basisOf(portfolio, scope),
    }
  },
  (portfolio, asked) => csvPieces<Event>(columns, listed(portfolio, asked).rows),
)

/** How far ahead the farthest event is looked for: bonds say for decades when they pay. */
const horizonDays = 3660

function listed(portfolio: Portfolio, { body }: Asked<List>) {
  const { today, eventTypes: chosen } = portfolio.view
  const scope = readScope(portfolio, body)
  const wanted = new Set<string>(body.event_types ?? chosen ?? eventTypes)
  const find = (range: Period) =>
    eventsAhead(portfolio, scope.mask, scope.filter, range).filter(({ type }) => wanted.has(type))
  const ahead = find({ from: today, to: today + horizonDays })
  const farthest = ahead.at(-1)?.day ?? null
  const range = body.range
    ? { from: dayOf(body.range.start_date), to: dayOf(body.range.end_date) }
    : { from: today, to: lastDayShown(today, farthest) }
  const found = body.range ? find(range) : ahead.filter(({ day }) => day <= range.to)
  return { rows: found.map(event => wireEvent(portfolio, scope, event)), range, farthest, scope }
}

/** Until three weeks behind the farthest event, but not for ever. */
function lastDayShown(today: Day, farthest: Day | null): Day {
  const days = farthest === null ? eventRange.defaultDays : farthest - today + eventRange.marginDays
  return today + Math.min(days, eventRange.maxDays)
}

function wireEvent(portfolio: Portfolio, scope: QueryScope, event: EventAhead): Event {
  const { snapshot } = portfolio
  const instrument = snapshot.instruments.find(({ id }) => id === event.instrument)
  const own = event.money[0]?.currency ?? currencyUnit(instrument?.currency ?? '').currency
  const currency = event.money.length === 1 ? own : currencyUnit(instrument?.currency ?? '').currency
  const original = moneyIn(portfolio, event, currency)
  const calculated = moneyIn(portfolio, event, scope.currency)
  return {
    id: event.id,
    date: isoOf(event.day),
    event_type: event.type,
    position_id: event.position,
    name: instrument?.name ?? '',
    account: accountReference(portfolio, event.account),
    // The database checks these words with the lists that the contract's types are made of.
    instrument_type: (instrument?.type ?? 'other') as Event['instrument_type'],
    description: event.what ?? amountOfOne(portfolio, event),
    quantity: event.quantity,
    currency: currency as Event['currency'],
    original_amount: original,
    calculated_amount: calculated,
    is_estimated: event.isEstimated,
    flags: wireFlags(event.money.length > 0 && calculated === null ? ['no_rate'] : []),
  }
}

/** What an event pays, in a currency: both sides of a forward together. Null for dates without money, or a rate. */
function moneyIn({ snapshot }: Portfolio, { money, day }: EventAhead, currency: string): number | null {
  if (money.length === 0) return null
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const sum = money.reduce(
    (total, { currency: paid, amount }) => total + amount * crossRate(market, paid, currency, day),
    0,
  )
  return Number.isFinite(sum) ? sum : null
}

const ofOne: ReadonlySet<EventType> = new Set(['dividend', 'coupon'])

const unitAmount = oncePerLanguage(
  (language: Language) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 6, minimumFractionDigits: 2 }),
)

/** What one unit gets, such as a dividend per share. */
function amountOfOne({ view }: Portfolio, { type, money, quantity }: EventAhead): string | null {
  const [paid] = money
  if (!paid || !ofOne.has(type) || quantity === 0) return null
  return `${paid.currency} ${unitAmount(view.language).format(paid.amount / quantity)}`
}

/** Sums of rows by a key, in the order of the rows' keys. */
function statistics<Key extends string | EventType>(rows: readonly Event[], keyOf: (row: Event) => Key) {
  const groups = Map.groupBy(rows, keyOf)
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

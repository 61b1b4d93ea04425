import {
  contract,
  type EventType,
  eventRange,
  eventTypes,
  oncePerLanguage,
  type portfolioEvent,
} from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import { crossRate, currencyUnit, type Day, type Period, parseDay, toIsoDate } from '@plumbline/engine'
import type { z } from 'zod'
import { describedColumns } from '../../figures/export-columns.ts'
import { masterRecordId } from '../../figures/master-record.ts'
import { accountReference } from '../../figures/position-rows.ts'
import { findUpcomingEvents, type UpcomingEvent } from '../../figures/upcoming-events.ts'
import { csvChunks } from '../../platform/http/bodies/csv.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, type QueryScope, readScope, wireFlags } from '../../queries/query-scope.ts'

type List = typeof contract.events.list
type Event = z.infer<typeof portfolioEvent>

/** Upcoming events of the positions of a scope. Events have a range of their own and ignore the period. */
export const eventsQuery = defineEndpointQuery<List>(
  contract.events.list,
  (portfolio, call) => {
    const { rows, range, farthest, scope } = listEvents(portfolio, call)
    return {
      ...pageRows(rows, contract.events.list.path, call.query),
      extra: {
        statistics: {
          period: groupAmounts(rows, row => row.date.slice(0, 7)).map(([period, sums]) => ({
            period,
            ...sums,
          })),
          event_type: groupAmounts(rows, row => row.event_type).map(([event_type, sums]) => ({
            event_type,
            ...sums,
          })),
          total: sumAmounts(rows),
        },
        range: { start_date: toIsoDate(range.from), end_date: toIsoDate(range.to) },
        farthest: farthest === null ? null : toIsoDate(farthest),
        partial_before: range.from < portfolio.view.today ? toIsoDate(portfolio.view.today) : null,
      },
      basis: describeBasis(portfolio, scope),
    }
  },
  (portfolio, call) => {
    const { rows, scope } = listEvents(portfolio, call)
    return csvChunks<Event>(describedColumns(columns, describeBasis(portfolio, scope)), rows)
  },
)

/** How far ahead events are searched: bonds state their payments for decades. */
const horizonDays = 3660

function listEvents(portfolio: Portfolio, { body }: EndpointCall<List>) {
  const { today } = portfolio.view
  const scope = readScope(portfolio, body)
  const wanted = new Set<string>(body.event_types ?? eventTypes)
  const find = (range: Period) =>
    findUpcomingEvents(portfolio, scope.mask, scope.filter, range).filter(({ type }) => wanted.has(type))
  const ahead = find({ from: today, to: today + horizonDays })
  const farthest = ahead.at(-1)?.day ?? null
  const range = body.range
    ? { from: parseDay(body.range.start_date), to: parseDay(body.range.end_date) }
    : { from: today, to: lastDayShown(today, farthest) }
  const found = body.range ? find(range) : ahead.filter(({ day }) => day <= range.to)
  return { rows: found.map(event => wireEvent(portfolio, scope, event)), range, farthest, scope }
}

/** A margin after the farthest event, within the longest range. */
function lastDayShown(today: Day, farthest: Day | null): Day {
  const days = farthest === null ? eventRange.defaultDays : farthest - today + eventRange.marginDays
  return today + Math.min(days, eventRange.maxDays)
}

function wireEvent(portfolio: Portfolio, scope: QueryScope, event: UpcomingEvent): Event {
  const { snapshot } = portfolio
  const instrument = snapshot.instruments.find(({ id }) => id === event.instrument)
  const own = event.money[0]?.currency ?? currencyUnit(instrument?.currency ?? '').currency
  const currency = event.money.length === 1 ? own : currencyUnit(instrument?.currency ?? '').currency
  const original = convertPayment(portfolio, event, currency)
  const calculated = convertPayment(portfolio, event, scope.currency)
  return {
    id: event.id,
    date: toIsoDate(event.day),
    event_type: event.type,
    position_id: event.position,
    instrument_id: masterRecordId(portfolio, instrument),
    name: instrument?.name ?? '',
    account: accountReference(portfolio, event.account),
    instrument_type: instrument?.type ?? 'other',
    description: event.what ?? describeUnitAmount(portfolio, event),
    quantity: event.quantity,
    currency,
    original_amount: original,
    calculated_amount: calculated,
    is_estimated: event.isEstimated,
    flags: wireFlags(event.money.length > 0 && calculated === null ? ['no_rate'] : []),
  }
}

/** The payment of an event in a currency, with both legs of a forward. Null without a payment or a rate. */
function convertPayment(
  { snapshot }: Portfolio,
  { money, day }: UpcomingEvent,
  currency: string,
): number | null {
  if (money.length === 0) return null
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const sum = money.reduce(
    (total, { currency: paid, amount }) => total + amount * crossRate(market, paid, currency, day),
    0,
  )
  return Number.isFinite(sum) ? sum : null
}

const paidPerUnit: ReadonlySet<EventType> = new Set(['dividend', 'coupon'])

const unitAmount = oncePerLanguage(
  (language: Language) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 6, minimumFractionDigits: 2 }),
)

/** The amount per unit, such as a dividend per share. */
function describeUnitAmount({ view }: Portfolio, { type, money, quantity }: UpcomingEvent): string | null {
  const [paid] = money
  if (!paid || !paidPerUnit.has(type) || quantity === 0) return null
  return `${paid.currency} ${unitAmount(view.language).format(paid.amount / quantity)}`
}

/** Sums of rows by key, in order of first occurrence. */
function groupAmounts<Key extends string | EventType>(rows: readonly Event[], readKey: (row: Event) => Key) {
  const groups = Map.groupBy(rows, readKey)
  return [...groups].map(([key, members]): [Key, ReturnType<typeof sumAmounts>] => [key, sumAmounts(members)])
}

/** Null without payments, or when a rate is missing. */
function sumAmounts(rows: readonly Event[]) {
  const paid = rows.filter(row => row.original_amount !== null || row.flags.length > 0)
  const isKnown = paid.length > 0 && paid.every(row => row.calculated_amount !== null)
  return {
    count: rows.length,
    calculated_amount: isKnown ? paid.reduce((sum, row) => sum + (row.calculated_amount ?? 0), 0) : null,
  }
}

const columns = {
  id: (row: Event) => row.id,
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

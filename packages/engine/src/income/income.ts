import { addMonths, type Day, dateParts, dayFromParts } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { CurrencyViews } from '../currency/view-builder.ts'
import type { CalendarFact, PortfolioEvent } from '../events/calendar.ts'
import { type ProjectedCash, projectedCash } from '../events/projected-cash.ts'
import { listUpcomingEvents } from '../events/upcoming-events.ts'
import { type Filter, positionsInScope } from '../figures/scope.ts'
import { isLeftOut } from '../figures/unknown-amounts.ts'
import type { Certainty, InstrumentType, PaymentKind } from '../ledger/vocabulary.ts'
import { currencyDecimals, roundTo } from '../money/rounding.ts'
import { INCOME } from '../posting/journal.ts'
import { eventsBetween } from '../snapshot/events-between.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { crossRate } from '../valuation/market.ts'
import { estimatePayments } from './estimated-payments.ts'
import { classifyIncome } from './income-kinds.ts'
import { postedPayments } from './posted-payments.ts'

/** One payment of a position, received or expected. Amounts are rounded to the smallest unit of their currency. */
export interface IncomePayment {
  /** Index of the position in the snapshot. */
  readonly position: number
  readonly day: Day
  readonly kind: PaymentKind
  /** The currency it is paid in. */
  readonly currency: string
  /** Gross, positive for receipts. */
  readonly amount: number
  /** In the calculated currency; null without a rate. */
  readonly calculated: number | null
  /** Null for payments that were received. */
  readonly certainty: Certainty | null
}

/** The income of a scope. Payments are ordered by day. */
export interface Income {
  readonly asOf: Day
  /** The last twelve calendar months, the current one included. */
  readonly receivedPeriod: Period
  /** The next twelve calendar months, without the rest of the current one. */
  readonly expectedPeriod: Period
  readonly received: readonly IncomePayment[]
  /** What the rest of the current month still expects. */
  readonly pending: readonly IncomePayment[]
  readonly expected: readonly IncomePayment[]
  readonly cash: readonly ProjectedCash[]
}

/** A query for income. */
export interface IncomeQuery {
  readonly asOf: Day
  /** Accounts the caller may see; null is every account of the snapshot. */
  readonly mask: ReadonlySet<string> | null
  readonly filter?: Filter
  readonly facts?: readonly CalendarFact[]
}

const MONTHS = 12

/** The twelve calendar months up to the one of `asOf`, and the twelve after it. */
export function incomePeriods(asOf: Day): { received: Period; expected: Period } {
  const { year, month } = dateParts(asOf)
  const next = dayFromParts(year, month + 1, 1)
  return {
    received: { from: addMonths(next, -MONTHS), to: asOf },
    expected: { from: next, to: addMonths(next, MONTHS) - 1 },
  }
}

function roundMoney(amount: number, currency: string): number {
  return roundTo(amount, currencyDecimals(currency))
}

/** An amount in another currency, rounded; null without a rate on that day. */
function convert(
  snapshot: PortfolioSnapshot,
  amount: number,
  from: string,
  to: string,
  day: Day,
): number | null {
  if (amount === 0) return 0
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const converted = amount * crossRate(market, from, to, day)
  return Number.isFinite(converted) ? roundMoney(converted, to) : null
}

/** What was received in a period as posted: at the rate of each transaction, else at the market rate of its day. */
function receivedPayments(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  isIn: Uint8Array,
  { from, to }: Period,
  target: string,
): IncomePayment[] {
  const { events, postings, currencies } = snapshot
  const view = views.calculated
  const found: IncomePayment[] = []
  for (const event of eventsBetween(snapshot, from, to)) {
    const day = events.day[event] ?? 0
    const position = events.position[event] ?? 0
    if (isIn[position] !== 1) continue
    const settled = currencies[postings.settleCurrency[events.posting[event] ?? 0] ?? -1] ?? ''
    for (const { kind, posted, inView } of postedPayments(snapshot, view, event))
      found.push({
        position,
        day,
        kind,
        currency: settled,
        amount: roundMoney(posted, settled),
        // Without a price a position is left out of the values of a view, yet its income needs a rate alone.
        calculated: isLeftOut(snapshot, view, position, event)
          ? convert(snapshot, posted, settled, target, day)
          : roundMoney(inView, target),
        certainty: null,
      })
  }
  return found.sort((a, b) => a.day - b.day)
}

interface PaidMoney {
  readonly kind: PaymentKind
  readonly currency: string
  readonly amount: number
}

/** What an upcoming event pays, split into income and principal. Contracts that expire, and dates alone, pay nothing here. */
function paymentsOfEvent({ type, money, quantity }: PortfolioEvent, instrument: InstrumentType | null) {
  return money.flatMap(({ currency, amount, interest = 0 }): PaidMoney[] => {
    switch (type) {
      case 'dividend':
        return [{ kind: classifyIncome(INCOME.dividend, instrument), currency, amount }]
      case 'maturity':
      case 'capital_call':
        return [{ kind: type, currency, amount }]
      case 'coupon':
        return [{ kind: classifyIncome(INCOME.interest, instrument), currency, amount }]
      case 'loan_payment':
        // A calendar states loan payments as a whole: what part of one is interest is not known.
        return quantity < 0
          ? [{ kind: 'loan_payment', currency, amount }]
          : [
              { kind: 'interest', currency, amount: interest },
              { kind: 'maturity', currency, amount: amount - interest },
            ]
      default:
        return []
    }
  })
}

interface Projection {
  readonly snapshot: PortfolioSnapshot
  readonly query: IncomeQuery
  readonly isIn: Uint8Array
  readonly target: string
  readonly until: Day
}

/** Every payment expected after `asOf` until a day, at the last rate, and the cash that it moves. */
function project({ snapshot, query, isIn, target, until }: Projection) {
  const { asOf, mask, filter = {}, facts = [] } = query
  const { positions, instruments, accounts, currencies } = snapshot
  const range = { from: asOf + 1, to: until }
  const events = listUpcomingEvents(snapshot, { range, asOf, mask, filter, facts, estimatedUntil: until })
  const places = new Map(positions.keys.map((key, place) => [key, place]))
  const types = new Map(instruments.map(({ id, type }) => [id, type]))
  const toPayment = (position: number, day: Day, money: PaidMoney, certainty: Certainty): IncomePayment => {
    const amount = roundMoney(money.amount, money.currency)
    const calculated = convert(snapshot, amount, money.currency, target, asOf)
    return { position, day, kind: money.kind, currency: money.currency, amount, calculated, certainty }
  }
  const stated = events.flatMap(event =>
    paymentsOfEvent(event, types.get(event.instrument) ?? null).map(money =>
      toPayment(places.get(event.position) ?? -1, event.day, money, event.certainty),
    ),
  )
  const held = Math.min(asOf, snapshot.lastDay)
  const estimated = estimatePayments({ snapshot, isIn, asOf: held, until, facts })
    .filter(({ day }) => day > asOf)
    .map(payment => {
      const currency = currencies[positions.currency[payment.position] ?? -1] ?? ''
      return toPayment(payment.position, payment.day, { ...payment, currency }, 'estimated')
    })
  const movements = estimated.map(({ position, day, currency, amount }) => ({
    day,
    account: accounts[positions.account[position] ?? -1]?.id ?? '',
    money: [{ currency, amount }],
    isEstimated: true,
  }))
  return {
    payments: [...stated, ...estimated].filter(({ amount }) => amount !== 0).sort((a, b) => a.day - b.day),
    movements: [...events, ...movements],
  }
}

/**
 * The income of a scope: what its positions paid in the last twelve calendar months, and what they are expected to pay in
 * the next twelve.
 *
 *     received = gross amount x rate of its transaction       expected = gross amount x last rate
 *     certainty: declared by a calendar, contractual from the terms, else estimated from past payments
 *
 * A payment is rounded to the smallest unit of its currency, so that sums by month, position, currency and kind are
 * equal to the unit. Fees, repaid principal, payments on debts and capital calls are listed beside it, received and
 * expected, and are no income, see `isIncomeKind`. The cash of the accounts is projected with all of them. Unit: the views' calculated currency.
 */
export function computeIncome(snapshot: PortfolioSnapshot, views: CurrencyViews, query: IncomeQuery): Income {
  const { asOf } = query
  const { received, expected } = incomePeriods(asOf)
  const target = views.calculated.currency ?? snapshot.pivot
  const isIn = positionsInScope(snapshot, query.mask, query.filter ?? {})
  const { payments, movements } = project({ snapshot, query, isIn, target, until: expected.to })
  const { accounts, custodians } = query.filter ?? {}
  return {
    asOf,
    receivedPeriod: received,
    expectedPeriod: expected,
    received: receivedPayments(snapshot, views, isIn, received, target),
    pending: payments.filter(({ day }) => day < expected.from),
    expected: payments.filter(({ day }) => day >= expected.from),
    cash: projectedCash(snapshot, { asOf, mask: query.mask, filter: { accounts, custodians } }, movements),
  }
}

/** The sum of payments, and how many of them are left out of it for lack of a rate. */
export interface PaymentSum {
  /** Null when some are left out and the others come to nothing; 0 without payments. */
  readonly sum: number | null
  readonly leftOut: number
}

/** Adds payments up, exactly: in whole units of the currency's smallest. Unit: the calculated currency. */
export function sumPayments(payments: readonly IncomePayment[], currency: string): PaymentSum {
  const scale = 10 ** currencyDecimals(currency)
  let units = 0
  let leftOut = 0
  for (const { calculated } of payments)
    if (calculated === null) leftOut += 1
    else units += Math.round(calculated * scale)
  return { sum: leftOut > 0 && units === 0 ? null : units / scale, leftOut }
}

import type { EventType } from '@plumbline/contract'
import { addMonths, type Day, dateParts, dayFromParts, parseDay, toIsoDate } from '@plumbline/engine'
import { tradingDayFrom } from '../calendar.ts'
import { seedFromName, wholeBetween } from '../chance.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import { couponDays } from '../ledger/coupons.ts'
import type { DemoMarket } from '../market/market.ts'
import { dividendsIn } from '../plans/dividends.ts'
import { lentAmount, mortgageAmount, repaidPerQuarter } from '../plans/loans.ts'
import { findAsset } from '../plans/manual-assets.ts'
import { capitalCalls, fundPlans } from '../plans/private-equity.ts'

/** Something that the calendar of an instrument says. */
export interface WorldEvent {
  readonly instrument: string
  readonly type: EventType
  readonly day: Day
  /** Of one unit of quantity, or of the whole position where `per` says so; negative where money is to be paid. */
  readonly amount: string | null
  readonly isEstimated: boolean
  readonly details: Readonly<Record<string, unknown>>
}

/** The calendar begins here: a present before that does not exist. */
const calendarFrom: Day = parseDay('2025-07-01')
/** How far ahead it is known. */
export const daysAhead = 340

/** The calendar of every instrument from the first day that is kept until some time after the present. */
export function eventsUntil(market: DemoMarket): WorldEvent[] {
  const until = market.asOf + daysAhead
  return [
    ...market.instruments.flatMap(fact => listEvents(fact, until)),
    ...capitalCallEvents(),
    ...loanPayments(until),
  ]
    .filter(event => event.day >= calendarFrom && event.day <= until)
    .filter(event => market.fact(event.instrument).listed <= market.asOf)
    .sort((a, b) => a.day - b.day || compare(a.instrument, b.instrument) || compare(a.type, b.type))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function listEvents(fact: InstrumentFact, until: Day): WorldEvent[] {
  const years: number[] = []
  for (let { year } = dateParts(calendarFrom); year <= dateParts(until).year; year += 1) years.push(year)
  return [
    ...years.flatMap(year => dividendEvents(fact, year)),
    ...(fact.type === 'equity' && fact.lastQuote === null ? years.flatMap(year => earnings(fact, year)) : []),
    ...couponEvents(fact),
    ...expiryEvents(fact),
    ...fact.splits.map(
      (split): WorldEvent => ({
        instrument: fact.key,
        type: 'split',
        day: parseDay(split.date),
        amount: null,
        isEstimated: false,
        details: { numerator: split.numerator, denominator: split.denominator },
      }),
    ),
  ]
}

function dividendEvents(fact: InstrumentFact, year: number): WorldEvent[] {
  return dividendsIn(fact, year).flatMap(({ exDay, payDay, perShare, isAnnounced }) => {
    const common = { instrument: fact.key, amount: String(perShare), isEstimated: !isAnnounced }
    return [
      { ...common, type: 'ex_dividend' as const, day: exDay, details: { per: 'unit' } },
      {
        ...common,
        type: 'dividend' as const,
        day: payDay,
        details: { per: 'unit', ex_date: toIsoDate(exDay) },
      },
    ]
  })
}

/** Swiss companies report twice a year, others every quarter. */
function earnings(fact: InstrumentFact, year: number): WorldEvent[] {
  const months = fact.country === 'CH' ? [2, 7] : [1, 4, 7, 10]
  const seed = seedFromName(`earnings/${fact.key}`)
  return months.map((month, index) => ({
    instrument: fact.key,
    type: 'earnings',
    day: tradingDayFrom(dayFromParts(year, month, wholeBetween(seed, month, 14, 29))),
    amount: null,
    isEstimated: true,
    details: { of: months.length === 2 ? `half-year ${2 - index}` : `quarter ${index === 0 ? 4 : index}` },
  }))
}

function couponEvents(fact: InstrumentFact): WorldEvent[] {
  const plan = fact.coupons
  if (!plan) return []
  const amount = String(Number((plan.rate / plan.perYear).toFixed(8)))
  const common = { instrument: fact.key, isEstimated: false, details: { per: 'unit' } }
  return [
    ...couponDays(plan).map(day => ({ ...common, type: 'coupon' as const, day, amount })),
    { ...common, type: 'maturity', day: plan.maturity, amount: '1' },
  ]
}

const expiryTypes: Readonly<Record<string, EventType>> = {
  option: 'option_expiry',
  future: 'future_expiry',
  fx_forward: 'forward_expiry',
}

function expiryEvents(fact: InstrumentFact): WorldEvent[] {
  const type = expiryTypes[fact.type]
  if (!type || fact.expiration === null) return []
  return [{ instrument: fact.key, type, day: fact.expiration, amount: null, isEstimated: false, details: {} }]
}

function capitalCallEvents(): WorldEvent[] {
  return fundPlans.flatMap(plan =>
    capitalCalls(plan).map(
      ({ day, share }): WorldEvent => ({
        instrument: plan.asset,
        type: 'capital_call',
        day,
        amount: String(-Math.round(plan.commitment * share)),
        isEstimated: true,
        details: { per: 'position', share_of_commitment: share },
      }),
    ),
  )
}

/** Interest and repayment at the end of every quarter until the loan ends. */
function loanPayments(until: Day): WorldEvent[] {
  return ['MORTGAGE', 'LOANMA'].flatMap(key => {
    const { fact } = findAsset(key)
    const rate = Number(fact.terms.interest_rate)
    const isBorrowed = fact.terms.side === 'borrowed'
    const events: WorldEvent[] = []
    let outstanding = isBorrowed ? mortgageAmount : lentAmount
    for (let day = firstQuarterEnd(fact.listed + 60); day <= Math.min(until, fact.expiration ?? until); ) {
      const interest = (outstanding * rate) / 4
      const amount = isBorrowed ? -(interest + repaidPerQuarter) : interest
      events.push({
        instrument: key,
        type: 'loan_payment',
        day,
        amount: amount.toFixed(2),
        isEstimated: false,
        details: { per: 'position' },
      })
      if (isBorrowed) outstanding -= repaidPerQuarter
      day = firstQuarterEnd(day + 1)
    }
    return events
  })
}

function firstQuarterEnd(day: Day): Day {
  const { year, month } = dateParts(day)
  const quarterMonth = Math.ceil(month / 3) * 3
  const end = dayFromParts(year, quarterMonth, 31)
  return end >= day ? end : addMonths(end, 3)
}

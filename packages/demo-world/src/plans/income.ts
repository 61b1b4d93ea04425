import { type Day, partsOf } from '@plumbline/engine'
import { falls, type Turn, tradingDayFrom } from '../calendar.ts'
import { moneyOf, scaled } from '../decimals.ts'
import { withholdingRate } from '../desk/charges.ts'
import { couponDays, couponOn } from '../desk/coupons.ts'
import { type Desk, type Ledger, ledgerOf, quantityOf } from '../desk/desk.ts'
import { bookIncome } from '../desk/income.ts'
import { trade } from '../desk/trades.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import { type Dividend, dividendDigits, dividendsIn } from './dividends.ts'

/** Where a family pays its taxes. */
const homes: Readonly<Record<string, string>> = {
  'aebi-laurent': 'CH',
  'moreau-brandt': 'FR',
  'hargrove-tan': 'US',
}

/** A dividend that was earned and will be paid. */
interface Entitlement {
  readonly account: string
  readonly instrument: string
  readonly units: number
  readonly perShare: number
  readonly exDay: Day
  readonly payDay: Day
}

/** What is paid when, and who is owed a dividend between the ex-day and the pay day. */
export interface IncomeCalendar {
  readonly dividends: ReadonlyMap<Day, readonly (Dividend & { readonly fact: InstrumentFact })[]>
  /** Coupons by the trading day on which they are paid. */
  readonly coupons: ReadonlyMap<Day, readonly InstrumentFact[]>
  owed: Entitlement[]
}

export function openIncomeCalendar(instruments: readonly InstrumentFact[], until: Day): IncomeCalendar {
  const years = partsOf(until).year - firstPlanYear + 1
  const dividends = instruments.flatMap(fact =>
    Array.from({ length: years }, (_, index) => dividendsIn(fact, firstPlanYear + index)).flatMap(list =>
      list.map(dividend => ({ ...dividend, fact })),
    ),
  )
  const coupons = instruments.flatMap(fact =>
    fact.coupons ? couponDays(fact.coupons).map(due => ({ fact, day: tradingDayFrom(due) })) : [],
  )
  return {
    dividends: Map.groupBy(dividends, ({ exDay }) => exDay),
    coupons: new Map(
      [...Map.groupBy(coupons, ({ day }) => day)].map(([day, list]) => [day, list.map(({ fact }) => fact)]),
    ),
    owed: [],
  }
}

const firstPlanYear = 2017

/** Goes before the trades of the day: what is held now was held the evening before. */
export function collectIncome(desk: Desk, calendar: IncomeCalendar, turn: Turn): void {
  for (const { fact, exDay, payDay, perShare } of calendar.dividends.get(turn.day) ?? [])
    for (const ledger of desk.ledgers.values()) {
      const units = ledger.held.get(fact.key)?.units ?? 0
      if (units === 0) continue
      calendar.owed.push({ account: ledger.fact.key, instrument: fact.key, units, perShare, exDay, payDay })
    }
  payDividends(desk, calendar, turn)
  for (const fact of calendar.coupons.get(turn.day) ?? []) payCoupons(desk, fact, turn)
}

function payDividends(desk: Desk, calendar: IncomeCalendar, turn: Turn): void {
  const isDue = (owed: Entitlement): boolean => owed.payDay <= turn.day
  for (const owed of calendar.owed.filter(isDue)) {
    const ledger = ledgerOf(desk, owed.account)
    const fact = desk.market.fact(owed.instrument)
    bookIncome(desk, ledger, {
      type: 'dividend',
      instrument: fact.key,
      amount: moneyOf(
        fact.currency,
        { units: BigInt(owed.units), scale: fact.quantityDecimals },
        scaled(owed.perShare, dividendDigits(fact, owed.perShare)),
      ),
      taxRate: withholdingRate(fact, homes[ledger.fact.family] ?? ''),
      exDay: owed.exDay,
    })
  }
  calendar.owed = calendar.owed.filter(owed => !isDue(owed))
}

/** Coupons of bonds and notes, and their redemption with the last one. */
function payCoupons(desk: Desk, fact: InstrumentFact, turn: Turn): void {
  for (const ledger of desk.ledgers.values()) {
    const units = ledger.held.get(fact.key)?.units ?? 0
    if (units === 0) continue
    payCoupon(desk, ledger, fact, units)
    if (fact.coupons && falls(turn, fact.coupons.maturity))
      trade(desk, ledger, {
        instrument: fact.key,
        units: -units,
        price: 100,
        type: 'redemption',
        isFree: true,
      })
  }
}

function payCoupon(desk: Desk, ledger: Ledger, fact: InstrumentFact, units: number): void {
  bookIncome(desk, ledger, {
    type: 'coupon',
    instrument: fact.key,
    amount: couponOn(fact, quantityOf(fact, units)),
    taxRate: withholdingRate(fact, homes[ledger.fact.family] ?? ''),
  })
}

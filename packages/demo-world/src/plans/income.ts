import { type Day, dateParts } from '@plumbline/engine'
import { falls, type Turn, tradingDayFrom } from '../calendar.ts'
import { multiplyMoney, scaled } from '../decimals.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import { withholdingRate } from '../ledger/charges.ts'
import { couponDays, couponOn } from '../ledger/coupons.ts'
import { postIncome } from '../ledger/income.ts'
import { findLedger, type Ledger, type LedgerWriter, toQuantity } from '../ledger/ledger-writer.ts'
import { trade } from '../ledger/trades.ts'
import { type Dividend, dividendDigits, dividendsIn } from './dividends.ts'

/** Tax domicile of each family. */
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
  const years = dateParts(until).year - firstPlanYear + 1
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
export function collectIncome(writer: LedgerWriter, calendar: IncomeCalendar, turn: Turn): void {
  for (const { fact, exDay, payDay, perShare } of calendar.dividends.get(turn.day) ?? [])
    for (const ledger of writer.ledgers.values()) {
      const units = ledger.held.get(fact.key)?.units ?? 0
      if (units === 0) continue
      calendar.owed.push({ account: ledger.fact.key, instrument: fact.key, units, perShare, exDay, payDay })
    }
  payDividends(writer, calendar, turn)
  for (const fact of calendar.coupons.get(turn.day) ?? []) payCoupons(writer, fact, turn)
}

function payDividends(writer: LedgerWriter, calendar: IncomeCalendar, turn: Turn): void {
  const isDue = (owed: Entitlement): boolean => owed.payDay <= turn.day
  for (const owed of calendar.owed.filter(isDue)) {
    const ledger = findLedger(writer, owed.account)
    const fact = writer.market.fact(owed.instrument)
    postIncome(writer, ledger, {
      type: 'dividend',
      instrument: fact.key,
      amount: multiplyMoney(
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
function payCoupons(writer: LedgerWriter, fact: InstrumentFact, turn: Turn): void {
  for (const ledger of writer.ledgers.values()) {
    const units = ledger.held.get(fact.key)?.units ?? 0
    if (units === 0) continue
    payCoupon(writer, ledger, fact, units)
    if (fact.coupons && falls(turn, fact.coupons.maturity))
      trade(writer, ledger, {
        instrument: fact.key,
        units: -units,
        price: 100,
        type: 'redemption',
        isFree: true,
      })
  }
}

function payCoupon(writer: LedgerWriter, ledger: Ledger, fact: InstrumentFact, units: number): void {
  postIncome(writer, ledger, {
    type: 'coupon',
    instrument: fact.key,
    amount: couponOn(fact, toQuantity(fact, units)),
    taxRate: withholdingRate(fact, homes[ledger.fact.family] ?? ''),
  })
}

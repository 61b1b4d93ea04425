import {
  accruedInterest,
  addMonths,
  type CouponTerms,
  type Instrument,
  interestPeriods,
  type Transaction,
} from '../../packages/engine/src/index.ts'
import { rounded } from './portfolio.ts'

/** A transaction without its id, account and sequence. */
export type Draft = Omit<Transaction, 'id' | 'account' | 'sequence'>

/** The inputs for the transactions of one instrument. */
export interface Holding {
  readonly instrument: Instrument
  /** First and last trading day. */
  readonly from: number
  readonly to: number
  readonly closeOn: (day: number) => number
  readonly draw: () => number
  /** Number of trades. */
  readonly trades: number
}

const days = ({ from, to, draw, trades }: Holding): number[] =>
  Array.from({ length: trades }, () => from + Math.floor(draw() * (to - from))).sort((a, b) => a - b)

/** Shares and similar instruments: partial purchases and sales, with dividends. */
export function shareTransactions(holding: Holding): Draft[] {
  const { instrument, closeOn, draw } = holding
  let held = 0
  return days(holding).map(day => {
    const kind = draw()
    const price = rounded(closeOn(day) * (0.995 + draw() * 0.01), 10_000)
    const common = { day, instrument: instrument.id }
    if (held > 0 && kind < 0.2)
      return { ...common, type: 'dividend', amount: rounded(held * price * 0.008, 100), exDay: day - 2 }
    const sold = Math.max(1, Math.floor(held * draw()))
    const quantity = held > 10 && kind < 0.5 ? -sold : 1 + Math.floor(draw() * 100)
    held += quantity
    return { ...common, type: 'trade', quantity, price, fees: rounded(draw() * 10, 100) }
  })
}

/** Bonds: traded in thousands with accrued interest, coupons on their due days, redemption at maturity. */
export function bondTransactions(holding: Holding, terms: CouponTerms): Draft[] {
  const { instrument, closeOn, draw, to } = holding
  const common = { instrument: instrument.id }
  const coupons = interestPeriods(terms, holding.from, to)
  const accruals = coupons
    .filter(period => period.to <= to)
    .map(period => ({ day: period.to, amount: period.amount }))
  const occasions = [...days(holding).map(day => ({ day, amount: null })), ...accruals].sort(
    (a, b) => a.day - b.day,
  )
  let held = 0
  const drafts = occasions.flatMap(({ day, amount }): Draft[] => {
    if (amount !== null)
      return held === 0 ? [] : [{ ...common, day, type: 'coupon', amount: rounded(held * amount, 100) }]
    const quantity = held > 20_000 && draw() < 0.4 ? -10_000 : 10_000 + 1000 * Math.floor(draw() * 40)
    held += quantity
    const accrued = rounded(Math.abs(quantity) * accruedInterest(terms, day), 100)
    return [{ ...common, day, type: 'trade', quantity, price: rounded(closeOn(day), 1000), accrued }]
  })
  return terms.maturity > to || held === 0
    ? drafts
    : [...drafts, { ...common, day: terms.maturity, type: 'redemption', quantity: -held, price: 100 }]
}

/** Options that are bought or written and expire, futures that are closed, forwards that are settled. */
export function contractTransactions({ instrument, from, to, closeOn, draw }: Holding): Draft[] {
  const quantity = (1 + Math.floor(draw() * 9)) * (draw() < 0.5 ? -1 : 1)
  const common = { instrument: instrument.id }
  if (instrument.type === 'fx_forward') {
    const price = rounded(closeOn(from), 10_000)
    const [base, quoted] = [10_000 * Math.abs(quantity), rounded(10_000 * Math.abs(quantity) * price, 100)]
    const [own, other] = [instrument.currency, instrument.baseCurrency ?? '']
    const legs =
      quantity > 0
        ? { currency: own, net: quoted, counterCurrency: other, counterAmount: base }
        : { currency: other, net: base, counterCurrency: own, counterAmount: quoted }
    return [
      { ...common, day: from, type: 'trade', quantity: quantity * 10_000, price },
      { ...common, day: to, type: 'fx', ...legs },
    ]
  }
  const price = rounded(closeOn(from), 100)
  const end = instrument.type === 'option' ? 0 : rounded(closeOn(to), 100)
  return [
    { ...common, day: from, type: 'trade', quantity, price, fees: 12.5 },
    { ...common, day: to, type: 'expiry', quantity: -quantity, price: end },
  ]
}

/** Loans: drawn once, quarterly interest, yearly repayments. */
export function loanTransactions({ instrument, from, to, draw }: Holding, rate: number): Draft[] {
  const side = draw() < 0.5 ? -1 : 1
  let owed = 100_000 + 10_000 * Math.floor(draw() * 40)
  const common = { instrument: instrument.id }
  const drafts: Draft[] = [{ ...common, day: from, type: 'trade', quantity: side * owed, price: 1 }]
  for (let quarter = 1; addMonths(from, quarter * 3) <= to; quarter += 1) {
    const day = addMonths(from, quarter * 3)
    drafts.push({ ...common, day, type: 'interest', amount: rounded((side * owed * rate) / 4, 100) })
    const repaid = quarter % 4 === 0 && owed > 20_000 ? 10_000 : 0
    if (repaid > 0) drafts.push({ ...common, day, type: 'trade', quantity: -side * repaid, price: 1 })
    owed -= repaid
  }
  return drafts
}

/** Private equity funds: capital calls, quarterly valuations, distributions later on. */
export function fundTransactions({ instrument, from, to, draw }: Holding): Draft[] {
  const common = { instrument: instrument.id }
  const drafts: Draft[] = []
  let value = 0
  for (let quarter = 0; addMonths(from, quarter * 3) <= to; quarter += 1) {
    const day = addMonths(from, quarter * 3)
    if (quarter < 16) {
      const amount = 10_000 + 1000 * Math.floor(draw() * 20)
      value += amount
      drafts.push({ ...common, day, type: 'capital_call', amount })
    } else if (quarter % 3 === 0) {
      const amount = rounded(value * 0.04, 100)
      drafts.push({ ...common, day, type: 'distribution', amount })
    }
    value = rounded(value * (0.98 + draw() * 0.06), 100)
    drafts.push({ ...common, day: day + 1, type: 'valuation', amount: value })
  }
  return drafts
}

import type { BreakCause } from '@plumbline/contract'
import { centTolerance, type Difference, roundCents } from './difference.ts'
import {
  addition,
  type Explanation,
  explain,
  type Hypothesis,
  reason,
  withheldShares,
} from './explanation.ts'
import { findPostedCauses } from './posted-causes.ts'

type Cash = Readonly<Record<string, number>>

/** Rates of conversions differ from the market's by the bank's margin. */
const conversionMargin = 0.03
const maxCandidates = 5
const maxResults = 4

/** Many combinations of holdings leave the same cash. */
const explained = new WeakMap<Difference, Map<string, Hypothesis[]>>()

/** Explains balances that differ, currency by currency, the most likely first. */
export function findCashCauses(difference: Difference, left: Cash): Hypothesis[] {
  const known = explained.get(difference) ?? new Map<string, Hypothesis[]>()
  explained.set(difference, known)
  const key = JSON.stringify(Object.entries(left).sort())
  const found = known.get(key) ?? explainCash(difference, left)
  known.set(key, found)
  return found
}

function explainCash(difference: Difference, left: Cash): Hypothesis[] {
  const currency = Object.keys(left)
    .filter(each => Math.abs(left[each] ?? 0) > centTolerance)
    .sort()[0]
  if (currency === undefined) return [{ explanations: [], cost: 0 }]
  const wanted = roundCents(left[currency] ?? 0)
  const candidates = listCandidates(difference, left, currency, wanted)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, maxCandidates)
  const found = candidates.flatMap(candidate =>
    findCashCauses(difference, subtract(left, candidate.cash)).map(({ explanations, cost }) => ({
      explanations: [candidate, ...explanations],
      cost: cost + candidate.cost,
    })),
  )
  return found.sort((a, b) => a.cost - b.cost).slice(0, maxResults)
}

function subtract(left: Cash, cash: Cash): Cash {
  return Object.fromEntries(
    Object.entries(left).map(([currency, amount]) => [currency, roundCents(amount - (cash[currency] ?? 0))]),
  )
}

function listCandidates(difference: Difference, left: Cash, currency: string, wanted: number): Explanation[] {
  const key = cashKey(difference, currency)
  const posted = findPostedCauses(difference, {
    key,
    wanted,
    // A transaction with units would change a holding that the statement confirms.
    read: each =>
      (each.units === 0 && each.splitRatio === null) || !difference.statesHoldings
        ? (each.cash[currency] ?? 0)
        : 0,
    isSame: (a, b) => Math.abs(a - b) <= centTolerance,
  }).filter(({ cash }) => isWithin(cash, left))
  return [
    ...posted,
    ...findConversions(difference, left, currency, wanted),
    ...findIncome(difference, currency, wanted),
    ...findCharges(difference, currency, wanted),
    ...findPayments(difference, currency, wanted),
  ]
}

export function cashKey(difference: Difference, currency: string): string {
  return difference.lines.find(each => each.instrument === null && each.currency === currency)?.key ?? ''
}

/** Whether the cash of other currencies is explained with it, and not made worse. */
function isWithin(cash: Cash, left: Cash): boolean {
  return Object.entries(cash).every(
    ([currency, amount]) =>
      left[currency] === undefined || Math.abs(left[currency] - amount) <= Math.abs(left[currency]),
  )
}

function posted(
  { account, date }: Difference,
  facts: { transaction_type: string; currency: string; amount: string } & Record<string, string>,
  cash: Cash,
) {
  return [addition({ account_id: account, date, ...facts }, cash)]
}

/** One currency less, another more, at about the market's rate. */
function findConversions(
  difference: Difference,
  left: Cash,
  currency: string,
  wanted: number,
): Explanation[] {
  return Object.entries(left).flatMap(([other, amount]): Explanation[] => {
    if (other === currency || amount * wanted >= 0) return []
    const rate = difference.rate(currency, other)
    if (!(Math.abs(-amount / wanted / rate - 1) <= conversionMargin)) return []
    const [paid, received] = wanted < 0 ? [currency, other] : [other, currency]
    const [less, more] = wanted < 0 ? [-wanted, amount] : [-amount, wanted]
    const cash = { [paid]: -less, [received]: more }
    const facts = {
      transaction_type: 'fx',
      currency: paid,
      amount: String(less),
      counter_currency: received,
      counter_amount: String(more),
    }
    return [
      explain('missing_conversion', [cashKey(difference, currency), cashKey(difference, other)], 0.8, {
        cash,
        changes: posted(difference, facts, cash),
        reasons: [reason('conversion', { currency: paid, other: received, rate: more / less })],
      }),
    ]
  })
}

/** Payments that the calendar announces, or that the instrument made before, net of usual taxes. */
function findIncome(difference: Difference, currency: string, wanted: number): Explanation[] {
  if (wanted <= 0) return []
  return difference.income.flatMap((each): Explanation[] => {
    if (each.currency !== currency || each.amount <= 0) return []
    const tax = [0, ...withheldShares]
      .map(share => roundCents(each.amount * share))
      .find(taxes => Math.abs(each.amount - taxes - wanted) <= 0.02)
    if (tax === undefined && Math.abs(wanted / each.amount - 1) > 0.01) return []
    const taxes = roundCents(tax ?? 0)
    const facts = {
      transaction_type: each.kind,
      currency,
      amount: String(roundCents(wanted + taxes)),
      taxes: String(taxes),
      instrument_id: each.instrument,
      date: each.date,
    }
    return [
      explain('missing_income', [cashKey(difference, currency)], each.source === 'calendar' ? 0.5 : 0.9, {
        cash: { [currency]: wanted },
        changes: posted(difference, facts, { [currency]: wanted }),
        reasons: [
          reason(each.source === 'calendar' ? 'income_calendar' : 'income_habit', {
            name: each.name,
            date: each.date,
            amount: each.amount,
            currency,
          }),
          ...(taxes > 0 ? [reason('with_tax', { amount: taxes, currency })] : []),
        ],
      }),
    ]
  })
}

/** Fees and taxes that were charged, by what was charged before and by their size. */
function findCharges(difference: Difference, currency: string, wanted: number): Explanation[] {
  if (wanted >= 0) return []
  const amount = -wanted
  const own = difference.transactions.filter(
    each => each.account === difference.account && each.date <= difference.date,
  )
  const charge = (type: 'fees_cash' | 'tax', cost: number, code: string, values = {}) =>
    explain(type === 'tax' ? 'missing_tax' : 'missing_fee', [cashKey(difference, currency)], cost, {
      cash: { [currency]: wanted },
      changes: posted(
        difference,
        { transaction_type: type, currency, amount: String(amount) },
        { [currency]: wanted },
      ),
      reasons: [reason(code, { amount, currency, ...values })],
    })
  const habit = own.find(
    ({ row, cash }) =>
      row.transaction_type === 'fees_cash' && Math.abs((cash[currency] ?? 0) / wanted - 1) <= 0.25,
  )
  const taxed = own.find(
    ({ row, cash }) =>
      ['dividend', 'coupon', 'interest'].includes(row.transaction_type) &&
      Number(row.taxes) === 0 &&
      withheldShares.some(share => Math.abs((cash[currency] ?? 0) * share - amount) <= 0.02),
  )
  return [
    ...(taxed ? [charge('tax', 0.9, 'tax_of_income', { date: taxed.date })] : []),
    habit
      ? charge('fees_cash', 0.7, 'fee_habit', { date: habit.date })
      : charge('fees_cash', feeCost(difference, amount), 'fee_size'),
  ]
}

/** Custody fees of a quarter are up to 0.75 % of an account; large round amounts are payments. */
function feeCost({ value }: Difference, amount: number): number {
  const isUsual = amount <= Math.max(100, 0.0075 * Math.abs(value))
  if (!isUsual) return 3.4
  return isRound(amount) ? 1.7 : 1.4
}

const isRound = (amount: number) => amount >= 500 && amount % 50 === 0

/** Interest, deposits and withdrawals. */
function findPayments(difference: Difference, currency: string, wanted: number): Explanation[] {
  const { value } = difference
  const pay = (cause: BreakCause, type: string, cost: number, code: string) =>
    explain(cause, [cashKey(difference, currency)], cost, {
      cash: { [currency]: wanted },
      changes: posted(
        difference,
        { transaction_type: type, currency, amount: String(Math.abs(wanted)) },
        { [currency]: wanted },
      ),
      reasons: [reason(code, { amount: Math.abs(wanted), currency })],
    })
  const flow = pay(
    'missing_cash_flow',
    wanted > 0 ? 'deposit' : 'withdrawal',
    isRound(Math.abs(wanted)) ? 1.5 : 2.2,
    isRound(Math.abs(wanted)) ? 'flow_round' : 'flow_other',
  )
  const isSmall = wanted > 0 && wanted <= Math.max(50, 0.002 * Math.abs(value))
  return isSmall && !isRound(wanted)
    ? [pay('missing_income', 'interest', 1.8, 'interest_size'), flow]
    : [flow]
}

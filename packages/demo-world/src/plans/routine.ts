import { toIsoDate } from '@plumbline/engine'
import { falls, fallsMonthly, on, quarterEnds, type Turn } from '../calendar.ts'
import { type Minor, toMajor, toMinor } from '../decimals.ts'
import { postCharge, postInterest } from '../ledger/income.ts'
import {
  heldUnits,
  holdingValue,
  type Ledger,
  type LedgerWriter,
  worthInBase,
} from '../ledger/ledger-writer.ts'
import { depositMoney, provide, withdrawMoney } from '../ledger/money.ts'
import { trade, unitsFor } from '../ledger/trades.ts'
import type { WorldTransaction } from '../ledger/world-transaction.ts'
import { cashRateOn } from '../market/yields.ts'
import type { AccountPlan } from './plan.ts'
import { makeRoom } from './review.ts'

/** Money from outside: single payments, and what is saved every month. */
export function receiveFunding(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  for (const { date, currency, amount, note } of plan.funding)
    if (falls(turn, on(date))) depositMoney(writer, ledger, currency, toMinor(currency, amount), note)
  const due = (plan.savings ?? []).filter(
    saving =>
      turn.day >= on(saving.from) &&
      (saving.to === undefined || turn.day <= on(saving.to)) &&
      fallsMonthly(turn, saving.dayOfMonth),
  )
  if (due.length === 0) return
  const { base } = ledger.fact
  const sum = due.reduce((total, saving) => total + saving.amount, 0)
  depositMoney(writer, ledger, base, toMinor(base, sum), 'Savings plan')
  for (const saving of due) {
    const fact = writer.market.fact(saving.instrument)
    // A savings plan rounds down to whole shares, and what is left waits for the next month.
    const units = unitsFor(writer, fact, saving.amount * 0.985, base)
    if (units > 0) trade(writer, ledger, { instrument: saving.instrument, units, note: 'Savings plan' })
  }
}

/** Money that leaves at regular times, if it is there. */
export function payAllowances(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  const { base } = ledger.fact
  for (const allowance of plan.allowances ?? []) {
    if (turn.day < on(allowance.from)) continue
    if (!fallsMonthly(turn, allowance.dayOfMonth, allowance.months)) continue
    const years = turn.year - Number(allowance.from.slice(0, 4))
    const amount = Math.round((allowance.amount * (1 + allowance.growth) ** years) / 500) * 500
    makeRoom(writer, ledger, plan, amount * 1.01)
    if (provide(writer, ledger, base, toMinor(base, amount)))
      withdrawMoney(writer, ledger, base, toMinor(base, amount), allowance.note)
  }
}

/** Francs cost their owner money only above this amount. */
const freeOfNegativeInterest = 150_000

/** Interest on balances at the end of a quarter, and on what a margin account owes at the end of a month. */
export function settleInterest(writer: LedgerWriter, ledger: Ledger, turn: Turn): void {
  if (!ledger.custodian || !fallsMonthly(turn, 31)) return
  const { date } = turn
  const isQuarterEnd = fallsMonthly(turn, 31, quarterEnds)
  for (const [currency, amount] of [...ledger.cash]) {
    const balance = toMajor(currency, amount)
    const rate = cashRateOn(currency, date)
    if (balance < 0)
      postInterest(
        writer,
        ledger,
        currency,
        toMinor(currency, (balance * debitRate(date)) / 12),
        'Debit interest',
      )
    if (balance <= 0 || !isQuarterEnd) continue
    const charged = rate < 0 ? Math.max(0, balance - freeOfNegativeInterest) : balance
    const interest = toMinor(currency, (charged * rate) / 4)
    if (Math.abs(toMajor(currency, interest)) >= 1)
      postInterest(writer, ledger, currency, interest, 'Interest')
  }
}

function debitRate(date: string): number {
  return date < '2022-07-01' ? 0.019 : 0.061
}

const retrocession = 0.0035

/** What the custodian charges at the end of a quarter, and what it passes on from the funds twice a year. */
export function settleFees(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  const { custodian, fact } = ledger
  if (!custodian || !fallsMonthly(turn, 31, quarterEnds)) return
  const { base } = fact
  const charge = (Math.max(0, worthInBase(writer, ledger)) * custodian.custodyBps) / 10_000 / 4
  if (charge >= 1) {
    const amount = toMinor(base, charge)
    if (!provide(writer, ledger, base, amount)) makeRoom(writer, ledger, plan, charge * 2)
    if (provide(writer, ledger, base, amount))
      postCharge(writer, ledger, 'fees_cash', base, amount, { note: 'Custody and administration' })
  }
  if (!fallsMonthly(turn, 31, [6, 12])) return
  let inFunds = 0
  for (const key of ledger.held.keys())
    if (writer.market.fact(key).type === 'fund' && heldUnits(ledger, key) > 0)
      inFunds += holdingValue(writer, ledger, key, base)
  const passedOn = toMinor(base, (inFunds * retrocession) / 2)
  if (passedOn > 0n)
    postCharge(writer, ledger, 'trailer_fees', base, passedOn, { note: 'Retrocession of funds' })
}

/** Swiss withholding tax comes back to who declares the income: last year's, in summer. */
export function refundTaxes(writer: LedgerWriter, ledger: Ledger, turn: Turn): void {
  if (ledger.fact.family !== 'aebi-laurent' || !fallsMonthly(turn, 24, [7])) return
  const { year } = turn
  const kept = new Map<string, Minor>()
  for (const transaction of writer.transactions)
    if (isSwissWithholding(writer, ledger, transaction, year - 1)) {
      const before = kept.get(transaction.currency) ?? 0n
      kept.set(transaction.currency, before + toMinor(transaction.currency, Number(transaction.taxes)))
    }
  for (const [currency, amount] of kept)
    postCharge(writer, ledger, 'tax', currency, -amount, { note: `Refund of withholding tax ${year - 1}` })
}

function isSwissWithholding(
  writer: LedgerWriter,
  ledger: Ledger,
  transaction: WorldTransaction,
  year: number,
): boolean {
  return (
    transaction.account === ledger.fact.key &&
    (transaction.type === 'dividend' || transaction.type === 'coupon') &&
    transaction.taxes !== '0' &&
    toIsoDate(transaction.day).startsWith(String(year)) &&
    writer.market.fact(transaction.instrument ?? '').country === 'CH'
  )
}

import { isoOf } from '@plumbline/engine'
import { falls, fallsMonthly, on, quarterEnds, type Turn } from '../calendar.ts'
import { type Minor, measured, minorOf } from '../decimals.ts'
import type { WorldBooking } from '../desk/booking.ts'
import { type Desk, holdingValue, type Ledger, unitsOf, worthInBase } from '../desk/desk.ts'
import { bookCharge, bookInterest } from '../desk/income.ts'
import { depositMoney, provide, withdrawMoney } from '../desk/money.ts'
import { trade, unitsFor } from '../desk/trades.ts'
import { cashRateOn } from '../market/yields.ts'
import type { AccountPlan } from './plan.ts'
import { makeRoom } from './review.ts'

/** Money from outside: single payments, and what is saved every month. */
export function receiveFunding(desk: Desk, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  for (const { date, currency, amount, note } of plan.funding)
    if (falls(turn, on(date))) depositMoney(desk, ledger, currency, minorOf(currency, amount), note)
  const due = (plan.savings ?? []).filter(
    saving =>
      turn.day >= on(saving.from) &&
      (saving.to === undefined || turn.day <= on(saving.to)) &&
      fallsMonthly(turn, saving.dayOfMonth),
  )
  if (due.length === 0) return
  const { base } = ledger.fact
  const sum = due.reduce((total, saving) => total + saving.amount, 0)
  depositMoney(desk, ledger, base, minorOf(base, sum), 'Savings plan')
  for (const saving of due) {
    const fact = desk.market.fact(saving.instrument)
    // A savings plan rounds down to whole shares, and what is left waits for the next month.
    const units = unitsFor(desk, fact, saving.amount * 0.985, base)
    if (units > 0) trade(desk, ledger, { instrument: saving.instrument, units, note: 'Savings plan' })
  }
}

/** Money that leaves at regular times, if it is there. */
export function payAllowances(desk: Desk, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  const { base } = ledger.fact
  for (const allowance of plan.allowances ?? []) {
    if (turn.day < on(allowance.from)) continue
    if (!fallsMonthly(turn, allowance.dayOfMonth, allowance.months)) continue
    const years = turn.year - Number(allowance.from.slice(0, 4))
    const amount = Math.round((allowance.amount * (1 + allowance.growth) ** years) / 500) * 500
    makeRoom(desk, ledger, plan, amount * 1.01)
    if (provide(desk, ledger, base, minorOf(base, amount)))
      withdrawMoney(desk, ledger, base, minorOf(base, amount), allowance.note)
  }
}

/** Francs cost their owner money only above this amount. */
const freeOfNegativeInterest = 150_000

/** Interest on balances at the end of a quarter, and on what a margin account owes at the end of a month. */
export function settleInterest(desk: Desk, ledger: Ledger, turn: Turn): void {
  if (!ledger.custodian || !fallsMonthly(turn, 31)) return
  const { date } = turn
  const isQuarterEnd = fallsMonthly(turn, 31, quarterEnds)
  for (const [currency, amount] of [...ledger.cash]) {
    const balance = measured(currency, amount)
    const rate = cashRateOn(currency, date)
    if (balance < 0)
      bookInterest(
        desk,
        ledger,
        currency,
        minorOf(currency, (balance * debitRate(date)) / 12),
        'Debit interest',
      )
    if (balance <= 0 || !isQuarterEnd) continue
    const charged = rate < 0 ? Math.max(0, balance - freeOfNegativeInterest) : balance
    const interest = minorOf(currency, (charged * rate) / 4)
    if (Math.abs(measured(currency, interest)) >= 1)
      bookInterest(desk, ledger, currency, interest, 'Interest')
  }
}

function debitRate(date: string): number {
  return date < '2022-07-01' ? 0.019 : 0.061
}

const retrocession = 0.0035

/** What the custodian charges at the end of a quarter, and what it passes on from the funds twice a year. */
export function settleFees(desk: Desk, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  const { custodian, fact } = ledger
  if (!custodian || !fallsMonthly(turn, 31, quarterEnds)) return
  const { base } = fact
  const charge = (Math.max(0, worthInBase(desk, ledger)) * custodian.custodyBps) / 10_000 / 4
  if (charge >= 1) {
    const amount = minorOf(base, charge)
    if (!provide(desk, ledger, base, amount)) makeRoom(desk, ledger, plan, charge * 2)
    if (provide(desk, ledger, base, amount))
      bookCharge(desk, ledger, 'fees_cash', base, amount, { note: 'Custody and administration' })
  }
  if (!fallsMonthly(turn, 31, [6, 12])) return
  let inFunds = 0
  for (const key of ledger.held.keys())
    if (desk.market.fact(key).type === 'fund' && unitsOf(ledger, key) > 0)
      inFunds += holdingValue(desk, ledger, key, base)
  const passedOn = minorOf(base, (inFunds * retrocession) / 2)
  if (passedOn > 0n)
    bookCharge(desk, ledger, 'trailer_fees', base, passedOn, { note: 'Retrocession of funds' })
}

/** Swiss withholding tax comes back to who declares the income: last year's, in summer. */
export function refundTaxes(desk: Desk, ledger: Ledger, turn: Turn): void {
  if (ledger.fact.family !== 'aebi-laurent' || !fallsMonthly(turn, 24, [7])) return
  const { year } = turn
  const kept = new Map<string, Minor>()
  for (const booking of desk.bookings)
    if (isSwissWithholding(desk, ledger, booking, year - 1)) {
      const before = kept.get(booking.currency) ?? 0n
      kept.set(booking.currency, before + minorOf(booking.currency, Number(booking.taxes)))
    }
  for (const [currency, amount] of kept)
    bookCharge(desk, ledger, 'tax', currency, -amount, { note: `Refund of withholding tax ${year - 1}` })
}

function isSwissWithholding(desk: Desk, ledger: Ledger, booking: WorldBooking, year: number): boolean {
  return (
    booking.account === ledger.fact.key &&
    (booking.type === 'dividend' || booking.type === 'coupon') &&
    booking.taxes !== '0' &&
    isoOf(booking.day).startsWith(String(year)) &&
    desk.market.fact(booking.instrument ?? '').country === 'CH'
  )
}

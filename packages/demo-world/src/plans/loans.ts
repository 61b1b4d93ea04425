import { isoOf } from '@plumbline/engine'
import { falls, fallsMonthly, quarterEnds, type Turn } from '../calendar.ts'
import { minorOf, moneyText } from '../decimals.ts'
import { book, cashOf, type Desk, type Ledger, ledgerOf, unitsOf } from '../desk/desk.ts'
import { bookIncome } from '../desk/income.ts'
import { depositMoney } from '../desk/money.ts'
import { unitsText } from '../desk/trades.ts'
import { appraise, assetOf } from './keepsakes.ts'

export const mortgageAmount = 2_000_000
export const repaidPerQuarter = 10_000
export const lentAmount = 350_000

/** A loan is a holding at the price 1: what is lent is long, what is borrowed is short. */
function moveLoan(desk: Desk, ledger: Ledger, key: string, change: number, note: string): void {
  const { fact } = assetOf(key)
  const money = minorOf(fact.currency, Math.abs(change))
  book(
    desk,
    ledger,
    {
      type: 'trade',
      instrument: key,
      currency: fact.currency,
      quantity: unitsText(fact, change),
      price: '1',
      amount: moneyText(fact.currency, money),
      net: moneyText(fact.currency, money),
      note,
    },
    { money: [[fact.currency, change < 0 ? money : -money]], units: change },
  )
}

/** The mortgage is paid down a little every quarter; the loan to a relative pays interest. */
export function serviceLoans(desk: Desk, turn: Turn): void {
  const ledger = ledgerOf(desk, 'property')
  const mortgage = assetOf('MORTGAGE').fact
  if (falls(turn, mortgage.listed)) {
    moveLoan(desk, ledger, mortgage.key, -mortgageAmount, 'Drawdown')
    appraise(desk, ledger, assetOf(mortgage.key))
  }
  const lent = assetOf('LOANMA').fact
  if (falls(turn, lent.listed)) {
    depositMoney(desk, ledger, 'CHF', minorOf('CHF', lentAmount), 'For a loan')
    moveLoan(desk, ledger, lent.key, lentAmount, 'Drawdown')
    appraise(desk, ledger, assetOf(lent.key))
  }
  if (!fallsMonthly(turn, 31, quarterEnds)) return
  for (const key of ['MORTGAGE', 'LOANMA']) {
    const { fact } = assetOf(key)
    const units = unitsOf(ledger, key)
    const rate = Number(fact.terms.interest_rate)
    if (units === 0 || turn.day < fact.listed + 60) continue
    const interest = minorOf(fact.currency, (units * rate) / 4)
    const payment = units < 0 ? -interest + minorOf(fact.currency, repaidPerQuarter) : 0n
    if (payment > cashOf(ledger, fact.currency))
      depositMoney(desk, ledger, 'CHF', payment, 'For the mortgage')
    bookIncome(desk, ledger, { type: 'interest', instrument: key, amount: interest, taxRate: 0 })
    if (fact.expiration !== null && turn.day >= fact.expiration) repay(desk, ledger, key, units)
    else if (units < 0) moveLoan(desk, ledger, key, repaidPerQuarter, 'Repayment')
  }
}

/** At the end all of it is paid back. */
function repay(desk: Desk, ledger: Ledger, key: string, units: number): void {
  if (units < 0)
    depositMoney(desk, ledger, 'CHF', minorOf('CHF', -units), `For the end of the loan, ${isoOf(desk.day)}`)
  moveLoan(desk, ledger, key, -units, 'Repayment')
}

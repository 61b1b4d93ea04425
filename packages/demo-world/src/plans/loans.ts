import { toIsoDate } from '@plumbline/engine'
import { falls, fallsMonthly, quarterEnds, type Turn } from '../calendar.ts'
import { moneyText, toMinor } from '../decimals.ts'
import { postIncome } from '../ledger/income.ts'
import {
  cashBalance,
  findLedger,
  heldUnits,
  type Ledger,
  type LedgerWriter,
  post,
} from '../ledger/ledger-writer.ts'
import { depositMoney } from '../ledger/money.ts'
import { unitsText } from '../ledger/trades.ts'
import { appraise, findAsset } from './manual-assets.ts'

export const mortgageAmount = 2_000_000
export const repaidPerQuarter = 10_000
export const lentAmount = 350_000

/** A loan is a holding at the price 1: what is lent is long, what is borrowed is short. */
function moveLoan(writer: LedgerWriter, ledger: Ledger, key: string, change: number, note: string): void {
  const { fact } = findAsset(key)
  const money = toMinor(fact.currency, Math.abs(change))
  post(
    writer,
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
export function serviceLoans(writer: LedgerWriter, turn: Turn): void {
  const ledger = findLedger(writer, 'property')
  const mortgage = findAsset('MORTGAGE').fact
  if (falls(turn, mortgage.listed)) {
    moveLoan(writer, ledger, mortgage.key, -mortgageAmount, 'Drawdown')
    appraise(writer, ledger, findAsset(mortgage.key))
  }
  const lent = findAsset('LOANMA').fact
  if (falls(turn, lent.listed)) {
    depositMoney(writer, ledger, 'CHF', toMinor('CHF', lentAmount), 'For a loan')
    moveLoan(writer, ledger, lent.key, lentAmount, 'Drawdown')
    appraise(writer, ledger, findAsset(lent.key))
  }
  if (!fallsMonthly(turn, 31, quarterEnds)) return
  for (const key of ['MORTGAGE', 'LOANMA']) {
    const { fact } = findAsset(key)
    const units = heldUnits(ledger, key)
    const rate = Number(fact.terms.interest_rate)
    if (units === 0 || turn.day < fact.listed + 60) continue
    const interest = toMinor(fact.currency, (units * rate) / 4)
    const payment = units < 0 ? -interest + toMinor(fact.currency, repaidPerQuarter) : 0n
    if (payment > cashBalance(ledger, fact.currency))
      depositMoney(writer, ledger, 'CHF', payment, 'For the mortgage')
    postIncome(writer, ledger, { type: 'interest', instrument: key, amount: interest, taxRate: 0 })
    if (fact.expiration !== null && turn.day >= fact.expiration) repay(writer, ledger, key, units)
    else if (units < 0) moveLoan(writer, ledger, key, repaidPerQuarter, 'Repayment')
  }
}

/** At the end all of it is paid back. */
function repay(writer: LedgerWriter, ledger: Ledger, key: string, units: number): void {
  if (units < 0)
    depositMoney(
      writer,
      ledger,
      'CHF',
      toMinor('CHF', -units),
      `For the end of the loan, ${toIsoDate(writer.day)}`,
    )
  moveLoan(writer, ledger, key, -units, 'Repayment')
}

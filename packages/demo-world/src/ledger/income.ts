import type { TransactionType } from '@plumbline/contract'
import type { Day } from '@plumbline/engine'
import { type Minor, moneyText, toMajor, toMinor } from '../decimals.ts'
import { type Ledger, type LedgerWriter, post } from './ledger-writer.ts'
import { settlementIn } from './money.ts'

export interface Income {
  readonly type: TransactionType
  readonly instrument: string
  /** Gross in the instrument's currency; negative where it is paid. */
  readonly amount: Minor
  readonly taxRate: number
  readonly exDay?: Day
  readonly note?: string
}

/** Posts income of an instrument net of withholding tax, in the settlement currency of the account. */
export function postIncome(writer: LedgerWriter, ledger: Ledger, income: Income): void {
  const fact = writer.market.fact(income.instrument)
  const settlement = settlementIn(writer, ledger, fact.currency, 'receives')
  const { currency, rate } = settlement
  const gross = settlement.of(income.amount)
  const taxes = income.amount > 0n ? toMinor(currency, toMajor(currency, gross) * income.taxRate) : 0n
  const net = gross - taxes
  post(
    writer,
    ledger,
    {
      type: income.type,
      instrument: fact.key,
      amount: moneyText(fact.currency, income.amount),
      currency,
      net: moneyText(currency, net),
      rate,
      taxes: moneyText(currency, taxes),
      exDay: income.exDay ?? null,
      note: income.note ?? null,
    },
    { money: [[currency, net]] },
  )
}

/** Interest of the account itself: received, or paid where the amount is negative. */
export function postInterest(
  writer: LedgerWriter,
  ledger: Ledger,
  currency: string,
  amount: Minor,
  note: string,
): void {
  const text = moneyText(currency, amount)
  post(
    writer,
    ledger,
    { type: 'interest', currency, amount: text, net: text, note },
    { money: [[currency, amount]] },
  )
}

/** A charge on the account or on what it holds; a negative amount is a refund. */
export function postCharge(
  writer: LedgerWriter,
  ledger: Ledger,
  type: 'fees_cash' | 'tax' | 'trailer_fees',
  currency: string,
  amount: Minor,
  about: { instrument?: string; note: string },
): void {
  post(
    writer,
    ledger,
    {
      type,
      currency,
      amount: moneyText(currency, amount),
      instrument: about.instrument ?? null,
      note: about.note,
    },
    { money: [[currency, type === 'trailer_fees' ? amount : -amount]] },
  )
}

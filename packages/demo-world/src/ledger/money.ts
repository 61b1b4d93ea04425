import { currencyDigits } from '@plumbline/contract'
import { settlementDay } from '../calendar.ts'
import { decimalText, type Minor, moneyText, multiplyMoney, scaled, toMajor, toMinor } from '../decimals.ts'
import { worldId } from '../identity.ts'
import { cashBalance, type Ledger, type LedgerWriter, post } from './ledger-writer.ts'

/** A deposit or withdrawal. */
export function depositMoney(
  writer: LedgerWriter,
  ledger: Ledger,
  currency: string,
  amount: Minor,
  note: string,
): void {
  post(
    writer,
    ledger,
    { type: 'deposit', currency, amount: moneyText(currency, amount), note },
    { money: [[currency, amount]] },
  )
}

export function withdrawMoney(
  writer: LedgerWriter,
  ledger: Ledger,
  currency: string,
  amount: Minor,
  note: string,
): void {
  post(
    writer,
    ledger,
    { type: 'withdrawal', currency, amount: moneyText(currency, amount), note },
    { money: [[currency, -amount]] },
  )
}

/** Moves money between two accounts of a family: two transactions that share a link. */
export function transferMoney(
  writer: LedgerWriter,
  from: Ledger,
  to: Ledger,
  currency: string,
  amount: Minor,
): void {
  const link = worldId('link', 'money', from.fact.key, to.fact.key, writer.day)
  const text = moneyText(currency, amount)
  post(writer, from, { type: 'transfer_out', currency, amount: text, link }, { money: [[currency, -amount]] })
  post(writer, to, { type: 'transfer_in', currency, amount: text, link }, { money: [[currency, amount]] })
}

const basisPoint = 10_000

/**
 * Changes money at the custodian's rate. `wanted` of `to` is received, and what it costs is paid in `from`.
 *
 * @returns false when there is not enough of it.
 */
function convertMoney(
  writer: LedgerWriter,
  ledger: Ledger,
  from: string,
  to: string,
  wanted: Minor,
): boolean {
  const { market, day } = writer
  const spread = 1 + (ledger.custodian?.fxBps ?? 0) / basisPoint
  const paid = toMinor(from, toMajor(to, wanted) * market.fx.rate(to, from, day) * spread) + 1n
  if (wanted <= 0n || paid > spendable(ledger, from)) return false
  post(
    writer,
    ledger,
    {
      type: 'fx',
      currency: from,
      net: moneyText(from, paid),
      counterCurrency: to,
      counterAmount: moneyText(to, wanted),
      settleDay: settlementDay(day),
    },
    {
      money: [
        [from, -paid],
        [to, wanted],
      ],
    },
  )
  return true
}

/** What may be spent of a currency: the balance, and on a margin account the loan against it. */
export function spendable(ledger: Ledger, currency: string): Minor {
  const margin = currency === ledger.fact.base ? toMinor(currency, ledger.fact.margin) : 0n
  return cashBalance(ledger, currency) + margin
}

const roundAmount = 1_000

/** Ensures that enough of a currency is available, by converting round amounts of the base currency. */
export function provide(writer: LedgerWriter, ledger: Ledger, currency: string, needed: Minor): boolean {
  if (ledger.fact.cash === 'none' || needed <= spendable(ledger, currency)) return true
  const missing = toMajor(currency, needed - cashBalance(ledger, currency))
  const { base } = ledger.fact
  if (currency === base) return changeBack(writer, ledger, needed)
  const round = Math.ceil(missing / roundAmount) * roundAmount
  return (
    convertMoney(writer, ledger, base, currency, toMinor(currency, round)) ||
    convertMoney(writer, ledger, base, currency, toMinor(currency, missing) + 1n)
  )
}

/** Turns foreign money into the base currency until so much is there. */
function changeBack(writer: LedgerWriter, ledger: Ledger, needed: Minor): boolean {
  for (const currency of [...ledger.cash.keys()].sort()) {
    const missing = needed - spendable(ledger, ledger.fact.base)
    if (missing <= 0n) break
    if (currency !== ledger.fact.base) changeUpTo(writer, ledger, currency, missing)
  }
  return needed <= spendable(ledger, ledger.fact.base)
}

/** Changes what is there of a foreign currency into the base currency, at most so much of the latter. */
export function changeUpTo(writer: LedgerWriter, ledger: Ledger, currency: string, most: Minor): void {
  const { base } = ledger.fact
  const balance = cashBalance(ledger, currency)
  if (balance <= 0n) return
  const rate = writer.market.fx.rate(currency, base, writer.day)
  const spread = 1 + (ledger.custodian?.fxBps ?? 0) / basisPoint
  const brings = toMinor(base, (toMajor(currency, balance) * rate) / spread) - 2n
  convertMoney(writer, ledger, currency, base, brings < most ? brings : most)
}

const rateDigits = 6

/** How an account settles what is in another currency. */
export interface Settlement {
  readonly currency: string
  /** The recorded rate as text, null where nothing had to be changed. */
  readonly rate: string | null
  of(amount: Minor): Minor
}

/** In the currency itself, or in the account's base currency at the custodian's rate, which is never the better one. */
export function settlementIn(
  writer: LedgerWriter,
  ledger: Ledger,
  currency: string,
  direction: 'pays' | 'receives',
): Settlement {
  const { settles, base } = ledger.fact
  if (settles === 'own' || base === currency) return { currency, rate: null, of: amount => amount }
  const margin = (ledger.custodian?.fxBps ?? 0) / basisPoint
  const spread = direction === 'pays' ? 1 + margin : 1 - margin
  const rate = scaled(writer.market.fx.rate(currency, base, writer.day) * spread, rateDigits)
  return {
    currency: base,
    rate: decimalText(rate),
    of: amount => multiplyMoney(base, { units: amount, scale: currencyDigits(currency) }, rate),
  }
}

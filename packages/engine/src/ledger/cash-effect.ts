import { type Exact, signum } from '../money/exact.ts'
import type { Instrument, Transaction } from './ledger.ts'
import { type ConvertRate, postingKind, type Settled, settle } from './settle.ts'

/** Money that a transaction moves in one currency; negative leaves the account. */
export interface CashEffect {
  readonly currency: string
  /** Null where the instrument has another currency and neither the transaction nor the market states a rate. */
  readonly amount: Exact | null
}

/** Whether the cash follows from an amount in the instrument's currency, which only a market rate converts. */
function needsMarketRate(
  { net, rate }: Transaction,
  { settleCurrency, otherCurrency, kind }: Settled,
): boolean {
  const isPaid = kind === 'trade' || kind === 'income' || kind === 'return'
  return isPaid && settleCurrency !== otherCurrency && net === undefined && rate === undefined
}

/**
 * The cash that a transaction moves by itself, as `settle` states it. What depends on earlier transactions is left
 * out: the gain that a future pays when it is closed, and the costs of a transfer between two accounts.
 */
export function cashEffects(
  transaction: Transaction,
  instrument: Instrument | undefined,
  convert: ConvertRate,
): CashEffect[] {
  const kind = postingKind(transaction)
  if (kind === null) return []
  const settled = settle(transaction, kind, instrument, convert)
  const { settleCurrency, otherCurrency, cash, received } = settled
  const isUnknown =
    needsMarketRate(transaction, settled) &&
    !Number.isFinite(convert(otherCurrency, settleCurrency, transaction.day))
  const paid = { currency: settleCurrency, amount: isUnknown ? null : cash }
  return signum(received) === 0 ? [paid] : [paid, { currency: otherCurrency, amount: received }]
}

import { add, exact, negate, subtract, toNumber } from '../money/exact.ts'
import { quantityTolerance } from '../money/tolerances.ts'
import { ensureHolding, type Holding, heldQuantity } from './holdings.ts'
import {
  type Entry,
  type PostingContext,
  valueWithCosts,
  writeCash,
  writePosting,
} from './posting-context.ts'
import { writeTrade } from './trades.ts'

/** Splits a trade that crosses zero into its closing and its opening part, amounts pro rata. The cash is posted once for both. */
function splitAtZero(entry: Entry, holding: Holding): [closing: Entry, opening: Entry] {
  const { settled, transaction } = entry
  const closed = negate(holding.quantity)
  const share = toNumber(closed) / toNumber(settled.quantity)
  const part = (size: number, quantity: typeof closed): Entry['settled'] => ({
    ...settled,
    quantity,
    notional: settled.notional * size,
    fees: settled.fees * size,
    taxes: settled.taxes * size,
  })
  const opening = part(1 - share, subtract(settled.quantity, closed))
  return [
    { ...entry, settled: part(share, closed) },
    { ...entry, transaction: { ...transaction, id: `${transaction.id}.2` }, settled: opening },
  ]
}

/** Writes one part of a trade. @returns the margin settled with it, in the settlement currency. */
function writeContract(context: PostingContext, holding: Holding, entry: Entry, posting: number): number {
  const { holdings } = context
  const { settled, account, instrument } = entry
  const { day } = entry.transaction
  const held = heldQuantity(holding)
  const quantity = toNumber(settled.quantity)
  const size = holdings.instruments[instrument]?.contractSize ?? 1
  const atClose = quantity * size * context.closeOn(instrument, day)
  const notional = settled.hasValue ? settled.notional : Number.isFinite(atClose) ? atClose : 0
  const isClosing = held * quantity < 0
  const settlesMargin =
    isClosing && !context.marginKeys.has(account * holdings.instruments.length + instrument)
  const leaving = settlesMargin ? (holding.owed * -quantity) / held : 0
  const rate = context.convert(settled.otherCurrency, settled.settleCurrency, day)
  const paid = settlesMargin && Number.isFinite(rate) ? (-notional - leaving) * rate : 0
  if (holding.position < 0) holding.owed = 0
  holding.owed += settlesMargin ? -leaving : notional
  const amounts = valueWithCosts(-paid, settled)
  const event = writeTrade(context, { entry, posting, day }, holding, amounts)
  holdings.journal.owed.set(event, holding.owed)
  return paid
}

/**
 * A trade in a future or forward. It has no cost: no value is posted, and the contract is worth its unsettled gain.
 *
 *     value = units x close - owed        owed = sum of units x price of its trades + variation margin paid
 *
 * Closed contracts stay in `owed` at their price, so that their gain is part of the value until it is paid. Where an
 * account posts no variation margin for the instrument, closing contracts pays their share of the value at the closing
 * price. A trade without a price is taken at the close. Unit of owed: the instrument's currency.
 */
export function postContract(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  const held = heldQuantity(holding)
  const quantity = toNumber(settled.quantity)
  if (quantity === 0) return
  const posting = writePosting(context, settled, transaction.day)
  const crosses = held * quantity < 0 && Math.abs(quantity) > Math.abs(held) + quantityTolerance(held)
  let paid = 0
  for (const part of crosses ? splitAtZero(entry, holding) : [entry])
    paid += writeContract(context, holding, part, posting)
  const cash = paid === 0 ? settled.cash : add(settled.cash, exact(paid))
  const slot = { entry, posting, day: transaction.day }
  writeCash(context, slot, { currency: settled.settleCurrency, amount: cash })
}

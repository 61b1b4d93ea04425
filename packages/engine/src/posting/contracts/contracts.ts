import { add, exact, negate, subtract, toNumber } from '../../money/exact.ts'
import { quantityTolerance } from '../../money/tolerances.ts'
import { ensureHolding, type Holding, heldQuantity } from '../holdings.ts'
import { EVENT } from '../journal.ts'
import { sumOwed } from '../lots.ts'
import {
  type Entry,
  type PostingContext,
  type Slot,
  valueWithCosts,
  writeCash,
  writePosting,
} from '../posting-context.ts'
import { writeClosing, writeTrade } from '../trades.ts'
import { roundToEightDecimals } from './contract-settlement.ts'
import { offsetDue, writeOwedAfterClosing } from './variation-margin.ts'

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

/** A trade without a price is taken at the close. */
function withPrice(context: PostingContext, entry: Entry): Entry {
  const { settled, instrument, transaction } = entry
  if (settled.hasValue) return entry
  const close = context.closeOn(instrument, transaction.day)
  if (!Number.isFinite(close)) return entry
  const size = context.holdings.instruments[instrument]?.contractSize ?? 1
  const notional = toNumber(settled.quantity) * size * close
  return { ...entry, settled: { ...settled, notional, unitPrice: close } }
}

/** Closes contracts by the account's lot method. @returns the gain paid with it, in the settlement currency. */
function closeContracts(context: PostingContext, slot: Slot, holding: Holding): number {
  const { holdings, marginKeys } = context
  const { settled, account, instrument } = slot.entry
  const { position, owed } = holding
  const { notional } = settled
  const isPaid = !marginKeys.has(account * holdings.instruments.length + instrument)
  const rate = context.convert(settled.otherCurrency, settled.settleCurrency, slot.day)
  const before = sumOwed(holding.lots)
  let paid = 0
  const event = writeClosing(context, slot, holding, {
    change: settled.quantity,
    kind: EVENT.close,
    amounts: () => {
      const gain = sumOwed(holding.lots) - before - notional
      if (!isPaid) return valueWithCosts(0, settled)
      if (!Number.isFinite(rate)) return valueWithCosts(Number.NaN, settled)
      paid = toNumber(roundToEightDecimals(gain * rate))
      return valueWithCosts(-paid, settled)
    },
  })
  holding.owed = isPaid ? sumOwed(holding.lots) : owed + notional
  const gross = Math.abs(owed) + Math.abs(notional)
  writeOwedAfterClosing(context, holding, { position, event, gross })
  return paid
}

/** Writes one part of a trade. @returns the gain paid with it, in the settlement currency. */
function writeContract(context: PostingContext, holding: Holding, part: Entry, posting: number): number {
  const entry = withPrice(context, part)
  const { settled } = entry
  const slot = { entry, posting, day: entry.transaction.day }
  if (heldQuantity(holding) * toNumber(settled.quantity) < 0) return closeContracts(context, slot, holding)
  holding.owed += settled.notional
  const event = writeTrade(context, slot, holding, valueWithCosts(0, settled))
  context.holdings.journal.owed.set(event, holding.owed)
  return 0
}

/**
 * A trade in a future or forward. It has no cost: no value is posted, and the contract is worth its unsettled gain.
 *
 *     value = units x close - owed        owed = sum of units x price of its trades + variation margin paid
 *
 * Closed contracts stay in `owed` at their price, so that their gain is part of the value until it is paid, even after
 * the last of them is closed. Where an account posts no variation margin for the instrument, closing contracts pays
 * their gain: closing price - entry price of the lots taken, less margin derived so far. A trade without a price is
 * taken at the close. Unit of owed: the instrument's currency.
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
  offsetDue(context, slot, holding)
}

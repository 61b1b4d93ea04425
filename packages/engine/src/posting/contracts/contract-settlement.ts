import { type Exact, exact, negate, signum, toNumber } from '../../money/exact.ts'
import { quantityTolerance } from '../../money/tolerances.ts'
import { ensureHolding, type Holding, heldQuantity } from '../holdings.ts'
import { postConversion } from '../income-and-cash.ts'
import { EVENT } from '../journal.ts'
import { restateOwed, sumOwed } from '../lots.ts'
import {
  cashLeg,
  type Entry,
  type PostingContext,
  valueOnly,
  writeCash,
  writePosting,
} from '../posting-context.ts'
import { writeClosing } from '../trades.ts'
import { offsetDue, writeOwedAfterClosing } from './variation-margin.ts'

/** The quantity that a settlement ends: as stated, at most the quantity held. */
function endingQuantity(holding: Holding, stated: Exact): Exact {
  const all = negate(holding.quantity)
  const isPart =
    signum(stated) !== 0 &&
    Math.abs(toNumber(stated)) < Math.abs(heldQuantity(holding)) - quantityTolerance(heldQuantity(holding))
  if (!isPart) return all
  return signum(stated) === signum(all) ? stated : negate(stated)
}

/**
 * The settlement of a forward: both currencies are exchanged, and the forward ends.
 *
 *     closing value = received at the rate of the day - paid at the rate of the day
 *
 * All legs are stated in the forward's currency at the rates of the day, so that no external flow arises; the closing
 * value is realized in full, as a forward costs nothing. Without a forward held the money is a conversion; without a
 * rate the closing value is unknown (NaN).
 */
export function postSettlement(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const { day } = transaction
  const instrument = context.holdings.instruments[entry.instrument]
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  if (instrument?.type !== 'fx_forward' || holding.position < 0) {
    postConversion(context, entry)
    return
  }
  const currency = context.majorCurrency(entry.instrument)
  const paidRate = context.convert(settled.settleCurrency, currency, day)
  const receivedRate = context.convert(settled.otherCurrency, currency, day)
  const received = toNumber(settled.received) * receivedRate
  const difference = received - settled.gross * paidRate
  const isValued = Number.isFinite(difference)
  const legs = isValued
    ? { ...settled, settleCurrency: currency, otherCurrency: currency, perSettled: Number.NaN }
    : settled
  const slot = { entry, posting: writePosting(context, legs, day), day }
  const ending = endingQuantity(holding, settled.quantity)
  const { position, owed } = holding
  const before = sumOwed(holding.lots)
  const left = 1 - toNumber(ending) / -heldQuantity(holding)
  const event = writeClosing(context, slot, holding, {
    change: ending,
    amounts: valueOnly(isValued ? -difference : Number.NaN),
    kind: EVENT.close,
  })
  // The amounts exchanged decide the result, so the same share of all lots is settled, whatever the lot method.
  restateOwed(holding.lots, before * left)
  holding.owed = owed - before + (holding.position < 0 ? 0 : before * left)
  writeOwedAfterClosing(context, holding, { position, event, gross: Math.abs(owed) + Math.abs(before) })
  const costRate = isValued ? paidRate : 1
  const [fees, taxes] = [settled.fees * costRate, settled.taxes * costRate]
  const paid = toNumber(settled.cash) * costRate
  writeCash(context, slot, cashLeg(settled), { posted: paid, income: 0, fees, taxes })
  const other = { currency: settled.otherCurrency, amount: settled.received }
  writeCash(context, slot, other, valueOnly(isValued ? received : settled.gross))
  offsetDue(context, slot, holding)
}

/** Drops the float64 noise beyond the eighth decimal. */
export function roundToEightDecimals(amount: number): Exact {
  return exact(Number(amount.toFixed(8)))
}

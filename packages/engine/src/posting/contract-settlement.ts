import { type Exact, exact, negate, signOf, toNumber } from '../money/exact.ts'
import { type Holding, heldQuantity, holdingOf } from './holdings.ts'
import { postConversion } from './income-and-cash.ts'
import { EVENT } from './journal.ts'
import { DUST } from './lots.ts'
import { type Entry, type PostingContext, valueOnly, writeCash, writePosting } from './posting-context.ts'
import { writeClosing } from './trades.ts'

/** The quantity that ends with a settlement: what it states, never more than is held. */
function endingOf(holding: Holding, stated: Exact): Exact {
  const all = negate(holding.quantity)
  const isPart = signOf(stated) !== 0 && Math.abs(toNumber(stated)) < Math.abs(heldQuantity(holding)) - DUST
  if (!isPart) return all
  return signOf(stated) === signOf(all) ? stated : negate(stated)
}

/**
 * The settlement of a forward: both currencies are paid, and the forward ends.
 *
 *     value it ends with = received at the rate of the day - paid at the rate of the day
 *
 * All legs are stated in the forward's currency at the rates of the day, so that nothing flows; what the forward was
 * worth is realized, as it cost nothing. Where no forward is held, or a rate is missing, the money alone is a
 * conversion, and the forward ends with nothing.
 */
export function postSettlement(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const { day } = transaction
  const instrument = context.holdings.instruments[entry.instrument]
  const holding = holdingOf(context.holdings, entry.account, entry.instrument)
  if (instrument?.type !== 'fx_forward' || holding.position < 0) {
    postConversion(context, entry)
    return
  }
  const currency = context.currencyOf(entry.instrument)
  const paidRate = context.convert(settled.settleCurrency, currency, day)
  const receivedRate = context.convert(settled.otherCurrency, currency, day)
  const received = toNumber(settled.received) * receivedRate
  const found = received - settled.gross * paidRate
  const isValued = Number.isFinite(found)
  const value = isValued ? found : 0
  const legs = isValued
    ? { ...settled, settleCurrency: currency, otherCurrency: currency, perSettled: Number.NaN }
    : settled
  const slot = { entry, posting: writePosting(context, legs, day), day }
  const ending = endingOf(holding, settled.quantity)
  const share = toNumber(ending) / -heldQuantity(holding)
  holding.owed *= 1 - share
  writeClosing(context, slot, holding, ending, valueOnly(-value), EVENT.close)
  const { journal } = context.holdings
  if (holding.position >= 0) journal.owed.set(journal.events.day.length - 1, holding.owed)
  const costRate = isValued ? paidRate : 1
  const [fees, taxes] = [settled.fees * costRate, settled.taxes * costRate]
  const paid = toNumber(settled.cash) * costRate
  writeCash(context, slot, settled.settleCurrency, settled.cash, { posted: paid, income: 0, fees, taxes })
  writeCash(
    context,
    slot,
    settled.otherCurrency,
    settled.received,
    valueOnly(isValued ? received : settled.gross),
  )
}

/** The amount without what float64 adds to it beyond the eighth decimal. */
export function withoutDust(amount: number): Exact {
  return exact(Number(amount.toFixed(8)))
}

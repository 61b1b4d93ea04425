import type { Day } from '../../calendar/day.ts'
import { exact, negate, signum, toNumber, ZERO } from '../../money/exact.ts'
import { passOnGains, realizeCarriedGains } from '../carried-gains.ts'
import { ensureHolding, type Holding, heldQuantity } from '../holdings.ts'
import { EVENT, plainChange, writeEvent } from '../journal.ts'
import { markLots, restateLots } from '../lots.ts'
import {
  cashLeg,
  type Entry,
  type PostingContext,
  type Slot,
  valueOnly,
  valueWithCosts,
  writeCash,
  writePosting,
} from '../posting-context.ts'
import { writeTrade } from '../trades.ts'
import {
  arrivingValue,
  markedLots,
  NO_PAYMENT,
  readPayment,
  withValue,
  writeNewShares,
  writeReturnOfCapital,
} from './corporate-actions.ts'
import { deliveryDay, findEntitled, findExDay } from './entitlements.ts'

/** The child's leg as it is posted on a day: before its delivery at the close, and without money. */
function childLeg(context: PostingContext, entry: Entry, day: Day, isEarly: boolean): Entry {
  const { settled } = entry
  const units = isEarly ? { ...settled, hasValue: false, cash: ZERO, fees: 0, taxes: 0 } : settled
  return { ...entry, settled: withValue(context, { ...entry, settled: units }, day) }
}

/**
 * A spin-off: the child arrives with its value w, and with a share of the cost of every open lot of the parent.
 *
 *     share = stated, else w / (w + value of the parent at the close)        cost of parent + child = old cost
 *
 * Lots keep their dates and nothing is realized, except for a fraction paid in cash. Other cash lowers the cost of the
 * child. A parent without a value passes on no cost. Where the child is held on the other side, no lots can be carried:
 * the parent realizes its share of the cost at w. Where the parent was sold in the meantime, w is a result of the
 * position that was sold. Only if the parent was never held does the child arrive from outside, at its value.
 */
export function postSpinOff(
  context: PostingContext,
  parentEntry: Entry,
  childEntry: Entry,
  day: Day = deliveryDay(childEntry, parentEntry),
): void {
  const { holdings } = context
  const isEarly = day < deliveryDay(childEntry, parentEntry)
  const entry = childLeg(context, childEntry, day, isEarly)
  const { settled } = entry
  const slot = { entry, posting: writePosting(context, settled, day), day }
  const parent = ensureHolding(holdings, parentEntry.account, parentEntry.instrument)
  const child = ensureHolding(holdings, childEntry.account, childEntry.instrument)
  const side = signum(settled.quantity)
  const isHeld = Math.sign(heldQuantity(parent)) === side && parent !== child
  const canCarry = isHeld && heldQuantity(child) * side >= 0
  const payment = canCarry ? readPayment(childEntry, parent.quantity) : NO_PAYMENT
  const value = side * arrivingValue(settled, payment)
  const giving = { ...slot, entry: parentEntry }
  const share = isHeld ? basisShare(context, slot, parent, Math.abs(value)) : 0
  const pieceFrom = holdings.journal.pieces.count
  if (isHeld)
    writeGiven(context, giving, parent, {
      kind: canCarry ? EVENT.allocateCost : EVENT.payDown,
      value,
      share,
    })
  else if (parent !== child) {
    const entitled = findEntitled(context, parent, side, findExDay(childEntry, parentEntry))
    // The position is closed: it has no cost left, and all of the value is realized.
    const change = plainChange(holdings.journal, entitled, EVENT.returnCapital, 0)
    if (entitled >= 0) writeEvent(holdings.journal, giving, change, valueOnly(-value))
  }
  if (canCarry) writeNewShares(context, slot, child, { pieceFrom, value, payment, costShare: share, isEarly })
  else writeTrade(context, slot, child, valueWithCosts(value, settled))
  if (isHeld) restateLots(holdings.journal, parent.lots, unitCost => unitCost * (1 - share))
  if (isEarly) context.undelivered.set(childEntry.index, payment)
  else if (payment.fraction === null) payOtherCash(context, slot, child)
  if (signum(settled.cash) !== 0) writeCash(context, slot, cashLeg(settled))
}

/** The part of a parent that goes to its child. */
interface GivenPart {
  /** Signed, in the settlement currency. */
  readonly value: number
  readonly share: number
  readonly kind: typeof EVENT.allocateCost | typeof EVENT.payDown
}

/** Takes the child's value and share of the cost out of every open lot of the parent. */
function writeGiven(
  context: PostingContext,
  slot: Slot,
  parent: Holding,
  { value, share, kind }: GivenPart,
): void {
  const { journal } = context.holdings
  const pieceFrom = journal.pieces.count
  markLots(journal, parent.lots)
  const change = plainChange(journal, parent.position, kind, heldQuantity(parent))
  writeEvent(journal, slot, { ...change, pieceFrom, poolShare: share }, valueOnly(-value))
  const given = markedLots(context, parent, pieceFrom, share)
  if (kind === EVENT.allocateCost) passOnGains(journal, given)
  else realizeCarriedGains(context.holdings, slot, given)
}

/** Cash that is not paid for a fraction lowers the cost of the child. */
function payOtherCash(context: PostingContext, slot: Slot, child: Holding): void {
  const { cash, fees, taxes } = slot.entry.settled
  const money = toNumber(cash) + fees + taxes
  if (money !== 0) writeReturnOfCapital(context, slot, child, money)
}

/** The share of the parent's cost that moves to the child; 0 where the parent has no value. */
function basisShare(context: PostingContext, slot: Slot, parent: Holding, value: number): number {
  const stated = slot.entry.transaction.basisShare
  if (stated !== undefined) return Math.min(1, Math.max(0, toNumber(exact(stated))))
  const { instruments, journal, currencyIndex } = context.holdings
  const instrument = instruments[parent.instrument]
  const currency = journal.positions.currency[parent.position] ?? -1
  const name = [...currencyIndex].find(([, index]) => index === currency)?.[0] ?? ''
  const rate = context.convert(name, slot.entry.settled.settleCurrency, slot.day)
  const units = Math.abs(heldQuantity(parent)) * (instrument?.contractSize ?? 1)
  const share = value / (value + units * context.closeOn(parent.instrument, slot.day) * rate)
  return Number.isFinite(share) ? share : 0
}

/** Posts the money of a spin-off whose units were posted on the ex-date: on the delivery, with its costs. */
export function postSpinOffDelivery(context: PostingContext, parentEntry: Entry, childEntry: Entry): void {
  const { settled } = childEntry
  const { money, fraction } = context.undelivered.get(childEntry.index) ?? NO_PAYMENT
  if (signum(settled.cash) === 0 && settled.fees === 0 && settled.taxes === 0) return
  const day = deliveryDay(childEntry, parentEntry)
  const slot = { entry: childEntry, posting: writePosting(context, settled, day), day }
  const child = ensureHolding(context.holdings, childEntry.account, childEntry.instrument)
  if (fraction === null) {
    const other = toNumber(settled.cash) + settled.fees + settled.taxes
    writeReturnOfCapital(context, slot, child, other, valueWithCosts(-other, settled))
  } else {
    const sold = { ...slot, entry: { ...childEntry, settled: { ...settled, quantity: negate(fraction) } } }
    writeTrade(context, sold, child, valueWithCosts(-money, settled))
  }
  if (signum(settled.cash) !== 0) writeCash(context, slot, cashLeg(settled))
}

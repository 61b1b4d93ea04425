import { asQuoted, factorOn, nominalOf } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import type { Settled } from '../ledger/settle.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import {
  absolute,
  add,
  type Exact,
  exact,
  negate,
  scaleBy,
  signOf,
  subtract,
  toNumber,
} from '../money/exact.ts'
import { atPrice, writeArrival } from './carried-lots.ts'
import { type Holding, heldQuantity, holdingOf, ownerOf } from './holdings.ts'
import { type Costs, EVENT, FEE, INCOME, plainChange, writeEvent } from './journal.ts'
import { DUST, markLots, restateLots } from './lots.ts'
import {
  type Entry,
  type PostingContext,
  placeOf,
  type Slot,
  valueOnly,
  writeCash,
  writePosting,
} from './posting-context.ts'
import { writeClosing, writeTrade } from './trades.ts'

/** The leg with its value, in the currency it settles in: as stated, else at the close of the day. */
export function valued(context: PostingContext, entry: Entry, day: Day): Settled {
  const { settled } = entry
  if (settled.hasValue) return settled
  const rate = context.convert(settled.otherCurrency, settled.settleCurrency, day)
  const close = context.closeOn(entry.instrument, day)
  if (!Number.isFinite(rate * close)) return { ...settled, gross: 0, unitPrice: 0 }
  const instrument = context.holdings.instruments[entry.instrument]
  const gross = Math.abs(toNumber(settled.quantity)) * (instrument?.contractSize ?? 1) * close * rate
  return { ...settled, gross, perSettled: 1 / rate, unitPrice: asQuoted(instrument, close, day) }
}

/** What an action pays in money before its costs, and the fraction of new shares it pays for, if the ratio leaves one. */
interface Payment {
  readonly money: number
  readonly fraction: Exact | null
}

function paymentOf(entry: Entry, old: Exact): Payment {
  const { transaction, settled } = entry
  const money = transaction.net === undefined ? 0 : toNumber(settled.cash) + settled.fees + settled.taxes
  const { numerator, denominator } = transaction
  if (money <= 0 || numerator === undefined || denominator === undefined) return { money, fraction: null }
  const due = scaleBy(absolute(old), exact(numerator), exact(denominator))
  const fraction = subtract(due, absolute(settled.quantity))
  const size = toNumber(fraction)
  return { money, fraction: size >= DUST && size < 1 ? fraction : null }
}

function costsOf(settled: Settled, posted: number): Costs {
  return { posted, income: 0, fees: settled.fees, taxes: settled.taxes }
}

/** New shares arrive with the pieces' cost; the fraction that was paid in money is sold at once. */
function writeNewShares(
  context: PostingContext,
  slot: Slot,
  target: Holding,
  pieceFrom: number,
  value: number,
  { money, fraction }: Payment,
  costShare = 1,
): void {
  const { settled } = slot.entry
  const arriving = fraction === null ? settled.quantity : add(settled.quantity, fraction)
  writeArrival(context, slot, target, arriving, costsOf(settled, value), { pieceFrom, costShare })
  if (fraction !== null) writeClosing(context, slot, target, negate(fraction), valueOnly(-money), EVENT.close)
}

/** The value of everything that arrives, the fraction included. */
function arrivingValue(settled: Settled, { fraction }: Payment): number {
  if (fraction === null) return settled.gross
  return (settled.gross * toNumber(add(settled.quantity, fraction))) / toNumber(settled.quantity)
}

/**
 * A spin-off: the child arrives with its value w, and with a share of the cost of every open lot of the parent.
 *
 *     share = stated, else w / (w + value of the parent at the close)        cost of parent + child = old cost
 *
 * Lots keep their dates and nothing is realized, but for a fraction paid in money. Other money that comes with
 * it lowers the cost of the child. A parent that cannot be valued gives no cost; a child that arrives where the
 * parent is not held comes in at its value.
 */
export function postSpinOff(context: PostingContext, giver: Entry, entry: Entry): void {
  const { holdings } = context
  const { journal } = holdings
  const day = Math.max(giver.transaction.day, entry.transaction.day)
  const settled = valued(context, entry, day)
  const slot = { entry: { ...entry, settled }, posting: writePosting(context, settled, day), day }
  const parent = holdingOf(holdings, giver.account, giver.instrument)
  const child = holdingOf(holdings, entry.account, entry.instrument)
  const side = signOf(settled.quantity)
  const isHeld =
    Math.sign(heldQuantity(parent)) === side && heldQuantity(child) * side >= 0 && parent !== child
  const payment = isHeld ? paymentOf(entry, parent.quantity) : { money: 0, fraction: null }
  const value = side * arrivingValue(settled, payment)
  if (isHeld) {
    const pieceFrom = journal.pieces.lot.length
    markLots(journal, parent.lots)
    const share = basisShare(context, slot, parent, Math.abs(value))
    const change = {
      ...plainChange(journal, EVENT.giveCost, 0, heldQuantity(parent)),
      pieceFrom,
      poolShare: share,
    }
    writeEvent(
      journal,
      { ...placeOf(slot, parent.position), transaction: giver.index },
      change,
      valueOnly(-value),
      INCOME.none,
      FEE.fees,
    )
    writeNewShares(context, slot, child, pieceFrom, value, payment, share)
    restateLots(journal, parent.lots, unitCost => unitCost * (1 - share))
  } else writeTrade(context, slot, child, costsOf(settled, value), EVENT.close)
  const loose = payment.fraction === null ? toNumber(settled.cash) + settled.fees + settled.taxes : 0
  if (loose !== 0 && child.position >= 0) writeGivenBack(context, slot, child, loose)
  if (signOf(settled.cash) !== 0)
    writeCash(context, slot, settled.settleCurrency, settled.cash, valueOnly(toNumber(settled.cash)))
}

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

/**
 * A merger, or the change of an identifier: the old shares leave, the new ones arrive with the dates and cost of
 * their lots, at the value of the new ones. Nothing is realized but for money: a fraction that the ratio leaves
 * over is sold as new shares; other money m is the price of the part m / (m + value) of the old shares. Where
 * the old shares are not held, or the new ones are held on the other side, both legs are posted at their value.
 */
export function postMerger(context: PostingContext, out: Entry, into: Entry): void {
  const { holdings } = context
  const day = Math.max(out.transaction.day, into.transaction.day)
  const settled = valued(context, into, day)
  const posting = writePosting(context, settled, day)
  const source = holdingOf(holdings, out.account, out.instrument)
  const target = holdingOf(holdings, into.account, into.instrument)
  const old = absolute(out.settled.quantity)
  const leaving = { entry: out, posting, day }
  const arriving = { entry: { ...into, settled }, posting, day }
  const payment = paymentOf(into, old)
  const boot = payment.fraction === null ? payment.money : 0
  const canCarry =
    heldQuantity(source) >= toNumber(old) - DUST &&
    heldQuantity(target) >= 0 &&
    source !== target &&
    signOf(old) > 0
  if (canCarry) {
    const value = arrivingValue(settled, payment)
    const sold = boot === 0 ? null : scaleBy(old, exact(boot), exact(boot + value))
    if (sold !== null) writeClosing(context, leaving, source, negate(sold), valueOnly(-boot), EVENT.close)
    const pieceFrom = holdings.journal.pieces.lot.length
    if (source.position >= 0) {
      const rest = sold === null ? old : subtract(old, sold)
      writeClosing(context, leaving, source, negate(rest), valueOnly(-value), EVENT.carryOut)
      writeNewShares(context, arriving, target, pieceFrom, value, payment)
    }
  } else {
    const worth = settled.gross + payment.money
    writeTrade(context, atPrice(context, leaving, worth), source, valueOnly(-worth), EVENT.close)
    writeTrade(context, arriving, target, costsOf(settled, settled.gross), EVENT.close)
  }
  if (signOf(settled.cash) !== 0)
    writeCash(context, arriving, settled.settleCurrency, settled.cash, valueOnly(toNumber(settled.cash)))
}

/** Money out of a position, signed as the position receives it. */
function writeGivenBack(context: PostingContext, slot: Slot, holding: Holding, money: number): void {
  const { journal } = context.holdings
  const pieceFrom = journal.pieces.lot.length
  markLots(journal, holding.lots)
  const change = { ...plainChange(journal, EVENT.giveBack, 0, heldQuantity(holding)), pieceFrom }
  writeEvent(journal, placeOf(slot, holding.position), change, valueOnly(-money), INCOME.none, FEE.fees)
  lowerUnitCosts(context, slot, holding, money)
}

/** Money out of a position leaves its lots cheaper, by as much per unit. Contracts have no cost that it could lower. */
function lowerUnitCosts(
  context: PostingContext,
  { entry, day }: Slot,
  holding: Holding,
  money: number,
): void {
  const instrument = context.holdings.instruments[holding.instrument]
  if (CONTRACT_TYPES.has(instrument?.type ?? '')) return
  const rate = settledRate(context, entry)
  const perUnit = (money * (Number.isFinite(rate) ? rate : 1)) / heldQuantity(holding)
  const lowered = asQuoted(instrument, perUnit / (instrument?.contractSize ?? 1), day)
  restateLots(context.holdings.journal, holding.lots, unitCost =>
    unitCost > 0 ? Math.max(0, unitCost - lowered) : unitCost,
  )
}

/** The instrument's currency per unit settled: as posted, else at the market. */
function settledRate(context: PostingContext, { settled, transaction }: Entry): number {
  return Number.isNaN(settled.perSettled)
    ? context.convert(settled.settleCurrency, settled.otherCurrency, transaction.day)
    : settled.perSettled
}

/** The share of what was owed before that a repayment is: repaid / (repaid + nominal x pool factor afterwards). */
function sharePaidDown(context: PostingContext, entry: Entry, holding: Holding): number {
  const { settled, transaction } = entry
  const facts = context.holdings.instruments[entry.instrument]
  if (!facts) return 0
  const repaid = Math.abs(settled.gross * settledRate(context, entry))
  const left = Math.abs(heldQuantity(holding)) * nominalOf(facts) * factorOn(facts, transaction.day)
  const share = repaid / (repaid + left)
  return Number.isFinite(share) ? share : 0
}

/**
 * A return of capital: the money lowers the cost of the open lots to 0, what exceeds it is realized; it is not
 * income. Variation margin is the same for contracts, which have no cost. A redemption without a quantity pays back
 * a part of the nominal, and the same part of the cost leaves. What arrives after the close belongs to the position
 * that held it and is realized.
 */
export function postReturn(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const { journal } = context.holdings
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  const holding = holdingOf(context.holdings, entry.account, entry.instrument)
  const owner = ownerOf(context.holdings, holding, transaction.exDay)
  const isOpen = owner >= 0 && owner === holding.position
  const costs = costsOf(settled, -settled.gross)
  if (owner < 0) {
    const cash = { ...costs, posted: toNumber(settled.cash), income: settled.gross }
    writeCash(context, slot, settled.settleCurrency, settled.cash, cash, {
      income: INCOME.other,
      fee: FEE.fees,
    })
    return
  }
  const pieceFrom = journal.pieces.lot.length
  if (isOpen) markLots(journal, holding.lots)
  const isPaidDown = isOpen && transaction.type === 'redemption'
  const kind = isPaidDown ? EVENT.payDown : EVENT.giveBack
  const change = {
    ...plainChange(journal, kind, 0, isOpen ? heldQuantity(holding) : 0),
    pieceFrom,
    poolShare: isPaidDown ? sharePaidDown(context, entry, holding) : 0,
  }
  writeEvent(journal, placeOf(slot, owner), change, costs, INCOME.none, FEE.fees)
  if (isOpen && !isPaidDown) lowerUnitCosts(context, slot, holding, settled.gross)
  if (isOpen && settled.notional !== 0) {
    holding.owed += settled.notional
    journal.owed.set(journal.events.day.length - 1, holding.owed)
  }
  writeCash(context, slot, settled.settleCurrency, settled.cash, valueOnly(toNumber(settled.cash)))
}

import { type Exact, signum, toNumber } from '../../money/exact.ts'
import { quantityTolerance, VALUE_TOLERANCE } from '../../money/tolerances.ts'
import { receiveGains } from '../carried-gains.ts'
import { withImpliedPrice, writeArrival } from '../carried-lots.ts'
import { ensureHolding, type Holding, heldQuantity } from '../holdings.ts'
import { EVENT, type EventAmounts, plainChange, writeEvent, writePiece } from '../journal.ts'
import { writeLot } from '../lots.ts'
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
import { writeClosing, writeTrade } from '../trades.ts'

/** A sale of shares whose proceeds an option's premium changes. */
interface PremiumClosing {
  /** Pieces of the option from here to the end of the journal. */
  readonly pieceFrom: number
  readonly premiumValue: number
  readonly amounts: EventAmounts
}

/**
 * Closes shares by an exercise: the option's cost arrives as lots without units and leaves with the lots that are
 * sold. A pool of average cost takes it in as a whole.
 */
function closeWithPremium(
  context: PostingContext,
  slot: Slot,
  shares: Holding,
  { pieceFrom, premiumValue, amounts }: PremiumClosing,
): void {
  const { journal } = context.holdings
  const pieceTo = journal.pieces.count
  const { position } = shares
  const { day, entry } = slot
  const arrival = plainChange(journal, position, EVENT.carryIn, heldQuantity(shares))
  const isPool = shares.lots.method === 'average'
  const premium = { position, transaction: entry.index, day, units: 0, unitCost: 0 }
  for (let piece = pieceFrom; piece < pieceTo; piece += 1)
    receiveGains(journal, writeLot(journal, { ...premium, parentPiece: piece }), piece, isPool)
  writeEvent(journal, slot, arrival, valueOnly(premiumValue))
  const lotTo = journal.lots.count
  if (!isPool) for (let lot = arrival.lotFrom; lot < lotTo; lot += 1) writePiece(journal, lot, 1, 0)
  const change = entry.settled.quantity
  writeClosing(context, slot, shares, { change, amounts, kind: EVENT.close, pieceFrom: pieceTo })
}

/** The value of the shares at the close, signed, in the settlement currency; NaN without a close or rate. */
function sharesValue(context: PostingContext, entry: Entry, day: number): number {
  const { settled, instrument } = entry
  const size = context.holdings.instruments[instrument]?.contractSize ?? 1
  const rate = context.convert(settled.otherCurrency, settled.settleCurrency, day)
  return toNumber(settled.quantity) * size * context.closeOn(instrument, day) * rate
}

/** Whether a change only reduces the holding. */
function isReduction(holding: Holding, change: Exact): boolean {
  const held = heldQuantity(holding)
  const quantity = toNumber(change)
  return held * quantity < 0 && Math.abs(quantity) <= Math.abs(held) + quantityTolerance(held)
}

/** The value of the shares in excess of the money paid; 0 where they differ by rounding only, or the value is unknown. */
function excessValue(market: number, money: number): number {
  const value = market - money
  return Math.abs(value) > VALUE_TOLERANCE * (Math.abs(market) + Math.abs(money)) ? value : 0
}

/**
 * Exercise, assignment, and subscription with rights: the option leaves without a result of its own, and its premium
 * becomes part of the cost or the proceeds of the shares.
 *
 *     value of the option = value of the shares at the close - money paid for them
 *     cost of shares bought = money paid + premium       proceeds of shares sold = money received - premium
 *
 * New lots date from the exercise. Where the option is not held, or the shares cross zero, no lots can be carried: the
 * option is then closed at that value and the shares are posted at theirs. Without a close of the shares the option
 * leaves at 0.
 */
export function postExercise(context: PostingContext, optionEntry: Entry, entry: Entry): void {
  const { holdings } = context
  const { settled } = entry
  const day = Math.max(optionEntry.transaction.day, entry.transaction.day)
  const posting = writePosting(context, settled, day)
  const option = ensureHolding(holdings, optionEntry.account, optionEntry.instrument)
  const shares = ensureHolding(holdings, entry.account, entry.instrument)
  const leaving = { entry: optionEntry, posting, day }
  const arriving = { entry, posting, day }
  const money = settled.gross * signum(settled.quantity)
  const market = sharesValue(context, entry, day)
  const value = excessValue(market, money)
  const amounts = valueWithCosts(money, settled)
  const amountsAtMarket = { ...amounts, posted: money + value }
  const isOpening = heldQuantity(shares) * toNumber(settled.quantity) >= 0
  const canCarry =
    isReduction(option, optionEntry.settled.quantity) &&
    (isOpening || isReduction(shares, settled.quantity)) &&
    option !== shares
  if (canCarry) {
    const pieceFrom = holdings.journal.pieces.count
    writeClosing(context, leaving, option, {
      change: optionEntry.settled.quantity,
      amounts: valueOnly(-value),
      kind: EVENT.carryOut,
    })
    if (isOpening)
      writeArrival(context, arriving, shares, {
        units: settled.quantity,
        amounts: amountsAtMarket,
        pieceFrom,
        paid: money,
        lotDay: day,
      })
    else closeWithPremium(context, arriving, shares, { pieceFrom, premiumValue: value, amounts })
  } else {
    writeTrade(context, withImpliedPrice(context, leaving, value), option, valueOnly(-value))
    writeTrade(context, withImpliedPrice(context, arriving, money + value), shares, amountsAtMarket)
  }
  if (signum(settled.cash) !== 0) writeCash(context, arriving, cashLeg(settled))
  const own = optionEntry.settled
  if (toNumber(own.cash) !== 0)
    writeCash(context, leaving, cashLeg(own), valueWithCosts(toNumber(own.cash), own))
}

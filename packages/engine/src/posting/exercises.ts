import { type Exact, signOf, toNumber } from '../money/exact.ts'
import { atPrice, writeArrival } from './carried-lots.ts'
import { type Holding, heldQuantity, holdingOf } from './holdings.ts'
import { type Costs, EVENT, FEE, INCOME, plainChange, writeEvent } from './journal.ts'
import { DUST, writeLot } from './lots.ts'
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

/**
 * Shares are closed by an exercise: what the option had cost comes in without units, and leaves with the lots
 * that are sold. A pool of average cost takes it in as a whole.
 */
function closeWithPremium(
  context: PostingContext,
  slot: Slot,
  shares: Holding,
  pieceFrom: number,
  premiumValue: number,
  costs: Costs,
): void {
  const { journal } = context.holdings
  const pieceTo = journal.pieces.lot.length
  const { position } = shares
  const change = plainChange(journal, EVENT.carryIn, 0, heldQuantity(shares))
  for (let piece = pieceFrom; piece < pieceTo; piece += 1)
    writeLot(journal, {
      position,
      transaction: slot.entry.index,
      day: slot.day,
      units: 0,
      unitCost: 0,
      parentPiece: piece,
    })
  writeEvent(
    journal,
    placeOf(slot, position),
    { ...change, pieceFrom: pieceTo },
    valueOnly(premiumValue),
    INCOME.none,
    FEE.fees,
  )
  const isPool = shares.lots.method === 'average'
  for (let lot = change.lotFrom; lot < journal.lots.position.length && !isPool; lot += 1) {
    journal.pieces.lot.push(lot)
    journal.pieces.share.push(1)
    journal.pieces.units.push(0)
  }
  writeClosing(context, slot, shares, slot.entry.settled.quantity, costs, EVENT.close, pieceTo)
}

/** The value of the shares at the close, signed, in the settlement currency; NaN without a close or rate. */
function sharesValue(context: PostingContext, entry: Entry, day: number): number {
  const { settled, instrument } = entry
  const size = context.holdings.instruments[instrument]?.contractSize ?? 1
  const rate = context.convert(settled.otherCurrency, settled.settleCurrency, day)
  return toNumber(settled.quantity) * size * context.closeOn(instrument, day) * rate
}

/** Whether a change only reduces what is held. */
function isReduction(holding: Holding, change: Exact): boolean {
  const held = heldQuantity(holding)
  const quantity = toNumber(change)
  return held * quantity < 0 && Math.abs(quantity) <= Math.abs(held) + DUST
}

/** What shares are worth beyond what is paid for them: nothing where both are the same but for rounding, or unknown. */
function beyondRounding(market: number, money: number): number {
  const value = market - money
  return Math.abs(value) > 1e-12 * (Math.abs(market) + Math.abs(money)) ? value : 0
}

/**
 * Exercise, assignment, and subscription with rights: the option leaves without a result of its own, and what it
 * had cost (a short: brought) becomes part of what the shares cost or bring.
 *
 *     value the option leaves with = value of the shares at the close - money paid for them
 *     cost of shares that come = money paid + premium       proceeds of shares that go = money received - premium
 *
 * New lots date from the exercise. Where the option is not held, or the shares cross zero, there is nothing to
 * carry: the option is then closed at that value and the shares are posted at theirs. Without a close of the
 * shares the option leaves at 0.
 */
export function postExercise(context: PostingContext, giver: Entry, entry: Entry): void {
  const { holdings } = context
  const { settled } = entry
  const day = Math.max(giver.transaction.day, entry.transaction.day)
  const posting = writePosting(context, settled, day)
  const option = holdingOf(holdings, giver.account, giver.instrument)
  const shares = holdingOf(holdings, entry.account, entry.instrument)
  const leaving = { entry: giver, posting, day }
  const arriving = { entry, posting, day }
  const money = settled.gross * signOf(settled.quantity)
  const market = sharesValue(context, entry, day)
  const value = beyondRounding(market, money)
  const costs = { posted: money, income: 0, fees: settled.fees, taxes: settled.taxes }
  const isOpening = heldQuantity(shares) * toNumber(settled.quantity) >= 0
  const canCarry =
    isReduction(option, giver.settled.quantity) &&
    (isOpening || isReduction(shares, settled.quantity)) &&
    option !== shares
  if (canCarry) {
    const pieceFrom = holdings.journal.pieces.lot.length
    writeClosing(context, leaving, option, giver.settled.quantity, valueOnly(-value), EVENT.carryOut)
    if (isOpening)
      writeArrival(
        context,
        arriving,
        shares,
        settled.quantity,
        { ...costs, posted: money + value },
        {
          pieceFrom,
          paid: money,
          lotDay: day,
        },
      )
    else closeWithPremium(context, arriving, shares, pieceFrom, value, costs)
  } else {
    writeTrade(context, atPrice(context, leaving, value), option, valueOnly(-value), EVENT.close)
    writeTrade(
      context,
      atPrice(context, arriving, money + value),
      shares,
      { ...costs, posted: money + value },
      EVENT.close,
    )
  }
  if (signOf(settled.cash) !== 0)
    writeCash(context, arriving, settled.settleCurrency, settled.cash, valueOnly(toNumber(settled.cash)))
  const own = giver.settled
  if (toNumber(own.cash) !== 0)
    writeCash(context, leaving, own.settleCurrency, own.cash, {
      ...valueOnly(toNumber(own.cash)),
      fees: own.fees,
      taxes: own.taxes,
    })
}

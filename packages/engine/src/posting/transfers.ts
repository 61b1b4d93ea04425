import type { Settled } from '../ledger/settle.ts'
import { absolute, type Exact, negate, signum, subtract, toNumber } from '../money/exact.ts'
import { quantityTolerance } from '../money/tolerances.ts'
import { writeArrival } from './carried-lots.ts'
import { restateUnits } from './corporate-actions/split-units.ts'
import { ensureHolding, heldQuantity } from './holdings.ts'
import { describeIssue } from './issues.ts'
import { EVENT } from './journal.ts'
import { type Entry, type PostingContext, type Slot, valueOnly, writePosting } from './posting-context.ts'
import { postCostsApart, valueAtMarket, writeClosing, writeTrade } from './trades.ts'

/**
 * A transfer between two accounts of the ledger, posted on the day it arrives: until then the source holds it. Lots
 * keep date and cost and move at the market value of that close. Where the source holds too little or the target is
 * short, no lots can be carried: the source then sells and the target buys at market value.
 *
 * Where the sides state different quantities, the smaller one moves. The rest is a delivery to or from the outside at
 * market value, such as the network fee of a crypto transfer, and the transaction is reported.
 */
export function postTransfer(context: PostingContext, out: Entry, into: Entry): void {
  const { holdings } = context
  const day = Math.max(out.transaction.day, into.transaction.day)
  const statedUnits = (entry: Entry): Exact =>
    restateUnits(context, entry, absolute(entry.settled.quantity), { from: entry.transaction.day, to: day })
  const [sent, received] = [statedUnits(out), statedUnits(into)]
  const rest = subtract(received, sent)
  const isSame = Math.abs(toNumber(rest)) < quantityTolerance(toNumber(sent))
  const units = isSame || signum(rest) < 0 ? received : sent
  const value = valueAtMarket(context, withUnits(into, units), day)
  const posting = writePosting(context, value, day)
  const source = ensureHolding(holdings, out.account, out.instrument)
  const target = ensureHolding(holdings, into.account, into.instrument)
  const leaving = { entry: { ...out, settled: { ...value, quantity: negate(units) } }, posting, day }
  const arriving = { entry: { ...into, settled: { ...value, quantity: units } }, posting, day }
  const outAmounts = valueOnly(-value.gross)
  const inAmounts = valueOnly(value.gross)
  const canCarry =
    heldQuantity(source) >= toNumber(units) - quantityTolerance(toNumber(units)) &&
    heldQuantity(target) >= 0 &&
    source !== target
  if (!canCarry) {
    writeTrade(context, leaving, source, outAmounts)
    writeTrade(context, arriving, target, inAmounts)
  } else {
    const pieceFrom = holdings.journal.pieces.count
    writeClosing(context, leaving, source, {
      change: negate(units),
      amounts: outAmounts,
      kind: EVENT.carryOut,
    })
    writeArrival(context, arriving, target, { units, amounts: inAmounts, pieceFrom })
  }
  if (!isSame) postDifference(context, signum(rest) < 0 ? leaving : arriving, rest)
  postCostsApart(context, out, day)
  postCostsApart(context, into, day)
}

function withUnits(entry: Entry, quantity: Exact): Entry {
  return { ...entry, settled: { ...entry.settled, quantity } }
}

/** Delivers the units that only one side of a transfer states, at market value, and reports the transaction. */
function postDifference(context: PostingContext, slot: Slot, rest: Exact): void {
  const { entry, day } = slot
  const { journal } = context.holdings
  const settled: Settled = valueAtMarket(context, withUnits(entry, rest), day)
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  const amounts = valueOnly(signum(rest) * settled.gross)
  writeTrade(context, { ...slot, entry: { ...entry, settled } }, holding, amounts, EVENT.carryOut)
  const units = toNumber(absolute(rest))
  const reason = `${units} units on one side only`
  journal.issues.push(describeIssue(entry.transaction, 'transfer_difference', reason, units))
}

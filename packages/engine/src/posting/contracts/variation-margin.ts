import type { Day } from '../../calendar/day.ts'
import { VALUE_TOLERANCE } from '../../money/tolerances.ts'
import { postReturn } from '../corporate-actions/corporate-actions.ts'
import {
  type DueMargin,
  ensureHolding,
  findResultOwner,
  type Holding,
  type Holdings,
  heldQuantity,
  NOTHING_DUE,
} from '../holdings.ts'
import { EVENT, plainChange, writeEvent } from '../journal.ts'
import { restateOwed } from '../lots.ts'
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

/** A position that contracts were closed in: its event, and the size of the amounts that its unpaid gain follows from. */
interface ClosedContracts {
  readonly position: number
  readonly event: number
  readonly gross: number
}

/** Writes the amount owed after contracts were closed. The unpaid gain of a position without contracts stays due to it. */
export function writeOwedAfterClosing(
  { holdings: { journal } }: PostingContext,
  holding: Holding,
  { position, event, gross }: ClosedContracts,
): void {
  if (holding.position < 0) {
    const rounding = VALUE_TOLERANCE * gross
    const amount = -holding.owed
    holding.owed = 0
    if (Math.abs(amount) > rounding) {
      holding.due = [...holding.due, { position, amount, rounding }]
      journal.owed.set(event, -amount)
      return
    }
  }
  journal.owed.set(event, holding.owed)
}

/** The part of a payment that belongs to one position, in the instrument's currency. */
type MarginPart = Pick<DueMargin, 'position' | 'amount'>

/** A payment while no contract is open reduces what is due, oldest first; the last position takes what is beyond it. */
function shareAmongClosed({ due, history }: Holding, amount: number): MarginPart[] {
  const parts: MarginPart[] = []
  let rest = amount
  let rounding = VALUE_TOLERANCE * Math.abs(amount)
  for (const [place, { position, amount: all, rounding: own }] of due.entries()) {
    // A payment that is used up pays nothing to the positions after it.
    if (Math.abs(rest) <= rounding) break
    const isPart = rest * all > 0 && Math.abs(rest) < Math.abs(all)
    const part = isPart || place === due.length - 1 ? rest : all
    parts.push({ position, amount: part })
    rest -= part
    rounding += own
    if (isPart) break
  }
  return parts.length > 0 ? parts : [{ position: history[history.length - 1] ?? -1, amount }]
}

/**
 * Shares a payment among the positions of a holding: what is due to closed positions first, in full, and the rest to the
 * open one. One payment settles all gains up to its close, so the rest can have the other sign.
 */
function shareMargin(
  holdings: Holdings,
  holding: Holding,
  amount: number,
  exDay: Day | undefined,
): MarginPart[] {
  const { position, due } = holding
  if (exDay !== undefined) return [{ position: findResultOwner(holdings, holding, exDay), amount }]
  const rest = due.reduce((left, entry) => left - entry.amount, amount)
  const rounding = due.reduce((sum, entry) => sum + entry.rounding, VALUE_TOLERANCE * Math.abs(amount))
  if (due.length > 0 && amount !== 0 && Math.abs(rest) <= rounding) return [...due]
  if (position < 0) return shareAmongClosed(holding, amount)
  return amount === 0 ? [{ position, amount }] : [...due, { position, amount: rest }]
}

/**
 * Reduces what a position has to get by a payment. Prices decide what a closed position has earned: what is paid less
 * stays due to it, what is paid more is due from it.
 */
function settlePart(
  { holdings: { journal } }: PostingContext,
  holding: Holding,
  { position, amount }: MarginPart,
  event: number,
): void {
  if (amount === 0) return
  if (position === holding.position) {
    holding.owed += amount
    restateOwed(holding.lots, holding.owed)
    journal.owed.set(event, holding.owed)
    return
  }
  const before = holding.due.find(entry => entry.position === position)
  const rounding = before?.rounding ?? VALUE_TOLERANCE * Math.abs(amount)
  const left = (before?.amount ?? 0) - amount
  const isSettled = Math.abs(left) <= rounding
  journal.owed.set(event, isSettled ? 0 : -left)
  const others = holding.due.filter(entry => entry !== before)
  const due = isSettled ? others : [...others, { position, amount: left, rounding }]
  holding.due = due.length === 0 ? NOTHING_DUE : due.sort((a, b) => a.position - b.position)
}

function writePart(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  part: MarginPart,
  amounts = valueOnly(-part.amount),
): void {
  const { journal } = context.holdings
  const after = part.position === holding.position ? heldQuantity(holding) : 0
  const change = plainChange(journal, part.position, EVENT.returnCapital, after)
  settlePart(context, holding, part, writeEvent(journal, slot, change, amounts))
}

/**
 * Variation margin: the gain of futures and forwards is paid, leaves their value and is realized. It settles what is due
 * to closed positions of the account and instrument first, then the open contracts. Its costs belong to the last
 * position it pays. The sum of the values does not depend on this order. Where the instrument was never held, it is
 * income of the account.
 */
export function postMargin(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  if (holding.history.length === 0) {
    postReturn(context, entry)
    return
  }
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  // Without an exchange rate it cannot be known which part of the gain was paid.
  const amount = Number.isFinite(settled.notional) ? settled.notional : 0
  const rate = amount === 0 ? 0 : settled.gross / amount
  const parts = shareMargin(context.holdings, holding, amount, transaction.exDay)
  let left = settled.gross
  parts.forEach((part, place) => {
    const isLast = place === parts.length - 1
    const money = isLast ? left : part.amount * rate
    left -= money
    writePart(context, slot, holding, part, isLast ? valueWithCosts(-money, settled) : valueOnly(-money))
  })
  writeCash(context, slot, cashLeg(settled))
}

/**
 * Settles the amounts due to closed positions against each other where they cancel: nobody pays a margin of 0. Each
 * position realizes its own. It comes after the cash of the transaction that closed the last contract, since the events
 * of one posting follow each other.
 */
export function offsetDue(context: PostingContext, slot: Slot, holding: Holding): void {
  const { due } = holding
  if (holding.position >= 0 || due.length < 2) return
  const sum = due.reduce((total, { amount }) => total + amount, 0)
  const rounding = due.reduce((total, entry) => total + entry.rounding, 0)
  if (Math.abs(sum) > rounding) return
  const currency = context.majorCurrency(holding.instrument)
  const own = { settleCurrency: currency, otherCurrency: currency, perSettled: Number.NaN }
  const posting = writePosting(context, { ...slot.entry.settled, ...own }, slot.day)
  for (const part of due) writePart(context, { ...slot, posting }, holding, part)
}

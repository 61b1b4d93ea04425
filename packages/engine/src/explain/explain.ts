import { type PositionSums, pnlOf, resultOf, sumPosition } from '../figures/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { valueMoveOf } from './chunks.ts'
import { priceChangeOf } from './price-change.ts'

/** What a P/L is made of, each part signed as it moved the total, so that they simply add up. */
export interface MoveParts {
  readonly price: number
  readonly trading: number
  readonly currency: number
  /** Interest that accrued and is not paid; falls again when it is, and is income then. */
  readonly accrued: number
  readonly income: number
  readonly fees: number
  readonly taxes: number
}

/** What moved one position, or several together, in the result's currency. */
export interface Move {
  /** Value at the opening close and at the end; start + flows + P/L = end. */
  readonly start: number
  readonly end: number
  /** What was paid in less what was taken out, income and costs included: it is not part of the P/L. */
  readonly flows: number
  readonly pnl: number
  readonly parts: MoveParts
}

export interface PositionMove extends Move {
  /** Place of the position in the snapshot. */
  readonly position: number
  readonly isCash: boolean
  /** Change of its price as a fraction, in the currency of the instrument. */
  readonly priceChange: number | null
}

/** The P/L of a scope over a period, explained. */
export interface Explanation extends Move {
  /** What the parts leave unexplained: 0 when nothing but what float64 loses is left. */
  readonly residual: number
  /** Everything that moved, largest P/L first; the rows add up to the total. */
  readonly rows: readonly PositionMove[]
  /** Positions of the scope that were there and did not move. */
  readonly unmoved: number
}

export const NO_PARTS: MoveParts = {
  price: 0,
  trading: 0,
  currency: 0,
  accrued: 0,
  income: 0,
  fees: 0,
  taxes: 0,
}

/** The sum of parts: the P/L they explain. */
export function sumOfParts(parts: MoveParts): number {
  const { price, trading, currency, accrued, income, fees, taxes } = parts
  return price + trading + currency + accrued + income + fees + taxes
}

function addParts(a: MoveParts, b: MoveParts): MoveParts {
  return {
    price: a.price + b.price,
    trading: a.trading + b.trading,
    currency: a.currency + b.currency,
    accrued: a.accrued + b.accrued,
    income: a.income + b.income,
    fees: a.fees + b.fees,
    taxes: a.taxes + b.taxes,
  }
}

/** Several moves as one. */
export function addMoves(moves: readonly Move[]): Move {
  return moves.reduce<Move>(
    (sum, move) => ({
      start: sum.start + move.start,
      end: sum.end + move.end,
      flows: sum.flows + move.flows,
      pnl: sum.pnl + move.pnl,
      parts: addParts(sum.parts, move.parts),
    }),
    { start: 0, end: 0, flows: 0, pnl: 0, parts: NO_PARTS },
  )
}

/** Nothing is `0 - 0`, which would print as -0. */
function negative(value: number): number {
  return value === 0 ? 0 : -value
}

/** A part this small beside what a position was worth and what was posted is what float64 leaves of sums that cancel. */
const PART_DUST = 1e-13

/** Parts without what is nothing: a currency that stood still moved nothing. */
function withoutDust(parts: MoveParts, moved: number): MoveParts {
  const kept = (part: number): number => (Math.abs(part) <= PART_DUST * moved ? 0 : part)
  return {
    ...parts,
    price: kept(parts.price),
    trading: kept(parts.trading),
    currency: kept(parts.currency),
    accrued: kept(parts.accrued),
  }
}

function partsOf(result: QueryResult, position: number, sums: PositionSums, pnl: number): MoveParts {
  const { snapshot, views, period } = result
  const results = {
    income: sums.dividends + sums.interest + sums.otherIncome,
    fees: negative(sums.fees),
    taxes: negative(sums.taxes),
  }
  const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
  // Money has the price 1 in its own currency: whatever it earned beside its results, the rate did.
  if (isCash) return { price: 0, trading: 0, currency: pnl - resultOf(sums), accrued: 0, ...results }
  return { ...valueMoveOf(snapshot, views, position, period), ...results }
}

/** What moved one position of an result over its period; null while it cannot be valued. */
export function explainPosition(result: QueryResult, position: number): PositionMove | null {
  const { snapshot, views, period } = result
  const sums = sumPosition(snapshot, views.calculated, position, period)
  const pnl = pnlOf(sums)
  if (pnl === null) return null
  return {
    position,
    isCash: (snapshot.positions.instrument[position] ?? -1) < 0,
    start: sums.start,
    end: sums.end ?? 0,
    flows: sums.posted - resultOf(sums),
    pnl: pnl.total,
    parts: withoutDust(
      partsOf(result, position, sums, pnl.total),
      Math.abs(sums.start) + Math.abs(sums.end ?? 0) + Math.abs(sums.posted),
    ),
    priceChange: priceChangeOf(snapshot, position, period),
  }
}

/** A residual below this share of what was moved is what float64 leaves of sums, and nothing else. */
const DUST = 1e-9

/** What parts leave of a P/L: exactly 0 unless there is a bug. `moved` is what went through the sums, in money. */
function residualOf(pnl: number, parts: MoveParts, moved: number): number {
  const residual = pnl - sumOfParts(parts)
  return Math.abs(residual) <= DUST * (1 + moved) ? 0 : residual
}

/** Money that went through a move, in either direction: what a residual is measured by. */
function turnoverOf({ start, end, flows, parts }: Move): number {
  return [start, end, flows, ...Object.values(parts)].reduce((sum, part) => sum + Math.abs(part), 0)
}

/** What one move leaves unexplained of its own P/L. */
export function residualOfMove(move: Move): number {
  return residualOf(move.pnl, move.parts, turnoverOf(move))
}

function hasMoved({ flows, pnl, parts }: PositionMove): boolean {
  return flows !== 0 || pnl !== 0 || Object.values(parts).some(part => part !== 0)
}

/**
 * Explains the P/L of an result's scope, position by position, cash included.
 *
 *     P/L = price + trading + currency + accrued + income + fees + taxes        (fees and taxes are negative)
 *     opening value + flows + P/L = closing value
 *
 * Price, trading, currency and accrued interest are those of chunks (see `valueMoveOf`). Income is what was posted,
 * gross of withholding tax. P/L and values are those of the result's performance to the last digit, the parts are
 * summed up from the transactions: what they leave is the residual.
 */
export function explainMove(result: QueryResult): Explanation {
  const { snapshot, isIn, period, performance } = result
  const rows: PositionMove[] = []
  let unmoved = 0
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1 || (snapshot.positions.openDay[position] ?? 0) > period.to) continue
    const move = explainPosition(result, position)
    if (move !== null && hasMoved(move)) rows.push(move)
    else if (move !== null && (move.start !== 0 || move.end !== 0)) unmoved += 1
  }
  rows.sort((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl) || a.position - b.position)
  const { parts } = addMoves(rows)
  const moved = rows.reduce((sum, row) => sum + turnoverOf(row), 0)
  const pnl = performance.pnl.abs.total
  return {
    start: performance.openingBalance,
    end: performance.balance.total,
    flows: performance.cashFlow.net,
    pnl,
    parts,
    residual: residualOf(pnl, parts, moved),
    rows,
    unmoved,
  }
}

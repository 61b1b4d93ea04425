import { computePnl, netIncome, type PositionSums, sumPosition } from '../figures/positions/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { RESIDUAL_TOLERANCE, VALUE_TOLERANCE } from '../money/tolerances.ts'
import { computePriceChange } from './price-change.ts'
import { computeValueEffects } from './value-effects.ts'

/** The parts of a P/L: effects and results, signed so that they add up to it. */
export interface MoveParts {
  /** Price, trading, currency and accrued: see `ValueEffects`. */
  readonly price: number
  readonly trading: number
  readonly currency: number
  readonly accrued: number
  readonly income: number
  readonly fees: number
  readonly taxes: number
}

/** The change in value of one or several positions, in the result's currency: start + flows + P/L = end. */
export interface Move {
  /** Value at the opening close and at the end. */
  readonly start: number
  readonly end: number
  /** Inflows less outflows. Income paid out is an outflow, costs paid from outside are an inflow. */
  readonly flows: number
  readonly pnl: number
  readonly parts: MoveParts
}

export interface PositionMove extends Move {
  /** Index of the position in the snapshot. */
  readonly position: number
  readonly isCash: boolean
  /** A fraction, in the currency of the instrument; see `computePriceChange`. */
  readonly priceChange: number | null
}

/** The P/L of a scope over a period, explained. */
export interface Explanation extends Move {
  /** P/L - sum of the parts, 0 within float64 rounding. */
  readonly residual: number
  /** Positions that moved, largest P/L first; they add up to the total. */
  readonly rows: readonly PositionMove[]
  /** Number of positions with a value that did not move. */
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

/** The sum of the parts: the explained P/L. */
export function sumParts(parts: MoveParts): number {
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

/** The sum of moves, part by part. */
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

/** -value, but 0 instead of -0, which would print with a sign. */
function negated(value: number): number {
  return value === 0 ? 0 : -value
}

/** Sets effects that are only rounding to 0. `scale` is the money that went through the sums. */
function withoutDust(parts: MoveParts, scale: number): MoveParts {
  const kept = (part: number): number => (Math.abs(part) <= VALUE_TOLERANCE * scale ? 0 : part)
  return {
    ...parts,
    price: kept(parts.price),
    trading: kept(parts.trading),
    currency: kept(parts.currency),
    accrued: kept(parts.accrued),
  }
}

function computeParts(result: QueryResult, sums: PositionSums): MoveParts {
  const { snapshot, views, period } = result
  return {
    ...computeValueEffects(snapshot, views, sums, period),
    income: sums.dividends + sums.interest + sums.otherIncome,
    fees: negated(sums.fees),
    taxes: negated(sums.taxes),
  }
}

/** Explains the P/L of one position over a result's period, see `explainMove`; null when it cannot be valued at the end. */
export function explainPosition(result: QueryResult, position: number): PositionMove | null {
  const { snapshot, views, period } = result
  const sums = sumPosition(snapshot, views.calculated, position, period)
  const pnl = computePnl(sums)
  if (pnl === null) return null
  return {
    position,
    isCash: (snapshot.positions.instrument[position] ?? -1) < 0,
    start: sums.start,
    end: sums.end ?? 0,
    flows: sums.posted - netIncome(sums),
    pnl: pnl.total,
    parts: withoutDust(
      computeParts(result, sums),
      Math.abs(sums.start) + Math.abs(sums.end ?? 0) + Math.abs(sums.posted),
    ),
    priceChange: computePriceChange(snapshot, position, period),
  }
}

/** P/L - sum of the parts: 0 unless there is a bug. */
function computeResidual(pnl: number, parts: MoveParts, turnover: number): number {
  const residual = pnl - sumParts(parts)
  return Math.abs(residual) <= RESIDUAL_TOLERANCE * (1 + turnover) ? 0 : residual
}

/** Money that went through a move in either direction: the scale of its residual. */
function turnover({ start, end, flows, parts }: Move): number {
  return [start, end, flows, ...Object.values(parts)].reduce((sum, part) => sum + Math.abs(part), 0)
}

/** The P/L of a move that its parts do not explain, in the result's currency: 0 within float64 rounding. */
export function unexplainedPnl(move: Move): number {
  return computeResidual(move.pnl, move.parts, turnover(move))
}

function hasMoved({ flows, pnl, parts }: PositionMove): boolean {
  return flows !== 0 || pnl !== 0 || Object.values(parts).some(part => part !== 0)
}

/**
 * Explains the P/L of a result's scope, position by position, cash included.
 *
 *     P/L = price + trading + currency + accrued + income + fees + taxes        (fees and taxes are negative)
 *     opening value + flows + P/L = closing value
 *
 * Price, trading, currency and accrued interest are effects on the value, see `computeValueEffects`. Income is gross of
 * withholding tax. P/L and values are exactly those of the result's performance; the parts are summed from the
 * transactions, and the difference is the residual. Positions that cannot be valued at the end have no row. Money in the
 * result's currency.
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
  const turnedOver = rows.reduce((sum, row) => sum + turnover(row), 0)
  const pnl = performance.pnl.abs.total
  return {
    start: performance.openingBalance,
    end: performance.balance.total,
    flows: performance.cashFlow.net,
    pnl,
    parts,
    residual: computeResidual(pnl, parts, turnedOver),
    rows,
    unmoved,
  }
}

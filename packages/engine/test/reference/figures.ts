import { type Num, num, ZERO } from './market.ts'
import type { ReferencePosition } from './position.ts'
import type { Reference } from './reference.ts'

/** Figures of a scope over a period, computed day by day from the reference positions. */
export interface ReferenceFigures {
  readonly start: Num
  readonly end: Num
  readonly deposits: Num
  readonly withdrawals: Num
  readonly total: Num
  readonly realized: Num
  readonly fees: Num
  /** Null when no return can be linked. */
  readonly twr: Num | null
  readonly twrRealized: Num | null
  /** How far float64 may miss the return: large where large amounts come and go on a small base. */
  readonly returnError: Num
}

interface Flow {
  readonly step: number
  flow: Num
  capital: Num
}

function add(a: Num, b: Num): Num {
  return a.add(b)
}

/** The rounding errors of a few sums in float64, as a share of their gross amounts. */
const FLOAT_ERROR = num('1e-15')

/** The share of their gross sum below which a sum of amounts that cancel is 0. */
const CANCELLED = num('1e-13')

function addUp(amounts: readonly Num[]): Num {
  const sum = amounts.reduce(add, ZERO)
  const gross = amounts.map(amount => amount.abs()).reduce(add, ZERO)
  return sum.abs().gt(gross.mul(CANCELLED)) ? sum : ZERO
}

function dayFlows(positions: readonly ReferencePosition[], day: number, isWhole: boolean): Flow[] {
  const flows = new Map<number, Flow>()
  for (const position of positions)
    for (const event of position.events) {
      if (event.day !== day) continue
      const flow = flows.get(event.step) ?? { step: event.step, flow: ZERO, capital: ZERO }
      flow.flow = flow.flow.add(event.posted).sub(event.result)
      flow.capital = flow.capital.add(event.posted).sub(event.result).add(event.collateral)
      flows.set(event.step, flow)
    }
  // A late entry precedes the day's transactions; an overdraft that enters follows them.
  const rank = (flow: Flow): number =>
    flow.step >= 0 ? 1 : (isWhole ? flow.flow : flow.capital).isPos() ? 0 : 2
  return [...flows.values()].sort((a, b) => rank(a) - rank(b) || a.step - b.step)
}

/** Computes the figures of one query. `isWhole`: the scope is whole accounts with their cash. */
export function referenceFigures(
  reference: Reference,
  positions: readonly ReferencePosition[],
  from: number,
  to: number,
  isWhole: boolean,
): ReferenceFigures {
  const value = (day: number) => addUp(positions.map(position => reference.valueOn(position, day)))
  const grossValue = (day: number) =>
    positions.map(position => reference.valueOn(position, day).abs()).reduce(add, ZERO)
  const all = positions.flatMap(position => position.events)
  const byDay = Map.groupBy(all, event => event.day)
  const before = all.filter(event => event.day < from)
  let collateral = isWhole ? ZERO : before.map(event => event.collateral).reduce(add, ZERO)
  const on = (day: number, pick: 'realized' | 'result' | 'fees' | 'collateral') =>
    (byDay.get(day) ?? []).map(event => event[pick]).reduce(add, ZERO)
  const start = value(from - 1)
  let previous = start
  let previousGross = grossValue(from - 1)
  let deposits = ZERO
  let withdrawals = ZERO
  let total = ZERO
  let realized = ZERO
  let fees = ZERO
  let growth = num(1)
  let realizedPart = ZERO
  let returnError = ZERO
  let isLinked = false
  let isLost = false
  for (let day = from; day <= to; day += 1) {
    const flows = byDay.has(day) ? dayFlows(positions, day, isWhole) : []
    let running = ZERO
    let peak = ZERO
    let net = ZERO
    for (const { flow, capital } of flows) {
      net = net.add(flow)
      if (flow.isPos()) deposits = deposits.add(flow)
      else withdrawals = withdrawals.add(flow)
      running = running.add(isWhole ? flow : capital)
      if (running.gt(peak)) peak = running
    }
    const close = value(day)
    const closeGross = grossValue(day)
    const pnl = close.sub(previous).sub(net)
    const posted = on(day, 'realized').add(on(day, 'result'))
    const base = addUp([previous, collateral, peak])
    if (!isWhole) collateral = collateral.add(on(day, 'collateral'))
    total = total.add(pnl)
    realized = realized.add(posted)
    fees = fees.add(on(day, 'fees'))
    if (base.gt('1e-12')) {
      const gain = pnl.div(base)
      const moved = (byDay.get(day) ?? []).map(event => event.posted.abs()).reduce(add, ZERO)
      const gross = [previousGross, closeGross, moved].reduce(add)
      // An error of the P/L counts once, one of the base as often as the gain is larger than the base.
      const error = gross.div(base).mul(FLOAT_ERROR).mul(gain.abs().add(1))
      const newError = growth.abs().mul(error)
      returnError = returnError.mul(gain.add(1).abs()).add(newError)
      realizedPart = realizedPart.add(growth.mul(posted).div(base))
      growth = growth.mul(gain.add(1))
      isLinked = true
      if (gain.lte('-0.999999999999')) isLost = true
    }
    previous = close
    previousGross = closeGross
  }
  const hasReturn = isLinked && !isLost
  return {
    start,
    end: previous,
    deposits,
    withdrawals,
    total,
    realized,
    fees,
    twr: hasReturn ? growth.sub(1) : null,
    twrRealized: hasReturn ? realizedPart : null,
    returnError,
  }
}

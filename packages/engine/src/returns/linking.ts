import type { Flag } from '../ledger/vocabulary.ts'

// Columns have one value per day by construction; `as number` says so in the loops below.

/** Daily columns that a return is linked from; index 0 is the opening close and has no return. */
export interface ReturnInputs {
  /** Capital of each day: value of the previous close plus the peak of the day's running flow. */
  readonly base: Float64Array
  readonly total: Float64Array
  readonly realized: Float64Array
}

/** A day that leaves less than this of its base has lost all of it, but for rounding. */
const LOSS_DUST = 1e-12

/** A linked return and its parts, as fractions (0.05 is 5 %), with the running columns for charts. */
export interface LinkedReturn {
  readonly total: number | null
  readonly realized: number | null
  readonly unrealized: number | null
  /** P/L of days without capital, in money: shown beside the return, which leaves it out. */
  readonly unlinkedPnl: number
  readonly flags: readonly Flag[]
  /** Per day: growth before it / its base. What one unit of P/L on that day adds to the return. */
  readonly weight: Float64Array
  readonly cumulative: Float64Array
  readonly cumulativeRealized: Float64Array
}

/**
 * Time-weighted return with additive parts.
 *
 *     r(d) = P/L(d) / base(d)        growth(d) = growth(d-1) x (1 + r(d))        TWR = growth - 1
 *     contribution of x = sum over days of growth(d-1) x x(d) / base(d)
 *
 * Contributions of realized and unrealized, of positions and of groups add up to the TWR exactly. A day whose
 * base is not positive has no return: its factor is 1 and its P/L is `unlinked`. A day that loses the whole
 * base or more ends the chain: the return is null with `base_lost`. Without any day with capital it is null.
 */
export function linkReturns(inputs: ReturnInputs): LinkedReturn {
  const { base, total, realized } = inputs
  const length = base.length
  const weight = new Float64Array(length)
  const cumulative = new Float64Array(length)
  const cumulativeRealized = new Float64Array(length)
  let growth = 1
  let realizedSum = 0
  let unlinkedPnl = 0
  let linkedDays = 0
  let isLost = false
  for (let day = 1; day < length; day += 1) {
    const capital = base[day] as number
    const pnl = total[day] as number
    if (capital > 0) {
      const unit = growth / capital
      weight[day] = unit
      realizedSum += unit * (realized[day] as number)
      growth += unit * pnl
      linkedDays += 1
      if (pnl <= -capital * (1 - LOSS_DUST)) isLost = true
    } else {
      unlinkedPnl += pnl
    }
    cumulative[day] = growth - 1
    cumulativeRealized[day] = realizedSum
  }
  const flags: Flag[] = []
  if (isLost) flags.push('base_lost')
  if (unlinkedPnl !== 0) flags.push('unlinked')
  const isNull = isLost || linkedDays === 0
  return {
    total: isNull ? null : growth - 1,
    realized: isNull ? null : realizedSum,
    unrealized: isNull ? null : growth - 1 - realizedSum,
    unlinkedPnl,
    flags,
    weight,
    cumulative,
    cumulativeRealized,
  }
}

/** What a column of daily P/L contributes to a return: the sum of weight x P/L. Same unit as the return. */
export function linkedContribution(weight: Float64Array, pnl: Float64Array): number {
  let sum = 0
  for (let day = 1; day < weight.length; day += 1) sum += (weight[day] as number) * (pnl[day] as number)
  return sum
}

/**
 * The product of daily factors over days `from` to `to` of a cumulative return column, as a fraction:
 * (1 + cumulative at the end) / (1 + cumulative before) - 1. Null when the start has lost everything.
 */
export function returnBetween(cumulative: Float64Array, from: number, to: number): number | null {
  const before = 1 + (cumulative[from - 1] ?? 0)
  const after = 1 + (cumulative[to] ?? 0)
  return before > 0 ? after / before - 1 : null
}

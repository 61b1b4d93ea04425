import { listParts, type ViewedPart } from '../currency/join-views.ts'
import { currencyLegs } from '../figures/currency/currency-exposure.ts'
import { exposureOn } from '../figures/exposure.ts'
import { findGaps, type Gaps } from '../figures/gaps.ts'
import { groupCapital } from '../figures/group-capital.ts'
import { groupReturn, type Split3 } from '../figures/performance.ts'
import { relativePnl } from '../figures/positions/position-figures.ts'
import { computePnl, sumPosition } from '../figures/positions/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { weightIn } from '../figures/weight.ts'
import type { Flag, GroupExposureOption } from '../ledger/vocabulary.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'

/** A group of a scope. Money in the result's currency, returns and weights as fractions. */
export interface GroupRow {
  readonly group: string
  readonly value: number
  readonly exposure: number
  /** Share of the scope's value or exposure, as chosen by `weightBy`; null when that is 0. */
  readonly weight: number | null
  readonly positions: number
  /** P/L of positions open at the end and of closed ones; together they are the group's P/L. */
  readonly open: Split3<number>
  readonly closed: Split3<number>
  readonly pnl: Split3<number>
  /** Highest sum of its members' capital, see `groupCapital`, and the P/L in relation to it; null without capital. */
  readonly capital: number
  readonly pnlRel: Split3<number | null>
  readonly cashFlow: number
  /** The group's own time-weighted return, which does not add up. */
  readonly twr: Split3<number | null>
  /** Contribution to the return of the scope, which adds up. */
  readonly contribution: Split3<number | null>
  readonly flags: readonly Flag[]
  /** What is missing in the figures above, which are of the known part. */
  readonly gaps: Gaps
}

interface Tally {
  open: { total: number; realized: number; unrealized: number }
  closed: { total: number; realized: number; unrealized: number }
  value: number
  exposure: number
  /** Sums of the magnitudes of both, the scale of their rounding. */
  grossValue: number
  grossExposure: number
  positions: number
}

function emptyTally(): Tally {
  const zero = { total: 0, realized: 0, unrealized: 0 }
  return {
    open: { ...zero },
    closed: { ...zero },
    value: 0,
    exposure: 0,
    grossValue: 0,
    grossExposure: 0,
    positions: 0,
  }
}

/** Sums the positions of each group. The value of an unvalued position counts as 0. */
function tallyGroups(result: QueryResult): Tally[] {
  const groups = result.scope.groups.map(emptyTally)
  for (const part of listParts(result.snapshot, result.views)) tallyPart(result, part, groups)
  return groups
}

function tallyPart(
  { scope, period, groupBy }: QueryResult,
  { snapshot, views, firstPosition }: ViewedPart,
  groups: readonly Tally[],
): void {
  const { count, openDay } = snapshot.positions
  for (let position = 0; position < count; position += 1) {
    const tally = groups[scope.groupIndex[firstPosition + position] ?? -1]
    if (!tally || (openDay[position] ?? 0) > period.to) continue
    const sums = sumPosition(snapshot, views.calculated, position, period)
    const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
    const pnl = computePnl(sums) ?? computePnl({ ...sums, end: 0 })
    if (!pnl) continue
    const isOpen = sums.quantity !== 0 || isCash
    const side = isOpen ? tally.open : tally.closed
    side.total += pnl.total
    side.realized += pnl.realized
    side.unrealized += pnl.unrealized
    tally.value += sums.end ?? 0
    tally.grossValue += Math.abs(sums.end ?? 0)
    if (groupBy === 'currency')
      for (const leg of currencyLegs(snapshot, views.calculated, position, period.to, sums.end)) {
        const own = groups[scope.groups.indexOf(leg.currency)] ?? tally
        own.exposure += leg.exposure
        own.grossExposure += Math.abs(leg.exposure)
      }
    else {
      const exposure = exposureOn(snapshot, views.calculated, position, period.to, sums.end) ?? 0
      tally.exposure += exposure
      tally.grossExposure += Math.abs(exposure)
    }
    if (isOpen) tally.positions += 1
  }
}

/** The positions of each group. */
function listMembers({ scope }: QueryResult): number[][] {
  const members: number[][] = scope.groups.map(() => [])
  for (let position = 0; position < scope.groupIndex.length; position += 1)
    members[scope.groupIndex[position] ?? -1]?.push(position)
  return members
}

function plus(a: Split3<number>, b: Split3<number>): Split3<number> {
  return {
    total: a.total + b.total,
    realized: a.realized + b.realized,
    unrealized: a.unrealized + b.unrealized,
  }
}

/**
 * The groups of a result: they partition the scope, and their values, P/L and contributions add up to those of the
 * scope.
 *
 *     weight = group / scope, by value or by exposure        contribution: see `groupReturn`
 *
 * By currency, the exposure of a forward is split over both its currencies. A group without value or activity in the
 * period has a row of zeros. Money in the result's currency, returns and weights as fractions.
 */
export function groupRows(result: QueryResult, weightBy: GroupExposureOption = 'exposure'): GroupRow[] {
  const { dailyFigures, performance, scope, isWhole } = result
  const all = tallyGroups(result)
  const isByValue = weightBy === 'value'
  const sum = all.reduce((sum, tally) => sum + (isByValue ? tally.value : tally.exposure), 0)
  const gross = all.reduce((sum, tally) => sum + (isByValue ? tally.grossValue : tally.grossExposure), 0)
  const whole = Math.abs(sum) <= VALUE_TOLERANCE * gross ? 0 : sum
  const gaps = findGaps(result)
  const hasReturn = performance.pnl.rel.total !== null
  const capitals = groupCapital(result, listMembers(result))
  return scope.groups.map((group, index) => {
    const tally = all[index] ?? emptyTally()
    const columns = dailyFigures.groups[index] ?? dailyFigures.total
    const pnl = plus(tally.open, tally.closed)
    const capital = capitals[index] ?? 0
    const { own, contribution } = groupReturn(columns, isWhole[index] === true, performance.weight)
    return {
      group,
      value: tally.value,
      exposure: tally.exposure,
      weight: weightIn(whole, isByValue ? tally.value : tally.exposure),
      positions: tally.positions,
      open: tally.open,
      closed: tally.closed,
      pnl,
      capital,
      pnlRel: relativePnl(pnl, capital),
      cashFlow: columns.deposits + columns.withdrawals,
      twr: { total: own.total, realized: own.realized, unrealized: own.unrealized },
      contribution: hasReturn ? contribution : { total: null, realized: null, unrealized: null },
      flags: own.flags,
      gaps: gaps.groups[index] ?? gaps.total,
    }
  })
}

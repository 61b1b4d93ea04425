import { currencyLegs } from '../figures/currency-exposure.ts'
import { exposureOn } from '../figures/exposure.ts'
import { groupReturn, type Split3 } from '../figures/performance.ts'
import { pnlOf, sumPosition } from '../figures/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import type { Flag, GroupExposureOption } from '../ledger/vocabulary.ts'

/** A group of a scope. Money in the result's currency, returns and weights as fractions. */
export interface GroupRow {
  readonly group: string
  readonly value: number
  readonly exposure: number
  /** Share of the scope's value or exposure, whichever was asked for; null when the scope has none. */
  readonly weight: number | null
  readonly positions: number
  /** P/L of positions open at the end and of closed ones: together the group's. */
  readonly open: Split3<number>
  readonly closed: Split3<number>
  readonly pnl: Split3<number>
  readonly cashFlow: number
  /** The group's own time-weighted return, which does not add up, and what it adds to the scope's, which does. */
  readonly twr: Split3<number | null>
  readonly contribution: Split3<number | null>
  readonly flags: readonly Flag[]
}

interface Tally {
  open: { total: number; realized: number; unrealized: number }
  closed: { total: number; realized: number; unrealized: number }
  value: number
  exposure: number
  positions: number
}

function emptyTally(): Tally {
  const zero = { total: 0, realized: 0, unrealized: 0 }
  return { open: { ...zero }, closed: { ...zero }, value: 0, exposure: 0, positions: 0 }
}

/** P/L per group by adding up its positions. Positions that cannot be valued are outside and add nothing. */
function tallies(result: QueryResult): Tally[] {
  const { snapshot, views, scope, period, groupBy } = result
  const groups = scope.groups.map(emptyTally)
  const { openDay } = snapshot.positions
  for (let position = 0; position < scope.groupOf.length; position += 1) {
    const tally = groups[scope.groupOf[position] ?? -1]
    if (!tally || (openDay[position] ?? 0) > period.to) continue
    const sums = sumPosition(snapshot, views.calculated, position, period)
    const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
    const pnl = pnlOf(sums) ?? pnlOf({ ...sums, end: 0 })
    if (!pnl) continue
    const isOpen = sums.quantity !== 0 || isCash
    const side = isOpen ? tally.open : tally.closed
    side.total += pnl.total
    side.realized += pnl.realized
    side.unrealized += pnl.unrealized
    tally.value += sums.end ?? 0
    if (groupBy === 'currency')
      for (const leg of currencyLegs(snapshot, views.calculated, position, period.to, sums.end)) {
        const own = groups[scope.groups.indexOf(leg.currency)] ?? tally
        own.exposure += leg.exposure
      }
    else tally.exposure += exposureOn(snapshot, views.calculated, position, period.to, sums.end) ?? 0
    if (isOpen) tally.positions += 1
  }
  return groups
}

function plus(a: Split3<number>, b: Split3<number>): Split3<number> {
  return {
    total: a.total + b.total,
    realized: a.realized + b.realized,
    unrealized: a.unrealized + b.unrealized,
  }
}

/**
 * The groups of an result: they partition the scope, and their values, P/L and contributions add up to its.
 *
 *     weight = group / scope, by value or by exposure        contribution: see groupReturn
 *
 * A group that can be neither valued nor was traded in the period still stands, with zeros.
 */
export function groupRows(result: QueryResult, weightBy: GroupExposureOption = 'exposure'): GroupRow[] {
  const { pass, performance, scope, isWhole } = result
  const all = tallies(result)
  const sum = all.reduce((sum, tally) => sum + (weightBy === 'value' ? tally.value : tally.exposure), 0)
  const whole = Math.abs(sum) <= result.views.calculated.dust ? 0 : sum
  const hasReturn = performance.pnl.rel.total !== null
  return scope.groups.map((group, index) => {
    const tally = all[index] ?? emptyTally()
    const columns = pass.groups[index] ?? pass.total
    const { own, contribution } = groupReturn(columns, isWhole[index] === true, performance.weight)
    return {
      group,
      value: tally.value,
      exposure: tally.exposure,
      weight: whole === 0 ? null : (weightBy === 'value' ? tally.value : tally.exposure) / whole,
      positions: tally.positions,
      open: tally.open,
      closed: tally.closed,
      pnl: plus(tally.open, tally.closed),
      cashFlow: columns.deposits + columns.withdrawals,
      twr: { total: own.total, realized: own.realized, unrealized: own.unrealized },
      contribution: hasReturn ? contribution : { total: null, realized: null, unrealized: null },
      flags: own.flags,
    }
  })
}

import { type Day, weekdayOf } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { CurrencyViews } from '../figures/capital.ts'
import { positionContributions } from '../figures/contributions.ts'
import { type Query, type QueryResult, runQuery } from '../figures/query.ts'
import { groupValueOf } from '../figures/scope.ts'
import type { GroupKey } from '../ledger/vocabulary.ts'
import { linkedContribution } from '../returns/linking.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { addMoves, type Explanation, explainMove, type Move, residualOfMove } from './explain.ts'

/** What moved a group or a week, and what it added to the return of the whole. */
export interface GroupMove extends Move {
  /** Value of the grouping key, or the first day of the week as explained. */
  readonly group: string
  readonly contribution: number | null
  readonly residual: number
}

function bySize(a: GroupMove, b: GroupMove): number {
  return Math.abs(b.pnl) - Math.abs(a.pnl) || (a.group < b.group ? -1 : 1)
}

/**
 * An explanation by group: the rows of each group's positions added up, with what they add to the return. Largest P/L
 * first. Groups whose positions did not move have no row.
 */
export function movesByGroup(
  result: QueryResult,
  explanation: Explanation,
  key: Exclude<GroupKey, 'strategy'>,
): GroupMove[] {
  const contributions = positionContributions(result)
  const groups = Map.groupBy(explanation.rows, row => groupValueOf(result.snapshot, row.position, key))
  return [...groups]
    .map(([group, rows]): GroupMove => {
      const move = addMoves(rows)
      const contribution =
        contributions && rows.reduce((sum, row) => sum + (contributions[row.position] ?? 0), 0)
      return { group, ...move, contribution, residual: residualOfMove(move) }
    })
    .sort(bySize)
}

/** The weeks of a period, Monday to Sunday, the first and the last cut off where the period is. */
export function weeksOf({ from, to }: Period): Period[] {
  const weeks: Period[] = []
  for (let day: Day = from; day <= to; ) {
    const sunday = day + 7 - weekdayOf(day)
    weeks.push({ from: day, to: Math.min(sunday, to) })
    day = sunday + 1
  }
  return weeks
}

/**
 * An explanation by week, in order. Each week is explained from its own opening close: its P/L, flows and results add
 * up over the weeks to those of the period, and so does what it adds to the return; price and currency do so together,
 * not each for itself, since a week's chunks begin at its own prices and rates. `isoOf` names the weeks.
 */
export function movesByWeek(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  query: Query,
  result: QueryResult,
  nameOf: (day: Day) => string,
): GroupMove[] {
  const { weight, dailyPnl, pnl } = result.performance
  const first = result.period.from - 1
  return weeksOf(result.period).map(period => {
    const explained = explainMove(
      runQuery(snapshot, views, { ...query, groupBy: null, feesBy: null, period }),
    )
    const days = weight.map((value, index) =>
      first + index >= period.from && first + index <= period.to ? value : 0,
    )
    const contribution = pnl.rel.total === null ? null : linkedContribution(days, dailyPnl.pnl.total)
    const { start, end, flows, parts, residual } = explained
    return {
      group: nameOf(period.from),
      start,
      end,
      flows,
      pnl: explained.pnl,
      parts,
      residual,
      contribution,
    }
  })
}

import { type Day, isoWeekday } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { positionContributions } from '../figures/contributions.ts'
import { type Query, type QueryResult, runQuery } from '../figures/query.ts'
import { groupValue } from '../figures/scope.ts'
import type { GroupKey } from '../ledger/vocabulary.ts'
import { linkedContribution } from '../returns/linking.ts'
import { addMoves, type Explanation, explainMove, type Move, unexplainedPnl } from './explain.ts'

/** The move of a group or a week, with its contribution to the return of the scope. */
export interface GroupMove extends Move {
  /** Value of the grouping key, or the name of the week. */
  readonly group: string
  /** A fraction; null when the scope has no return. */
  readonly contribution: number | null
  readonly residual: number
}

function bySize(a: GroupMove, b: GroupMove): number {
  return Math.abs(b.pnl) - Math.abs(a.pnl) || (a.group < b.group ? -1 : 1)
}

/**
 * An explanation by group: the sum of each group's rows, with their contribution to the return. Ordered by the size of
 * the P/L, largest first. Groups whose positions did not move have no row. Money in the result's currency.
 */
export function movesByGroup(
  result: QueryResult,
  explanation: Explanation,
  key: Exclude<GroupKey, 'strategy'>,
): GroupMove[] {
  const contributions = positionContributions(result)
  const groups = Map.groupBy(explanation.rows, row => groupValue(result.snapshot, row.position, key))
  return [...groups]
    .map(([group, rows]): GroupMove => {
      const move = addMoves(rows)
      const contribution =
        contributions && rows.reduce((sum, row) => sum + (contributions[row.position] ?? 0), 0)
      return { group, ...move, contribution, residual: unexplainedPnl(move) }
    })
    .sort(bySize)
}

/** The weeks of a period, Monday to Sunday; the first and the last are clipped to the period. */
export function splitIntoWeeks({ from, to }: Period): Period[] {
  const weeks: Period[] = []
  for (let day: Day = from; day <= to; ) {
    const sunday = day + 7 - isoWeekday(day)
    weeks.push({ from: day, to: Math.min(sunday, to) })
    day = sunday + 1
  }
  return weeks
}

/**
 * The explanation of a query and its result by week, in order. Effects are sums of days, so every part of the weeks
 * adds up to that of the period, as do P/L, flows and contributions. `formatWeek` names a week by its first day. Money in
 * the result's currency.
 */
export function movesByWeek(
  result: QueryResult,
  query: Query,
  formatWeek: (firstDay: Day) => string,
): GroupMove[] {
  const { weight, dailyPnl, pnl } = result.performance
  const first = result.period.from - 1
  return splitIntoWeeks(result.period).map(period => {
    const explained = explainMove(
      runQuery(result.snapshot, result.views, { ...query, groupBy: null, feesBy: null, period }),
    )
    const days = weight.map((value, index) =>
      first + index >= period.from && first + index <= period.to ? value : 0,
    )
    const contribution = pnl.rel.total === null ? null : linkedContribution(days, dailyPnl.pnl.total)
    const { start, end, flows, parts, residual } = explained
    return {
      group: formatWeek(period.from),
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

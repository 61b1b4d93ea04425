import { decimate, findGapDays, toIsoDate } from '@plumbline/engine'
import type { queryEngine } from '../queries/query-scope.ts'
import { pnlFields } from './position-rows.ts'

const noPnl = { total: null, realized: null, unrealized: null }

/** P/L since the opening of the period, day by day, also as a share of `capital`. */
export function wireCumulativePnl(
  whole: ReturnType<typeof queryEngine>,
  { capital, points }: { capital: number | null; points: number },
) {
  const { cumulative, cumulativeReturn, firstDay } = whole.performance.dailyPnl
  const isLinked = whole.performance.pnl.rel.total !== null
  const gaps = findGapDays(whole)
  const share = (part: number) => (capital !== null && capital > 0 ? part / capital : null)
  return Array.from(decimate(cumulative.total, points), day => {
    const date = toIsoDate(firstDay + day)
    if (gaps?.cumulativePnl[day] === 1) return { date, ...pnlFields(noPnl, noPnl), twr: null }
    const abs = {
      total: cumulative.total[day] ?? 0,
      realized: cumulative.realized[day] ?? 0,
      unrealized: cumulative.unrealized[day] ?? 0,
    }
    const rel = { total: share(abs.total), realized: share(abs.realized), unrealized: share(abs.unrealized) }
    return { date, ...pnlFields(abs, rel), twr: isLinked ? (cumulativeReturn.total[day] ?? 0) : null }
  })
}

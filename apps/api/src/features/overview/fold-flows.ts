import { toIsoDate } from '@plumbline/engine'

/** Deposits and withdrawals of one or several days. */
export interface FoldedFlow {
  from: string
  to: string
  deposits: number
  withdrawals: number
}

/** More marks than this overlap on a chart. */
const maxDays = 40
const maxMonths = 130
const monthLength = 'yyyy-mm'.length
const yearLength = 'yyyy'.length

/** Folds the flows of days into those of months, or of years, where there are too many to mark each. */
export function foldFlows(flows: ArrayLike<number>, firstDay: number): FoldedFlow[] {
  const days: FoldedFlow[] = []
  for (let day = 0; day < flows.length; day += 1) {
    const flow = flows[day] ?? 0
    if (flow === 0) continue
    const date = toIsoDate(firstDay + day)
    days.push({ from: date, to: date, deposits: Math.max(flow, 0), withdrawals: Math.min(flow, 0) })
  }
  if (days.length <= maxDays) return days
  const months = foldBy(days, monthLength)
  return months.length <= maxMonths ? months : foldBy(days, yearLength)
}

/** Adds up neighbours whose dates start alike. */
function foldBy(days: readonly FoldedFlow[], length: number): FoldedFlow[] {
  const folded: FoldedFlow[] = []
  for (const day of days) {
    const last = folded.at(-1)
    if (last === undefined || last.from.slice(0, length) !== day.from.slice(0, length))
      folded.push({ ...day })
    else {
      last.to = day.to
      last.deposits += day.deposits
      last.withdrawals += day.withdrawals
    }
  }
  return folded
}

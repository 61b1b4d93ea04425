import type { Transaction } from '@plumbline/contract'

export interface Day {
  date: string
  count: number
  /** Null if a row has no rate, as a partial sum would be misleading. */
  amount: number | null
}

/** Groups a page by day in its order, with a sum for each day. */
export function groupByDay(rows: readonly Transaction[]): Day[] {
  const days = new Map<string, Day>()
  for (const { date, calculated_amount: amount, original_amount: original } of rows) {
    const day = days.get(date) ?? { date, count: 0, amount: 0 }
    // A split moves no cash and adds nothing; an amount without a rate is missing.
    const isMissing = amount === null && original !== null
    days.set(date, {
      date,
      count: day.count + 1,
      amount: day.amount === null || isMissing ? null : day.amount + (amount ?? 0),
    })
  }
  return [...days.values()]
}

import type { Transaction } from '@plumbline/contract'

export interface Day {
  date: string
  count: number
  /** Null where one of its rows has no rate: a part would pass for the whole. */
  amount: number | null
  fees: number | null
}

/** The days of a page in their order, with what each brought. */
export function daysOf(rows: readonly Transaction[]): Day[] {
  const days = new Map<string, Day>()
  for (const { date, calculated_amount: amount, original_amount: original, calculated_fees: fees } of rows) {
    const day = days.get(date) ?? { date, count: 0, amount: 0, fees: 0 }
    // What moves no money by nature, such as a split, is nothing to add; what has no rate is missing.
    const isMissing = amount === null && original !== null
    days.set(date, {
      date,
      count: day.count + 1,
      amount: day.amount === null || isMissing ? null : day.amount + (amount ?? 0),
      fees: day.fees === null || fees === null ? null : day.fees + fees,
    })
  }
  return [...days.values()]
}

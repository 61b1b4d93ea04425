import { type CalendarReturn, isScopePnlUnknown, type QueryResult } from '@plumbline/engine'

/** A month or year of a result; null figures where a price or rate is missing. */
export function wireMonth(
  whole: QueryResult,
  { year, month, from, to, pnl, twr, isPartial }: CalendarReturn,
) {
  const isUnknown = isScopePnlUnknown(whole, { from, to })
  return {
    year,
    month,
    pnl_abs_total: isUnknown ? null : pnl,
    twr: isUnknown ? null : twr,
    is_partial: isPartial,
  }
}

import type { CalendarReturn } from '@plumbline/engine'

export function wireMonth({ year, month, pnl, twr, isPartial }: CalendarReturn) {
  return { year, month, pnl_abs_total: pnl, twr, is_partial: isPartial }
}

import type { Format } from '../../lib/format/use-format.ts'
import type { Translate } from '../../lib/i18n/i18n.ts'

const dayMs = 86_400_000
const daysOfYear = 365.25

/** The holding period: 3.6 years, 5 months, 12 days. The purchase day does not count. */
export function formatHoldingPeriod(from: string, to: string, text: Translate, format: Format): string {
  const days = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs))
  if (days >= daysOfYear) {
    return text('held_years', { years: format.number(days / daysOfYear, { decimals: 1 }) })
  }
  const months = Math.floor(days / (daysOfYear / 12))
  return months >= 1 ? text('held_months', { count: months }) : text('held_days', { count: days })
}

import { PERIOD_NAMES } from '@plumbline/engine'

/** The named periods, each ending at the last business day that has closes. */
export { PERIOD_NAMES as periodNames } from '@plumbline/engine'
/** A calendar year such as `2024` is a period name too; the settings list the years with data. */
export type PeriodName = (typeof PERIOD_NAMES)[number] | `${number}`

export const defaultPeriodName = 'all'

/** A calendar year as a period name. */
export const yearPattern = /^(?:19|20)\d{2}$/

export function isPeriodName(text: string): text is PeriodName {
  return (PERIOD_NAMES as readonly string[]).includes(text) || yearPattern.test(text)
}

/** Intervals of schedules. A scheduled report covers the last complete interval. */
export const cadences = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Cadence = (typeof cadences)[number]

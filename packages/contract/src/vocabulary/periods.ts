/** The named periods, each ending at the last business day that has closes. */
export const periodNames = ['all', '1d', '1w', 'mtd', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y'] as const
/** A calendar year, such as `2024`, is a period name too: the years with data stand in the settings. */
export type PeriodName = (typeof periodNames)[number] | `${number}`

export const defaultPeriodName = 'all'

/** A calendar year as a period name. */
export const yearPattern = /^(?:19|20)\d{2}$/

export function isPeriodName(text: string): text is PeriodName {
  return (periodNames as readonly string[]).includes(text) || yearPattern.test(text)
}

/** How often something that repeats happens. A scheduled report covers the last complete one. */
export const cadences = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Cadence = (typeof cadences)[number]

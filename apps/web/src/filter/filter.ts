import type { Filter, Filters, GroupKey, Period, PeriodName, UserSettings } from '@plumbline/contract'

/** What every question about the portfolio is narrowed to, as the screens share it. */
export interface PortfolioFilter {
  period: Period
  filters: Filters
  /** The currency to calculate in; undefined leaves it to the settings. */
  currency: UserSettings['currency'] | undefined
  groupBy: GroupKey
  /** Staff look at one family or, with null, at all of them; undefined for those who have only one. */
  family: string | null | undefined
}

/** The lists of a filter, by the names they have on the wire. */
export type FilterList = keyof Filters

export const wholePeriod: Period = { name: 'all', start_date: null, end_date: null }
export const noFilters: Filters = {}

/** The named periods, from the shortest to the whole; calendar years stand beside them. */
export const periodNames = ['1d', '1w', 'mtd', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] as const

export function isPeriodName(text: string): text is PeriodName {
  return (periodNames as readonly string[]).includes(text) || /^(19|20)\d\d$/.test(text)
}

/** A named period has no dates of its own: choosing one clears those that were set. */
export function namedPeriod(name: PeriodName): Period {
  return { name, start_date: null, end_date: null }
}

/** Two dates have no name. The earlier one is the first, in whichever order they were chosen. */
export function customPeriod(one: string, other: string): Period {
  const [start_date, end_date] = one <= other ? [one, other] : [other, one]
  return { name: null, start_date, end_date }
}

/** Everything again, over the whole time. Currency, grouping and family are not part of what is narrowed. */
export function resetFilter(filter: PortfolioFilter): PortfolioFilter {
  return { ...filter, period: wholePeriod, filters: noFilters }
}

/** A list with nothing in it narrows nothing, so it is left away. */
export function withList(
  filter: PortfolioFilter,
  list: FilterList,
  values: readonly string[],
): PortfolioFilter {
  const { [list]: _, ...others } = filter.filters
  // The values come from the lists of the settings or were checked against them.
  const filters = (values.length === 0 ? others : { ...others, [list]: [...values] }) as Filters
  return { ...filter, filters }
}

export function listOf(filter: PortfolioFilter, list: FilterList): readonly string[] {
  return filter.filters[list] ?? []
}

/** How many lists narrow the scope. */
export function countNarrowing({ filters }: PortfolioFilter): number {
  return Object.values(filters).filter(values => values !== undefined && values.length > 0).length
}

export function isWholePeriod({ period }: PortfolioFilter): boolean {
  return period.name === 'all'
}

/** Whether 'Reset' would change anything. */
export function isReset(filter: PortfolioFilter): boolean {
  return isWholePeriod(filter) && countNarrowing(filter) === 0
}

/** The filter object of the contract. Grouping travels with the one call that groups. */
export function bodyOf({ period, filters, currency, family }: PortfolioFilter): Filter {
  return {
    settings: { period, ...(currency !== undefined && { currency }) },
    filters,
    ...(family !== undefined && { family }),
  }
}

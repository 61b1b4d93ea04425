import type { Filter, Filters, GroupKey, Period, PeriodName, UserSettings } from '@plumbline/contract'

/** The portfolio filter that all screens share. */
export interface PortfolioFilter {
  period: Period
  filters: Filters
  /** The reporting currency; undefined means that of the settings. */
  currency: UserSettings['currency'] | undefined
  groupBy: GroupKey
  /** For staff one family, or null for all; undefined for users with one family. */
  family: string | null | undefined
}

/** The filter lists, by their names on the wire. */
export type FilterList = keyof Filters

export const wholePeriod: Period = { name: 'all', start_date: null, end_date: null }
export const noFilters: Filters = {}

/** The named periods, from the shortest to the whole. Calendar years are valid too. */
export const periodNames = ['1d', '1w', 'mtd', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] as const

export function isPeriodName(text: string): text is PeriodName {
  return (periodNames as readonly string[]).includes(text) || /^(19|20)\d\d$/.test(text)
}

/** A named period has no dates. */
export function namedPeriod(name: PeriodName): Period {
  return { name, start_date: null, end_date: null }
}

/** A period between two dates, given in any order. */
export function customPeriod(one: string, other: string): Period {
  const [start_date, end_date] = one <= other ? [one, other] : [other, one]
  return { name: null, start_date, end_date }
}

/** Resets period and lists. Currency, grouping and family are not part of the reset. */
export function resetFilter(filter: PortfolioFilter): PortfolioFilter {
  return { ...filter, period: wholePeriod, filters: noFilters }
}

/** Sets one list. An empty list does not filter and is removed. */
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

export function selectedValues(filter: PortfolioFilter, list: FilterList): readonly string[] {
  return filter.filters[list] ?? []
}

/** The number of lists that filter. */
export function countActiveLists({ filters }: PortfolioFilter): number {
  return Object.values(filters).filter(values => values !== undefined && values.length > 0).length
}

export function isWholePeriod({ period }: PortfolioFilter): boolean {
  return period.name === 'all'
}

/** Whether a reset would change nothing. */
export function isReset(filter: PortfolioFilter): boolean {
  return isWholePeriod(filter) && countActiveLists(filter) === 0
}

/** The filter object of the contract. The grouping is a parameter of the grouped call instead. */
export function toFilterBody({ period, filters, currency, family }: PortfolioFilter): Filter {
  return {
    settings: { period, ...(currency !== undefined && { currency }) },
    filters,
    ...(family !== undefined && { family }),
  }
}

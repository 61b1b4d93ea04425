import type { Filters, GroupKey, Period } from '@plumbline/contract'
import {
  customPeriod,
  type FilterList,
  isPeriodName,
  namedPeriod,
  type PortfolioFilter,
  wholePeriod,
  withList,
} from './filter.ts'

type Search = Readonly<Record<string, unknown>>

/** The URL parameter of each list: shorter than on the wire, since people read it. */
const listNames: Record<FilterList, string> = {
  filter_account: 'account',
  filter_custodian: 'custodian',
  filter_instrument_type: 'type',
  filter_country: 'country',
  filter_sector: 'sector',
  filter_currency: 'currency',
}
const lists = Object.entries(listNames) as [FilterList, string][]
const names = ['period', 'from', 'to', ...Object.values(listNames), 'in', 'group']
/** In every URL of users with several families, with or without a filter. */
export const familyParameter = 'family'
export const everyFamily = 'all'
/** The default grouping, which the URL omits. */
const defaultGroup: GroupKey = 'instrument_type'

/** The valid values of URL parameters. Unknown values are ignored instead of sent to the server. */
export interface ValidValues {
  isKnown(list: FilterList, value: string): boolean
  findGroup(text: string): GroupKey | undefined
  findCurrency(text: string): PortfolioFilter['currency']
  /** Whether a period overlaps the days with figures. */
  hasFigures(period: Period): boolean
}

/** Whether the URL contains filter parameters. */
export function hasFilter(search: Search): boolean {
  return names.some(name => typeof search[name] === 'string')
}

/** Writes `?period=ytd&type=bond,etf&in=EUR`, so that reload, Back and shared links show the same figures. */
export function toSearch(filter: PortfolioFilter): Search {
  const { period, filters, currency, groupBy, family } = filter
  const chosen = lists.flatMap(([list, name]) => {
    const values = filters[list] ?? []
    return values.length === 0 ? [] : [[name, values.join(',')]]
  })
  return {
    ...periodToSearch(period),
    ...Object.fromEntries(chosen),
    ...(currency !== undefined && { in: currency }),
    ...(groupBy !== defaultGroup && { group: groupBy }),
    ...(family !== undefined && { [familyParameter]: family ?? everyFamily }),
  }
}

/** Keeps other parameters, such as a modal or a sort order. */
export function withoutFilter(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))
}

/**
 * Parses the filter from the URL. It replaces the saved filter as a whole, so lists it does not name are
 * empty; currency and family fall back to the saved ones.
 */
export function fromSearch(search: Search, saved: PortfolioFilter, known: ValidValues): PortfolioFilter {
  const family = parseFamily(stringOrEmpty(search[familyParameter]), saved)
  const wanted = wantedPeriod(search, saved)
  // The server refuses a period without figures. The filter bar states that it was replaced.
  const period = known.hasFigures(wanted) ? wanted : wholePeriod
  if (!hasFilter(search)) return { ...saved, period, family }
  const withLists = lists.reduce(
    (filter, [list, name]) =>
      withList(
        filter,
        list,
        stringOrEmpty(search[name])
          .split(',')
          .filter(value => known.isKnown(list, value)),
      ),
    { ...saved, filters: {} as Filters, period },
  )
  return {
    ...withLists,
    currency: known.findCurrency(stringOrEmpty(search.in)) ?? saved.currency,
    groupBy: known.findGroup(stringOrEmpty(search.group)) ?? defaultGroup,
    family,
  }
}

/** The period of the URL, else the saved one, also when it has no figures. */
export function wantedPeriod(search: Search, saved: PortfolioFilter): Period {
  return (hasFilter(search) ? parsePeriod(search) : null) ?? saved.period
}

/**
 * An unknown family is passed on: the server replies that it does not exist, instead of showing another
 * family's figures.
 */
function parseFamily(text: string, saved: PortfolioFilter): PortfolioFilter['family'] {
  if (saved.family === undefined) return undefined
  if (text === everyFamily) return null
  return text === '' ? saved.family : text
}

function periodToSearch({ name, start_date, end_date }: Period): Search {
  if (name !== null) return { period: name }
  return { ...(start_date !== null && { from: start_date }), ...(end_date !== null && { to: end_date }) }
}

function parsePeriod(search: Search): Period | null {
  const name = stringOrEmpty(search.period)
  if (isPeriodName(name)) return namedPeriod(name)
  const [from, to] = [parseDate(search.from), parseDate(search.to)]
  if (from !== null && to !== null) return customPeriod(from, to)
  return from === null && to === null ? null : { name: null, start_date: from, end_date: to }
}

function parseDate(value: unknown): string | null {
  const text = stringOrEmpty(value)
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const moment = new Date(`${text}T00:00:00Z`)
  // JavaScript moves 31 February into March: reject such dates.
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(text) ? null : text
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

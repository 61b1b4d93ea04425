import type { Filters, GroupKey, Period } from '@plumbline/contract'
import {
  customPeriod,
  type FilterList,
  isPeriodName,
  namedPeriod,
  type PortfolioFilter,
  withList,
} from './filter.ts'

type Search = Readonly<Record<string, unknown>>

/** The name of each list in the address: shorter than on the wire, since people read it. */
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
/** Stands in every address of those who work with several families, whatever it says of the filter. */
export const familyParameter = 'family'
export const everyFamily = 'all'
/** Left away from the address. */
const usualGroup: GroupKey = 'instrument_type'

/** What may stand in an address: values that nobody knows are passed over instead of being asked for. */
export interface KnownWords {
  isKnown(list: FilterList, value: string): boolean
  groupIn(text: string): GroupKey | undefined
  currencyIn(text: string): PortfolioFilter['currency']
}

/** Whether an address says anything about the filter. */
export function saysFilter(search: Search): boolean {
  return names.some(name => typeof search[name] === 'string')
}

/** `?period=ytd&type=bond,etf&in=EUR`: reload, back and a sent link show the same figures. */
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
    ...(groupBy !== usualGroup && { group: groupBy }),
    ...(family !== undefined && { [familyParameter]: family ?? everyFamily }),
  }
}

/** The rest of the address stays: a modal, the order of a table. */
export function withoutFilter(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))
}

/**
 * The filter that an address asks for. It speaks of the whole scope, so a list that it does not name is
 * empty; what it does not say of currency and family stays as it was saved.
 */
export function fromSearch(search: Search, saved: PortfolioFilter, known: KnownWords): PortfolioFilter {
  const family = familyFrom(textOf(search[familyParameter]), saved)
  if (!saysFilter(search)) return { ...saved, family }
  const narrowed = lists.reduce(
    (filter, [list, name]) =>
      withList(
        filter,
        list,
        textOf(search[name])
          .split(',')
          .filter(value => known.isKnown(list, value)),
      ),
    { ...saved, filters: {} as Filters, period: periodFrom(search) ?? saved.period },
  )
  return {
    ...narrowed,
    currency: known.currencyIn(textOf(search.in)) ?? saved.currency,
    groupBy: known.groupIn(textOf(search.group)) ?? usualGroup,
    family,
  }
}

/** A family that nobody knows stays as it is: the server answers that it does not exist, never with another one's figures. */
function familyFrom(text: string, saved: PortfolioFilter): PortfolioFilter['family'] {
  if (saved.family === undefined) return undefined
  if (text === everyFamily) return null
  return text === '' ? saved.family : text
}

function periodToSearch({ name, start_date, end_date }: Period): Search {
  if (name !== null) return { period: name }
  return { ...(start_date !== null && { from: start_date }), ...(end_date !== null && { to: end_date }) }
}

function periodFrom(search: Search): Period | null {
  const name = textOf(search.period)
  if (isPeriodName(name)) return namedPeriod(name)
  const [from, to] = [dateIn(search.from), dateIn(search.to)]
  if (from !== null && to !== null) return customPeriod(from, to)
  return from === null && to === null ? null : { name: null, start_date: from, end_date: to }
}

function dateIn(value: unknown): string | null {
  const text = textOf(value)
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const moment = new Date(`${text}T00:00:00Z`)
  // The 31st of a short month becomes a day of the next one: that is no date.
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(text) ? null : text
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

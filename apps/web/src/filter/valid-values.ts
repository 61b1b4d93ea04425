import type { Period, SettingsLists } from '@plumbline/contract'
import type { FilterList } from './filter.ts'
import type { ValidValues } from './filter-url.ts'

/** The filter value for positions without a country or sector. */
export const none = 'none'

/** The values that the settings offer, to validate URL parameters. */
export function validValues(lists: SettingsLists): ValidValues {
  const known: Record<FilterList, ReadonlySet<string>> = {
    filter_account: toIdSet(lists.accounts),
    filter_custodian: toIdSet(lists.custodians),
    filter_instrument_type: toIdSet(lists.instrument_types),
    filter_country: new Set([...toCodeSet(lists.countries), none]),
    filter_sector: new Set([...toIdSet(lists.sectors), none]),
    filter_currency: toCodeSet(lists.currencies),
  }
  return {
    isKnown: (list, value) => known[list].has(value),
    findGroup: text => lists.group_by.find(({ id }) => id === text)?.id,
    findCurrency: text => lists.user_currencies.find(code => code === text),
    hasFigures: period => hasFigures(period, lists.date_picker_range),
  }
}

/** The first and the last day with figures; null without transactions. */
export interface FigureDays {
  min: string | null
  max: string | null
}

/** The days that a period names: those of a year, or its own. Other named periods follow the last close. */
export function namedDays({ name, start_date, end_date }: Period): [string | null, string | null] {
  return name !== null && /^\d{4}$/.test(name) ? [`${name}-01-01`, `${name}-12-31`] : [start_date, end_date]
}

/** Whether a period overlaps the days with figures. */
export function hasFigures(period: Period, days: FigureDays | undefined): boolean {
  if (days === undefined || days.min === null || days.max === null) return true
  const [first, last] = namedDays(period)
  return (first === null || first <= days.max) && (last === null || last >= days.min)
}

function toIdSet(list: readonly { id: string }[] = []): ReadonlySet<string> {
  return new Set(list.map(({ id }) => id))
}

function toCodeSet(list: readonly { code: string }[] = []): ReadonlySet<string> {
  return new Set(list.map(({ code }) => code))
}

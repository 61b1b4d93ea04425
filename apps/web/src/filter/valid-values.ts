import type { SettingsLists } from '@plumbline/contract'
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
  }
}

function toIdSet(list: readonly { id: string }[] = []): ReadonlySet<string> {
  return new Set(list.map(({ id }) => id))
}

function toCodeSet(list: readonly { code: string }[] = []): ReadonlySet<string> {
  return new Set(list.map(({ code }) => code))
}

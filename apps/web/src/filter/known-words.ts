import type { SettingsLists } from '@plumbline/contract'
import type { FilterList } from './filter.ts'
import type { KnownWords } from './filter-address.ts'

/** Stands for those without a country or without a sector. */
export const none = 'none'

/** What the lists of the settings offer, for checking what an address says. */
export function knownWords(lists: SettingsLists): KnownWords {
  const words: Record<FilterList, ReadonlySet<string>> = {
    filter_account: idsOf(lists.accounts),
    filter_custodian: idsOf(lists.custodians),
    filter_instrument_type: idsOf(lists.instrument_types),
    filter_country: new Set([...codesOf(lists.countries), none]),
    filter_sector: new Set([...idsOf(lists.sectors), none]),
    filter_currency: codesOf(lists.currencies),
  }
  return {
    isKnown: (list, value) => words[list].has(value),
    groupIn: text => lists.group_by.find(({ id }) => id === text)?.id,
    currencyIn: text => lists.currencies.find(({ code }) => code === text)?.code,
  }
}

function idsOf(list: readonly { id: string }[] = []): ReadonlySet<string> {
  return new Set(list.map(({ id }) => id))
}

function codesOf(list: readonly { code: string }[] = []): ReadonlySet<string> {
  return new Set(list.map(({ code }) => code))
}

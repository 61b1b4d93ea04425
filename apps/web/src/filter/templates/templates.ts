import type { Filters, Template } from '@plumbline/contract'
import { type FilterList, noFilters, type PortfolioFilter } from '../filter.ts'

type TemplateLists = Omit<Template, 'id' | 'name' | 'version'>

/** The template field of each filter list. */
const fields: Record<FilterList, keyof TemplateLists> = {
  filter_account: 'filterAccount',
  filter_custodian: 'filterCustodian',
  filter_instrument_type: 'filterInstrumentType',
  filter_country: 'filterCountry',
  filter_sector: 'filterSector',
  filter_currency: 'filterCurrency',
}
const lists = Object.entries(fields) as [FilterList, keyof TemplateLists][]

/** Applies a template. Period, currency, grouping and family stay. */
export function applyTemplate(filter: PortfolioFilter, template: Template): PortfolioFilter {
  const chosen = lists.flatMap(([list, field]) =>
    template[field].length === 0 ? [] : [[list, [...template[field]]]],
  )
  // Template lists have the same values as filter lists.
  return { ...filter, filters: chosen.length === 0 ? noFilters : (Object.fromEntries(chosen) as Filters) }
}

/** The part of a filter that a template saves. */
export function templateFrom({ filters }: PortfolioFilter): TemplateLists {
  // Built from the list of exactly these fields.
  return Object.fromEntries(
    lists.map(([list, field]) => [field, [...(filters[list] ?? [])]]),
  ) as unknown as TemplateLists
}

/** Whether a filter equals a template, in any order. */
export function isTemplate(filter: PortfolioFilter, template: Template): boolean {
  return lists.every(([list, field]) => {
    const one = [...(filter.filters[list] ?? [])].sort()
    const other = [...template[field]].sort()
    return one.length === other.length && one.every((value, index) => value === other[index])
  })
}

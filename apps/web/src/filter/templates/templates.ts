import type { Filters, Template } from '@plumbline/contract'
import { type FilterList, noFilters, type PortfolioFilter } from '../filter.ts'

type TemplateLists = Omit<Template, 'id' | 'name' | 'version'>

/** The lists of a template by the names they have in the filter. */
const fields: Record<FilterList, keyof TemplateLists> = {
  filter_account: 'filterAccount',
  filter_custodian: 'filterCustodian',
  filter_instrument_type: 'filterInstrumentType',
  filter_country: 'filterCountry',
  filter_sector: 'filterSector',
  filter_currency: 'filterCurrency',
}
const lists = Object.entries(fields) as [FilterList, keyof TemplateLists][]

/** What a template narrows to. Period, currency, grouping and family are no part of it and stay. */
export function applyTemplate(filter: PortfolioFilter, template: Template): PortfolioFilter {
  const chosen = lists.flatMap(([list, field]) =>
    template[field].length === 0 ? [] : [[list, [...template[field]]]],
  )
  // The lists of a template hold what those of a filter do.
  return { ...filter, filters: chosen.length === 0 ? noFilters : (Object.fromEntries(chosen) as Filters) }
}

/** What is saved of a filter under a name. */
export function templateFrom({ filters }: PortfolioFilter): TemplateLists {
  // Built from the list of these very fields.
  return Object.fromEntries(
    lists.map(([list, field]) => [field, [...(filters[list] ?? [])]]),
  ) as unknown as TemplateLists
}

/** Whether a filter narrows to exactly what a template does, in whichever order. */
export function isTemplate(filter: PortfolioFilter, template: Template): boolean {
  return lists.every(([list, field]) => {
    const one = [...(filter.filters[list] ?? [])].sort()
    const other = [...template[field]].sort()
    return one.length === other.length && one.every((value, index) => value === other[index])
  })
}

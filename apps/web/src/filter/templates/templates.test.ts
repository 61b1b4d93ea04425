import type { Template } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import { noFilters, type PortfolioFilter, wholePeriod } from '../filter.ts'
import { applyTemplate, isTemplate, templateFrom } from './templates.ts'

const filter: PortfolioFilter = {
  period: wholePeriod,
  filters: { filter_currency: ['USD'] },
  currency: 'EUR',
  groupBy: 'country',
  family: undefined,
}

const liquid: Template = {
  id: 't1',
  name: 'Liquid only',
  filterAccount: [],
  filterCustodian: [],
  filterInstrumentType: ['equity', 'etf'],
  filterSector: [],
  filterCountry: ['none'],
  filterCurrency: [],
  version: 1,
}

describe('a template', () => {
  it('replaces all filter lists and nothing else', () => {
    expect(applyTemplate(filter, liquid)).toEqual({
      ...filter,
      filters: { filter_instrument_type: ['equity', 'etf'], filter_country: ['none'] },
    })
    const empty = { ...liquid, filterInstrumentType: [], filterCountry: [] }
    expect(applyTemplate(filter, empty).filters).toBe(noFilters)
  })

  it('is saved from the filter, and matches it in any order', () => {
    const applied = applyTemplate(filter, liquid)
    expect({ id: 't1', name: 'Liquid only', version: 1, ...templateFrom(applied) }).toEqual(liquid)
    expect(isTemplate(applied, { ...liquid, filterInstrumentType: ['etf', 'equity'] })).toBe(true)
    expect(isTemplate(applied, { ...liquid, filterInstrumentType: ['etf'] })).toBe(false)
    expect(isTemplate(filter, liquid)).toBe(false)
  })
})

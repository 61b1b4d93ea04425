import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  countNarrowing,
  customPeriod,
  isReset,
  namedPeriod,
  type PortfolioFilter,
  resetFilter,
  withList,
} from './filter.ts'

const narrowed: PortfolioFilter = {
  period: customPeriod('2026-09-15', '2026-10-22'),
  filters: { filter_instrument_type: ['bond'], filter_country: ['CH', 'none'] },
  currency: 'EUR',
  groupBy: 'sector',
  family: 'f1',
}

describe('the period of a filter', () => {
  it('loses its dates when a named one is chosen', () => {
    expect(namedPeriod('ytd')).toEqual({ name: 'ytd', start_date: null, end_date: null })
  })

  it('loses its name when dates are chosen, in whichever order', () => {
    const period = { name: null, start_date: '2026-09-15', end_date: '2026-10-22' }
    expect(customPeriod('2026-09-15', '2026-10-22')).toEqual(period)
    expect(customPeriod('2026-10-22', '2026-09-15')).toEqual(period)
  })
})

describe('a reset', () => {
  it('sets the whole time, no dates and empty lists; currency, grouping and family stay', () => {
    expect(resetFilter(narrowed)).toEqual({
      period: { name: 'all', start_date: null, end_date: null },
      filters: {},
      currency: 'EUR',
      groupBy: 'sector',
      family: 'f1',
    })
  })

  it('is offered only where it would change something', () => {
    expect(isReset(narrowed)).toBe(false)
    expect(isReset(resetFilter(narrowed))).toBe(true)
    expect(isReset({ ...resetFilter(narrowed), period: namedPeriod('1y') })).toBe(false)
  })
})

describe('a list of a filter', () => {
  it('that is emptied narrows nothing and is left away', () => {
    const next = withList(narrowed, 'filter_instrument_type', [])
    expect(next.filters).toEqual({ filter_country: ['CH', 'none'] })
    expect(countNarrowing(next)).toBe(1)
  })

  it('leaves the others as they are', () => {
    expect(withList(narrowed, 'filter_sector', ['energy']).filters).toEqual({
      ...narrowed.filters,
      filter_sector: ['energy'],
    })
  })
})

describe('the filter object of the wire', () => {
  it('holds period, currency, lists and family', () => {
    expect(bodyOf(narrowed)).toEqual({
      settings: { period: narrowed.period, currency: 'EUR' },
      filters: narrowed.filters,
      family: 'f1',
    })
  })

  it('asks about all families with null and does not speak of families to those who have one', () => {
    expect(bodyOf({ ...narrowed, family: null }).family).toBeNull()
    expect(bodyOf({ ...narrowed, family: undefined })).not.toHaveProperty('family')
  })
})

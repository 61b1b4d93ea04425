import { describe, expect, it } from 'vitest'
import {
  countActiveLists,
  customPeriod,
  isReset,
  namedPeriod,
  type PortfolioFilter,
  resetFilter,
  toFilterBody,
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
  it('has no dates when a named period is chosen', () => {
    expect(namedPeriod('ytd')).toEqual({ name: 'ytd', start_date: null, end_date: null })
  })

  it('has no name when dates are chosen, in any order', () => {
    const period = { name: null, start_date: '2026-09-15', end_date: '2026-10-22' }
    expect(customPeriod('2026-09-15', '2026-10-22')).toEqual(period)
    expect(customPeriod('2026-10-22', '2026-09-15')).toEqual(period)
  })
})

describe('resetting a filter', () => {
  it('sets the whole period and empty lists, and keeps currency, grouping and family', () => {
    expect(resetFilter(narrowed)).toEqual({
      period: { name: 'all', start_date: null, end_date: null },
      filters: {},
      currency: 'EUR',
      groupBy: 'sector',
      family: 'f1',
    })
  })

  it('is offered only when it would change something', () => {
    expect(isReset(narrowed)).toBe(false)
    expect(isReset(resetFilter(narrowed))).toBe(true)
    expect(isReset({ ...resetFilter(narrowed), period: namedPeriod('1y') })).toBe(false)
  })
})

describe('a filter list', () => {
  it('is removed when it is emptied', () => {
    const next = withList(narrowed, 'filter_instrument_type', [])
    expect(next.filters).toEqual({ filter_country: ['CH', 'none'] })
    expect(countActiveLists(next)).toBe(1)
  })

  it('does not affect the other lists', () => {
    expect(withList(narrowed, 'filter_sector', ['energy']).filters).toEqual({
      ...narrowed.filters,
      filter_sector: ['energy'],
    })
  })
})

describe('the filter object on the wire', () => {
  it('contains period, currency, lists and family', () => {
    expect(toFilterBody(narrowed)).toEqual({
      settings: { period: narrowed.period, currency: 'EUR' },
      filters: narrowed.filters,
      family: 'f1',
    })
  })

  it('sends null for all families, and no family for users with one', () => {
    expect(toFilterBody({ ...narrowed, family: null }).family).toBeNull()
    expect(toFilterBody({ ...narrowed, family: undefined })).not.toHaveProperty('family')
  })
})

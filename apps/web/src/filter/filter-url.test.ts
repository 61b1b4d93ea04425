import { describe, expect, it } from 'vitest'
import { customPeriod, namedPeriod, type PortfolioFilter, wholePeriod } from './filter.ts'
import {
  fromSearch,
  hasFilter,
  toSearch,
  type ValidValues,
  wantedPeriod,
  withoutFilter,
} from './filter-url.ts'
import { hasFigures } from './valid-values.ts'

const saved: PortfolioFilter = {
  period: namedPeriod('1y'),
  filters: { filter_sector: ['energy'] },
  currency: 'CHF',
  groupBy: 'country',
  family: undefined,
}

const known: ValidValues = {
  isKnown: (_, value) => ['bond', 'equity', 'CH', 'none', 'USD', 'a1'].includes(value),
  findGroup: text => (text === 'sector' ? 'sector' : undefined),
  findCurrency: text => (text === 'EUR' ? 'EUR' : undefined),
  hasFigures: period => hasFigures(period, { min: '2016-04-12', max: '2026-11-16' }),
}

const read = (search: object, before = saved) => fromSearch({ ...search }, before, known)

describe('the filter in the URL', () => {
  it.each<PortfolioFilter>([
    { ...saved, period: wholePeriod, filters: {}, groupBy: 'instrument_type' },
    { ...saved, period: namedPeriod('2024'), filters: { filter_country: ['CH', 'none'] }, groupBy: 'sector' },
    {
      ...saved,
      period: customPeriod('2026-01-05', '2026-02-28'),
      filters: { filter_account: ['a1'] },
      groupBy: 'sector',
      currency: 'EUR',
    },
    {
      ...saved,
      period: { name: null, start_date: '2026-01-05', end_date: null },
      filters: {},
      groupBy: 'sector',
    },
  ])('is restored from the URL: %o', filter => {
    expect(read(toSearch(filter))).toEqual(filter)
  })

  it.each([
    { period: '2035' },
    { period: '1950' },
    { from: '2030-01-01', to: '2030-12-31' },
    { from: '2026-11-17' },
    { to: '2016-04-11' },
  ])('shows the whole period where the URL asks for one without figures: %o', search => {
    expect(read(search).period).toEqual(wholePeriod)
    expect(wantedPeriod(search, saved)).not.toEqual(wholePeriod)
  })

  it.each([
    { period: '2026' },
    { period: '2016' },
    { from: '1960-01-01', to: '2016-04-12' },
    { period: '1d' },
  ])('keeps a period that overlaps the days with figures: %o', search => {
    expect(read(search).period).toEqual(wantedPeriod(search, saved))
  })

  it('falls back to the saved filter when the URL has none', () => {
    expect(hasFilter({ modal: 'keyboard', series: 'total' })).toBe(false)
    expect(read({ modal: 'keyboard' })).toEqual(saved)
  })

  it('replaces the whole filter: lists it does not name are empty', () => {
    expect(read({ type: 'bond' }).filters).toEqual({ filter_instrument_type: ['bond'] })
  })

  it('keeps the saved currency when it names none', () => {
    expect(read({ period: 'ytd' }).currency).toBe('CHF')
    expect(read({ period: 'ytd', in: 'EUR' }).currency).toBe('EUR')
  })

  it('ignores unknown values', () => {
    const filter = read({ period: 'forever', type: 'bond,unicorn', in: 'XXX', group: 'colour' })
    expect(filter.period).toEqual(saved.period)
    expect(filter.filters).toEqual({ filter_instrument_type: ['bond'] })
    expect(filter.currency).toBe('CHF')
  })

  it.each(['2026-02-30', '2026-13-01', 'yesterday', ''])('rejects %s as a date', from => {
    expect(read({ from, to: '2026-03-01' }).period).toEqual({
      name: null,
      start_date: null,
      end_date: '2026-03-01',
    })
  })

  it('prefers a named period over dates and clears them', () => {
    expect(read({ period: 'ytd', from: '2026-01-05', to: '2026-02-01' }).period).toEqual(namedPeriod('ytd'))
  })

  it('includes a family only for users with several', () => {
    expect(read({ family: 'f2' }).family).toBeUndefined()
    expect(read({ family: 'f2' }, { ...saved, family: 'f1' }).family).toBe('f2')
    expect(read({ family: 'all' }, { ...saved, family: 'f1' }).family).toBeNull()
    expect(read({}, { ...saved, family: 'f1' }).family).toBe('f1')
  })

  it('keeps other search parameters', () => {
    expect(withoutFilter({ period: 'ytd', modal: 'keyboard', order_by: '-value', in: 'EUR' })).toEqual({
      modal: 'keyboard',
      order_by: '-value',
    })
  })
})

import { describe, expect, it } from 'vitest'
import { customPeriod, namedPeriod, type PortfolioFilter, wholePeriod } from './filter.ts'
import { fromSearch, type KnownWords, saysFilter, toSearch, withoutFilter } from './filter-address.ts'

const saved: PortfolioFilter = {
  period: namedPeriod('1y'),
  filters: { filter_sector: ['energy'] },
  currency: 'CHF',
  groupBy: 'country',
  family: undefined,
}

const known: KnownWords = {
  isKnown: (_, value) => ['bond', 'equity', 'CH', 'none', 'USD', 'a1'].includes(value),
  groupIn: text => (text === 'sector' ? 'sector' : undefined),
  currencyIn: text => (text === 'EUR' ? 'EUR' : undefined),
}

const read = (search: object, before = saved) => fromSearch({ ...search }, before, known)

describe('the filter in the address', () => {
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
  ])('comes back as it was: %o', filter => {
    expect(read(toSearch(filter))).toEqual(filter)
  })

  it('is what was saved where the address says nothing', () => {
    expect(saysFilter({ modal: 'keyboard', series: 'total' })).toBe(false)
    expect(read({ modal: 'keyboard' })).toEqual(saved)
  })

  it('speaks of the whole scope: a list it does not name is empty', () => {
    expect(read({ type: 'bond' }).filters).toEqual({ filter_instrument_type: ['bond'] })
  })

  it('keeps the saved currency where it names none', () => {
    expect(read({ period: 'ytd' }).currency).toBe('CHF')
    expect(read({ period: 'ytd', in: 'EUR' }).currency).toBe('EUR')
  })

  it('passes over what nobody knows', () => {
    const filter = read({ period: 'forever', type: 'bond,unicorn', in: 'XXX', group: 'colour' })
    expect(filter.period).toEqual(saved.period)
    expect(filter.filters).toEqual({ filter_instrument_type: ['bond'] })
    expect(filter.currency).toBe('CHF')
  })

  it.each(['2026-02-30', '2026-13-01', 'yesterday', ''])('does not take %s for a date', from => {
    expect(read({ from, to: '2026-03-01' }).period).toEqual({
      name: null,
      start_date: null,
      end_date: '2026-03-01',
    })
  })

  it('prefers a named period to dates, which it clears', () => {
    expect(read({ period: 'ytd', from: '2026-01-05', to: '2026-02-01' }).period).toEqual(namedPeriod('ytd'))
  })

  it('names a family only to those who have several', () => {
    expect(read({ family: 'f2' }).family).toBeUndefined()
    expect(read({ family: 'f2' }, { ...saved, family: 'f1' }).family).toBe('f2')
    expect(read({ family: 'all' }, { ...saved, family: 'f1' }).family).toBeNull()
    expect(read({}, { ...saved, family: 'f1' }).family).toBe('f1')
  })

  it('leaves the rest of the address alone', () => {
    expect(withoutFilter({ period: 'ytd', modal: 'keyboard', order_by: '-value', in: 'EUR' })).toEqual({
      modal: 'keyboard',
      order_by: '-value',
    })
  })
})

import { describe, expect, it } from 'vitest'
import { matchCash, type StatedCash, type StatedTrade, withCash } from './match-cash.ts'

const cash = (id: string, amount: string, change: Partial<StatedCash> = {}): StatedCash => ({
  id,
  place: 'a',
  date: '2026-01-12',
  settleDate: '2026-01-14',
  currency: 'EUR',
  amount,
  securities: ['isin:DE000A9NORD1'],
  ...change,
})
const trade = (id: string, amount: string, change: Partial<StatedTrade> = {}): StatedTrade => ({
  ...cash(id, amount),
  isOfBond: false,
  ...change,
})
const match = (rows: StatedCash[], trades: StatedTrade[]) =>
  matchCash(rows, trades).map(({ cash, trade, verdict }) => `${cash.id} ${trade.id} ${verdict}`)

describe('cash of a trade', () => {
  it('is matched with the trade that it fits best, whatever their order', () => {
    const rows = [cash('c1', '-1005.90'), cash('c2', '-1000')]
    const trades = [trade('t1', '-1000'), trade('t2', '-1000')]
    expect(match(rows, trades)).toEqual(['c2 t1 equal', 'c1 t2 costs'])
    expect(matchCash(rows, trades)[1]?.costs).toBe('5.9')
  })

  it.each([
    ['5 % of the trade', '-1000', '-1050', 'costs'],
    ['more than 5 %', '-1000', '-1050.01', 'differs'],
    ['a minimum fee of a small trade', '-100', '-124.90', 'costs'],
    ['more than a quarter of a small trade', '-20', '-25.01', 'differs'],
    ['less than the trade', '-1000', '-999', 'differs'],
    ['a part of a cent less', '-106.536', '-106.53', 'costs'],
    ['a sale without its costs', '110', '104.10', 'costs'],
    ['a sale with more than the trade', '110', '110.01', 'differs'],
  ])('of %s', (_what, stated, moved, verdict) => {
    expect(match([cash('c', moved)], [trade('t', stated)])).toEqual([`c t ${verdict}`])
  })

  it('is no cost in another currency, nor where accrued interest may be missing', () => {
    expect(match([cash('c', '-1005')], [trade('t', '-1000', { currency: 'USD' })])).toEqual(['c t differs'])
    expect(match([cash('c', '-1005')], [trade('t', '-1000', { isOfBond: true })])).toEqual(['c t differs'])
  })

  it('is of no trade in another security, account or direction, or of other days', () => {
    const other = [
      trade('t1', '-1000', { securities: ['isin:US99ALP00010'] }),
      trade('t2', '-1000', { place: 'b' }),
      trade('t3', '1000'),
      trade('t4', '-1000', { date: '2026-01-02', settleDate: '2026-01-04' }),
      trade('t5', '-1000', { date: '2026-01-13', settleDate: '2026-01-15' }),
      { ...trade('t6', '0'), amount: null },
    ]
    expect(match([cash('c', '-1005')], other)).toEqual([])
  })

  it('without a security is matched only if one trade fits', () => {
    const row = cash('c', '-1005', { securities: [] })
    expect(match([row], [trade('t', '-1000')])).toEqual(['c t costs'])
    expect(match([row], [trade('t', '-1000'), trade('u', '-1001')])).toEqual([])
    expect(match([row], [trade('t', '-1000'), trade('u', '-1005')])).toEqual(['c u equal'])
    expect(match([row], [trade('t', '-500')])).toEqual([])
  })
})

describe('the facts of a trade with its cash', () => {
  it('have the costs beside those stated, and exactly the cash that moved', () => {
    const facts = { fees: '1.5', quantity: '20', net: '431.5' }
    expect(withCash(facts, { cash: cash('c', '-437.4'), costs: '5.9' })).toEqual({
      fees: '7.4',
      quantity: '20',
      net: '437.4',
    })
    expect(withCash({ fees: '0' }, { cash: cash('c', '-106.53'), costs: '-0.006' })).toEqual({
      fees: '0',
      net: '106.53',
    })
  })
})

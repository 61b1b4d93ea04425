import { describe, expect, it } from 'vitest'
import type { StatedLine } from './compare-statement.ts'
import { mergeStatements, splitByScope } from './merge-statements.ts'

const line = (change: Partial<StatedLine>): StatedLine => ({
  isin: null,
  symbol: null,
  name: null,
  currency: 'CHF',
  quantity: 1,
  price: null,
  value: null,
  valueCurrency: 'CHF',
  accrued: null,
  ...change,
})
const share = line({ isin: 'CH0012221716', price: 50 })
const received = (source: string, hour: number, lines: StatedLine[]) =>
  splitByScope(lines).map(part => ({
    account_id: 'a',
    date: '2026-01-08',
    source,
    received_at: `2026-01-09T0${hour}:00:00.000Z`,
    ...part,
  }))

describe('statements of one day', () => {
  it('keeps holdings and the cash of each currency side by side', () => {
    const [day] = mergeStatements([
      ...received('mt535', 1, [share]),
      ...received('camt053', 2, [line({ currency: 'EUR', quantity: 7 })]),
      ...received('camt053', 3, [line({ currency: 'USD', quantity: 8 })]),
    ])
    expect(day?.lines.map(({ isin, currency }) => isin ?? currency).sort()).toEqual([
      'CH0012221716',
      'EUR',
      'USD',
    ])
    expect(day?.coverage).toEqual({ holdings: true, allCash: false })
    expect(day?.parts.every(part => part.is_compared)).toBe(true)
  })

  it('takes the statement received later where two cover the same', () => {
    const [day] = mergeStatements([
      ...received('ibkr_flex', 1, [share, line({ currency: 'EUR', quantity: 5 }), line({ quantity: 6 })]),
      ...received('camt053', 2, [line({ currency: 'EUR', quantity: 7 })]),
      ...received('mt940', 3, [line({ currency: 'EUR', quantity: 9 })]),
    ])
    const cash = day?.lines.filter(({ isin }) => isin === null)
    expect(cash?.map(({ currency, quantity }) => [currency, quantity])).toEqual([
      ['EUR', 9],
      ['CHF', 6],
    ])
    expect(day?.coverage).toEqual({ holdings: true, allCash: true })
    expect(day?.parts.map(({ source, is_compared }) => [source, is_compared])).toEqual([
      ['mt940', true],
      ['camt053', false],
      ['ibkr_flex', true],
    ])
  })
})

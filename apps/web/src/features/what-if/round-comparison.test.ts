import { describe, expect, it } from 'vitest'
import { roundComparison } from './round-comparison.ts'
import type { ComparedRow } from './use-what-if.ts'

const row = (key: string, currency: string, before: number | null, after: number | null): ComparedRow =>
  // Partial: rounding reads only these fields.
  ({
    section: 'value',
    key,
    unit: 'money',
    currency,
    before,
    after,
    change: before === null || after === null ? null : after - before,
  }) as ComparedRow

const rows = (currency: string, [before, after]: [number[], number[]]) =>
  ['balance_total', 'balance_allocated', 'balance_cash'].map((key, place) =>
    row(key, currency, before[place] ?? null, after[place] ?? null),
  )

describe('a comparison as displayed', () => {
  it.each([
    ['CHF', 100],
    ['JPY', 1],
    ['KWD', 1000],
  ] as const)('has parts that add up to the net asset value in %s', (currency, scale) => {
    const shown = roundComparison(
      rows(currency, [
        [200.9998 / scale, 100.4999 / scale, 100.4999 / scale],
        [301.0002 / scale, 150.5001 / scale, 150.5001 / scale],
      ]),
    )
    const units = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * scale)
    const [total, allocated, cash] = shown
    for (const side of ['before', 'after', 'change'] as const)
      expect(units(allocated?.[side]) + units(cash?.[side])).toBe(units(total?.[side]))
    expect([units(total?.before), units(total?.after)]).toEqual([201, 301])
  })

  it('has changes that are the difference of the amounts beside them', () => {
    const [total] = roundComparison([row('pnl_abs_total', 'CHF', 1.004, 1.006)])
    expect([total?.before, total?.after, total?.change]).toEqual([1, 1.01, 0.01])
  })

  it('keeps what is missing', () => {
    const [total, allocated, cash] = roundComparison([
      row('balance_total', 'CHF', null, 10.004),
      row('balance_allocated', 'CHF', null, null),
      row('balance_cash', 'CHF', 5.005, 10.004),
    ])
    expect([total?.before, total?.change, allocated?.after, cash?.after]).toEqual([null, null, null, 10])
  })
})

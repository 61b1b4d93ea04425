import type { Position } from '@plumbline/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyDecimals } from '../../lib/format/format.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { roundPositions } from './round-positions.ts'

const { data, total } = positionsReply()
const [example] = data as [Position]
const amount = fc.oneof(
  fc.integer({ min: -1e8, max: 1e8 }).map(units => units / 7),
  fc.constant(0),
)
const rowOf = fc.tuple(amount, amount, amount).map(
  ([value, realized, unrealized]): Position => ({
    ...example,
    value,
    pnl_abs_realized: realized,
    pnl_abs_unrealized: unrealized,
    pnl_abs_total: realized + unrealized,
  }),
)
const fields = ['value', 'pnl_abs_total', 'pnl_abs_realized', 'pnl_abs_unrealized'] as const
const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0)

describe('a rounded list of positions', () => {
  it.each(['JPY', 'CHF', 'KWD'])('adds up in every column and row in %s', currency => {
    const decimals = currencyDecimals(currency)
    const units = (value: number | null) => Math.round((value ?? 0) * 10 ** decimals)
    fc.assert(
      fc.property(fc.array(rowOf, { minLength: 1, maxLength: 30 }), rows => {
        const totals = {
          ...total,
          ...Object.fromEntries(fields.map(field => [field, sum(rows.map(row => row[field]))])),
        }
        const rounded = roundPositions(rows, totals, decimals)
        for (const field of fields)
          expect(rounded.rows.reduce((all, row) => all + units(row[field]), 0)).toBe(
            units(rounded.total[field]),
          )
        for (const row of [...rounded.rows, rounded.total])
          expect(units(row.pnl_abs_realized) + units(row.pnl_abs_unrealized)).toBe(units(row.pnl_abs_total))
        for (const [index, row] of rounded.rows.entries())
          if (rows[index]?.value === 0) expect(row.value).toBe(0)
      }),
    )
  })

  it('adds up in groups whose subtotals are rounded first', () => {
    const rows = [1 / 3, 1 / 3, 1 / 3].map((value, index) => ({ ...example, id: String(index), value }))
    const rounded = roundPositions(rows, { ...total, value: 1 }, 2, row => (row.id === '2' ? 'b' : 'a'))
    expect(rounded.rows.map(row => row.value)).toEqual([0.34, 0.33, 0.33])
  })

  it('leaves unknown values unknown and spreads no missing amount', () => {
    const rows = [
      { ...example, value: 10.004 },
      { ...example, value: null },
    ]
    const rounded = roundPositions(rows, { ...total, value: 30 }, 2)
    expect(rounded.rows.map(row => row.value)).toEqual([10, null])
  })
})

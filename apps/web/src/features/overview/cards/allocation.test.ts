import { expect, it } from 'vitest'
import type { Grouped } from '../../../portfolio/queries.ts'
import { roundToTotal } from '../../../portfolio/round-parts.ts'
import { buildAllocation } from './allocation.ts'

it('shows the same cash as the net asset value above it, and slices that add up', () => {
  const values = { cash: 484_087.6151, equity: 480_032.6953, etf: 170_857.047 }
  const nav = values.cash + values.equity + values.etf
  const grouped = {
    groupBy: 'instrument_type',
    data: Object.entries(values).map(([key, value]) => ({
      key,
      name: key,
      value,
      weight: 0,
      pnl_abs_total: 1,
    })),
    total: { value: nav, flags: [] },
    basis: { currency: 'CHF' },
    // The fields that an allocation reads.
  } as unknown as Grouped
  const { slices, total } = buildAllocation(grouped, 'value')
  const shown = new Map(slices.map(({ key, amount }) => [key, amount]))
  const [allocated, cash] = roundToTotal([values.equity + values.etf, values.cash], total, 2)
  expect(shown.get('cash')).toBe(cash)
  expect((shown.get('equity') ?? 0) + (shown.get('etf') ?? 0)).toBeCloseTo(allocated ?? 0, 9)
  // Rounded with the others at once, equity takes the cent that cash has above.
  expect(roundToTotal([values.cash, values.equity, values.etf], total, 2)[0]).not.toBe(cash)
})

import type { Transaction } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import { groupByDay } from './day-groups.ts'

const row = (date: string, original: number | null, amount: number | null) =>
  ({
    date,
    original_amount: original,
    calculated_amount: amount,
  }) as unknown as Transaction

describe('the days of a list', () => {
  it('keep the order of the list and sum their amounts', () => {
    const days = groupByDay([row('2026-11-13', -10, -10), row('2026-11-12', 5, 5), row('2026-11-12', 7, 7)])
    expect(days).toEqual([
      { date: '2026-11-13', count: 1, amount: -10 },
      { date: '2026-11-12', count: 2, amount: 12 },
    ])
  })

  it('have no sum when a rate is missing, and ignore transactions without cash', () => {
    expect(groupByDay([row('2026-11-12', 5, null), row('2026-11-12', 5, 5)])[0]?.amount).toBeNull()
    expect(groupByDay([row('2026-11-12', null, null), row('2026-11-12', 5, 5)])[0]?.amount).toBe(5)
  })
})

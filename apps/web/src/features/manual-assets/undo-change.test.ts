import { describe, expect, it } from 'vitest'
import type { Asset } from './asset-types.ts'
import { undoChange } from './undo-change.ts'

const purchase = {
  id: 't1',
  date: '2026-01-05',
  type: 'purchase',
  quantity: 1,
  price: null,
  amount: -100,
  accrued: null,
  ratio: null,
  fees: 0,
  taxes: 0,
  note: null,
  revision: 1,
} as const
const valuation = {
  id: 'v1',
  date: '2026-02-05',
  value: 120,
  source: null,
  change_rel: null,
  revision: 1,
} as const

// Only the fields that an undo compares.
const asset = (more: object) =>
  ({
    name: 'House',
    notes: null,
    transactions: [purchase],
    valuations: [valuation],
    revision: 2,
    ...more,
  }) as unknown as Asset

describe('undoing a change of an asset', () => {
  it('sends nothing that is as it was', () => {
    const after = asset({ revision: 3, valuations: [{ ...valuation, revision: 2, change_rel: 0.2 }] })
    expect(undoChange(asset({}), after)).toEqual({ transactions: [], valuations: [], revision: 3 })
  })

  it('restores fields and corrected entries, voids added ones and enters voided ones again', () => {
    const added = { ...valuation, id: 'v2', date: '2026-03-05', value: -5 }
    const after = asset({
      name: 'Hose',
      revision: 5,
      transactions: [],
      valuations: [added, { ...valuation, value: 12, revision: 2 }],
    })
    expect(undoChange(asset({}), after)).toEqual({
      name: 'House',
      transactions: [{ ...purchase, id: null, is_void: false }],
      valuations: [
        { ...added, is_void: true },
        { ...valuation, is_void: false },
      ],
      revision: 5,
    })
  })
})

import type { Position } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import type { DisplayNames } from '../../portfolio/display-names.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { closedSum } from './closed-sum.ts'
import { positionGroupKey, positionGroups } from './position-groups.ts'

const [example] = positionsReply().data as [Position]
const position = (change: Partial<Position>): Position => ({ ...example, ...change })
// Partial: only the name of a group is read.
const names = { group: (_: string, __: string, name: string) => name } as unknown as DisplayNames
const byValue = { field: 'value', isDescending: true }

describe('groups of positions', () => {
  const rows = [
    position({ id: '1', instrument_type: 'bond', value: 10, fees: 1 }),
    position({ id: '2', instrument_type: 'equity', value: 30, fees: 2 }),
    position({ id: '3', instrument_type: 'bond', value: 40, fees: 4 }),
    position({ id: '4', instrument_type: 'art', value: null, fees: 0 }),
  ]

  it('sum their rows', () => {
    const groups = positionGroups(rows, 'instrument_type', names, byValue)
    expect(groups.map(({ key, count, sums }) => [key, count, sums.value])).toEqual([
      ['bond', 2, 50],
      ['equity', 1, 30],
      ['art', 1, null],
    ])
    expect(groups[0]?.flags).toEqual([])
  })

  it('mark a value of the known part, and have no profit and loss of a part', () => {
    const flags = [{ code: 'no_rate' as const, fields: [], date: null, amount: null }]
    const unvalued = position({ id: '5', instrument_type: 'bond', value: null, pnl_abs_total: null, flags })
    const [bonds] = positionGroups([...rows, unvalued], 'instrument_type', names, byValue)
    expect(bonds?.sums).toMatchObject({ value: 50, pnl_abs_total: null })
    expect(bonds?.flags).toMatchObject([{ code: 'no_rate' }, { code: 'partial', fields: ['value'] }])
  })

  it('follow the order of the list when it is sorted by a sum', () => {
    const byFees = positionGroups(rows, 'instrument_type', names, { field: 'fees', isDescending: false })
    expect(byFees.map(({ key }) => key)).toEqual(['art', 'equity', 'bond'])
    const byName = positionGroups(rows, 'instrument_type', names, { field: 'name', isDescending: false })
    expect(byName.map(({ key }) => key)).toEqual(['bond', 'equity', 'art'])
  })

  it('collect positions without a country or sector in one group', () => {
    expect(positionGroupKey(position({ country: null }), 'country')).toBe('none')
    expect(positionGroupKey(position({}), 'account')).toBe('a1')
    expect(positionGroupKey(position({ side: 'short' }), 'side')).toBe('short')
  })
})

describe('the sum of closed positions', () => {
  const { total } = positionsReply()
  const closed = { ...total, proceeds: 100.004, cost: 60, dividends: 5, fees: 1.002, pnl_abs_total: 44.002 }

  it('adds up to the cent', () => {
    expect(closedSum(closed, 2)).toEqual({
      total: 44,
      terms: [
        { key: 'proceeds', value: 100 },
        { key: 'cost', value: -60 },
        { key: 'income', value: 5 },
        { key: 'fees', value: -1 },
      ],
    })
  })

  it('is not shown when it does not add up', () => {
    expect(closedSum({ ...closed, pnl_abs_total: 46 }, 2)).toBeNull()
    expect(closedSum({ ...closed, proceeds: null }, 2)).toBeNull()
  })
})

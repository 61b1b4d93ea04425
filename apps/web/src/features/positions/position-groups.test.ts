import type { Position } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import type { Words } from '../../portfolio/words.ts'
import { positionsAnswer } from '../overview/testing/answers.ts'
import { closedSum } from './closed-sum.ts'
import { groupKeyOf, positionGroups } from './position-groups.ts'

const [example] = positionsAnswer().data as [Position]
const position = (change: Partial<Position>): Position => ({ ...example, ...change })
// A name by itself is enough here.
const words = { group: (_: string, __: string, name: string) => name } as unknown as Words
const byValue = { field: 'value', isDescending: true }

describe('groups of positions', () => {
  const rows = [
    position({ id: '1', instrument_type: 'bond', value: 10, fees: 1 }),
    position({ id: '2', instrument_type: 'equity', value: 30, fees: 2 }),
    position({ id: '3', instrument_type: 'bond', value: 40, fees: 4 }),
    position({ id: '4', instrument_type: 'art', value: null, fees: 0 }),
  ]

  it('sum what their rows show, and leave out what is missing', () => {
    const groups = positionGroups(rows, 'instrument_type', words, byValue)
    expect(groups.map(({ key, count, sums }) => [key, count, sums.value])).toEqual([
      ['bond', 2, 50],
      ['equity', 1, 30],
      ['art', 1, null],
    ])
  })

  it('follow the order of the list where that is a sum', () => {
    const byFees = positionGroups(rows, 'instrument_type', words, { field: 'fees', isDescending: false })
    expect(byFees.map(({ key }) => key)).toEqual(['art', 'equity', 'bond'])
    const byName = positionGroups(rows, 'instrument_type', words, { field: 'name', isDescending: false })
    expect(byName.map(({ key }) => key)).toEqual(['bond', 'equity', 'art'])
  })

  it('hold those without a country or sector together', () => {
    expect(groupKeyOf(position({ country: null }), 'country')).toBe('none')
    expect(groupKeyOf(position({}), 'account')).toBe('a1')
    expect(groupKeyOf(position({ side: 'short' }), 'side')).toBe('short')
  })
})

describe('the sum under closed positions', () => {
  const { total } = positionsAnswer()
  const closed = { ...total, proceeds: 100.004, cost: 60, dividends: 5, fees: 1.002, pnl_abs_total: 44.002 }

  it('adds up in cents', () => {
    expect(closedSum(closed)).toEqual({
      total: 44.002,
      terms: [
        { key: 'proceeds', value: 100 },
        { key: 'cost', value: -60 },
        { key: 'income', value: 5 },
        { key: 'fees', value: -1 },
      ],
    })
  })

  it('is not shown where it does not hold', () => {
    expect(closedSum({ ...closed, pnl_abs_total: 45 })).toBeNull()
    expect(closedSum({ ...closed, proceeds: null })).toBeNull()
  })
})

import { parseDay, toIsoDate } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import { foldFlows } from './fold-flows.ts'

const firstDay = parseDay('2016-01-01')

function sum(flows: ReturnType<typeof foldFlows>) {
  return flows.reduce((total, { deposits, withdrawals }) => total + deposits + withdrawals, 0)
}

describe('the flows of a period', () => {
  it('are those of days while there are few', () => {
    expect(foldFlows([0, 100, 0, -30], firstDay)).toEqual([
      { from: '2016-01-02', to: '2016-01-02', deposits: 100, withdrawals: 0 },
      { from: '2016-01-04', to: '2016-01-04', deposits: 0, withdrawals: -30 },
    ])
  })

  it('are folded into months and then into years, and add up to the same', () => {
    const daily = (days: number) => Array.from({ length: days }, (_, day) => (day % 3 === 0 ? -1 : 2))
    const year = foldFlows(daily(366), firstDay)
    expect(year.map(({ from }) => from.slice(0, 7))).toEqual(
      Array.from({ length: 12 }, (_, month) => `2016-${String(month + 1).padStart(2, '0')}`),
    )
    expect(year[0]).toEqual({ from: '2016-01-01', to: '2016-01-31', deposits: 40, withdrawals: -11 })
    const decades = foldFlows(daily(365 * 20), firstDay)
    expect(decades.map(({ from }) => from.slice(0, 4))).toHaveLength(20)
    expect(decades.at(-1)?.to).toBe(toIsoDate(firstDay + 365 * 20 - 1))
    expect(sum(decades)).toBe(daily(365 * 20).reduce((total, flow) => total + flow, 0))
  })
})

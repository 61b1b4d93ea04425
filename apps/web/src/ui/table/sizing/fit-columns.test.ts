import { describe, expect, it } from 'vitest'
import { type ColumnNeed, fitColumns } from './fit-columns.ts'

const name: ColumnNeed = { id: 'name', natural: 400, shrinksTo: 170 }
const value: ColumnNeed = { id: 'value', natural: 120 }
const account: ColumnNeed = { id: 'account', natural: 100, priority: 5 }
const cost: ColumnNeed = { id: 'cost', natural: 90, priority: 6 }
const total = (widths: Readonly<Record<string, number>>) =>
  Object.values(widths).reduce((sum, width) => sum + width, 0)

describe('the widths of columns', () => {
  it('truncate text before a column leaves', () => {
    const { widths, hidden } = fitColumns([name, account, value], 400)
    expect(hidden).toEqual([])
    expect(widths).toEqual({ name: 180, account: 100, value: 120 })
  })

  it('hide columns of the lowest priority first', () => {
    expect(fitColumns([name, cost, account, value], 400).hidden).toEqual(['cost'])
    expect(fitColumns([name, cost, account, value], 300).hidden).toEqual(['cost', 'account'])
  })

  it('never narrow a figure, even if the table scrolls', () => {
    const { widths } = fitColumns([name, value, { id: 'pnl', natural: 130 }], 200)
    expect(widths).toMatchObject({ value: 120, pnl: 130, name: 170 })
    expect(fitColumns([name, { ...value, chosen: 60 }], 500).widths.value).toBeGreaterThanOrEqual(120)
  })

  it('share spare width, and the name stops growing', () => {
    const { widths } = fitColumns([name, account, value], 1000)
    expect(widths.name).toBe(320)
    expect(widths).toMatchObject({ account: 100 + 230, value: 120 + 230 })
    expect(total(widths)).toBe(1000)
  })

  it('fill the table where all columns are text', () => {
    const { widths } = fitColumns([name, { ...name, id: 'other' }], 1000)
    expect(total(widths)).toBe(1000)
  })

  it('keep the width that a user chose for text', () => {
    expect(fitColumns([{ ...name, chosen: 90 }, value], 600).widths.name).toBe(90)
  })
})

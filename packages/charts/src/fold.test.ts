import { describe, expect, it } from 'vitest'
import { placeBars } from './bars.ts'
import { parseDay, toIsoDate, toWeekday } from './day.ts'
import { foldBars } from './fold.ts'
import { bandScale } from './time-scale.ts'
import { valueScale } from './value-scale.ts'

const daysFrom = (iso: string, count: number) =>
  Array.from({ length: count }, (_, index) => parseDay(iso) + index)

describe('daily bars', () => {
  it('skip weekends without a value and keep those with one', () => {
    const days = daysFrom('2026-11-13', 4)
    const { bars, unit } = foldBars(days, [1, 0, 2, 3], 'sum')
    expect(unit).toBe('day')
    expect(bars.map(bar => toIsoDate(bar.from))).toEqual(['2026-11-13', '2026-11-15', '2026-11-16'])
  })

  it('become weeks above 400 bars, then months, and report the unit', () => {
    const ones = (count: number) => foldBars(daysFrom('2010-01-04', count), Array(count).fill(1), 'sum')
    expect(ones(400).unit).toBe('day')
    expect(ones(401).unit).toBe('week')
    expect(ones(401 * 7).unit).toBe('month')
  })

  it('keep their sum when folded', () => {
    const days = daysFrom('2020-01-01', 2000)
    const values = days.map(day => (day % 11) - 4.5)
    const sum = values.reduce((total, value) => total + value, 0)
    for (const most of [5000, 400, 100]) {
      const { bars } = foldBars(days, values, 'sum', most)
      expect(bars.reduce((total, { value }) => total + (value ?? 0), 0)).toBeCloseTo(sum, 6)
    }
  })

  it('start on Mondays as weeks and end with the data', () => {
    const { bars } = foldBars(daysFrom('2024-01-03', 420), Array(420).fill(1), 'sum')
    expect(bars.slice(1).every(bar => toWeekday(bar.from) === 0)).toBe(true)
    expect(toIsoDate(bars[0]?.from ?? 0)).toBe('2024-01-03')
    expect(bars.at(-1)?.to).toBe(parseDay('2024-01-03') + 419)
  })

  it('link returns instead of adding them', () => {
    const { bars } = foldBars(daysFrom('2026-11-09', 5), [0.1, 0.1, null, 0, 0], 'link', 1)
    expect(bars[0]?.value).toBeCloseTo(0.21, 12)
  })

  it('have no value if no day of the period has one', () => {
    expect(foldBars(daysFrom('2026-11-09', 5), Array(5).fill(null), 'sum', 1).bars[0]?.value).toBeNull()
  })
})

describe('placeBars', () => {
  const bars = [3, -2, 0, null].map((value, index) => ({ from: index, to: index, value }))
  const places = placeBars(
    bars,
    bandScale(bars, { left: 0, right: 40 }),
    valueScale({ least: -2, most: 3 }, { top: 0, bottom: 100 }),
  )

  it('draws positive bars up and negative bars down from zero, and none for zero', () => {
    expect(places.map(place => place.index)).toEqual([0, 1])
    const [up, down] = places
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(down?.y ?? Number.NaN, 9)
    expect([up?.isNegative, down?.isNegative]).toEqual([false, true])
  })

  it('draws bars at least one pixel wide', () => {
    const many = Array.from({ length: 400 }, (_, index) => ({ from: index, to: index, value: 1 }))
    const across = bandScale(many, { left: 0, right: 200 })
    const [first] = placeBars(many, across, valueScale({ least: 0, most: 1 }, { top: 0, bottom: 10 }))
    expect(first?.width).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import { parseDay, toIsoDate } from './day.ts'
import { bandScale, timeScale } from './time-scale.ts'
import { timeTicks } from './time-ticks.ts'

const sides = { left: 8, right: 843 }
const ticksOf = (from: string, to: string, gap = 60, panel = sides) =>
  timeTicks(timeScale(parseDay(from), parseDay(to), panel), panel, gap)
const named = (from: string, to: string, gap?: number, panel?: typeof sides) =>
  ticksOf(from, to, gap, panel).map(({ day, unit }) => `${unit} ${toIsoDate(day)}`)

describe('timeScale', () => {
  it('maps the first and last day to the ends, and back', () => {
    const scale = timeScale(parseDay('2026-01-01'), parseDay('2026-12-31'), sides)
    expect(scale.x(scale.first)).toBe(8)
    expect(scale.x(scale.last)).toBe(843)
    expect(toIsoDate(scale.dayAt(8))).toBe('2026-01-01')
    expect(toIsoDate(scale.dayAt(9999))).toBe('2026-12-31')
  })

  it('maps a single day to the middle', () => {
    const scale = timeScale(100, 100, { left: 0, right: 200 })
    expect(scale.x(100)).toBe(100)
    expect(scale.dayAt(3)).toBe(100)
  })
})

describe('bandScale', () => {
  const spans = ['2026-11-12', '2026-11-13', '2026-11-16'].map(parseDay).map(day => ({ from: day, to: day }))
  const scale = bandScale(spans, { left: 0, right: 300 })

  it('gives each bar the same width and weekends none', () => {
    expect([0, 1, 2].map(index => scale.centre(index))).toEqual([50, 150, 250])
    expect(scale.x(parseDay('2026-11-14'))).toBe(250)
  })

  it('finds the bar at a position', () => {
    expect(toIsoDate(scale.dayAt(120))).toBe('2026-11-13')
    expect(toIsoDate(scale.dayAt(-5))).toBe('2026-11-12')
    expect(toIsoDate(scale.dayAt(400))).toBe('2026-11-16')
  })
})

describe('timeTicks', () => {
  it('are years if at least two begin', () => {
    expect(named('2021-01-04', '2026-11-13')).toEqual(
      [2021, 2022, 2023, 2024, 2025, 2026].map(year => `year ${year}-01-01`),
    )
  })

  it('label a period that began just before the panel at its edge', () => {
    const [first, second] = ticksOf('2021-01-04', '2026-11-13')
    expect(first).toMatchObject({ x: 8, isAtEdge: true })
    expect(second?.isAtEdge).toBe(false)
  })

  it('skip every second year if there is no room', () => {
    expect(named('2021-01-04', '2026-11-13', 60, { left: 0, right: 288 })).toEqual([
      'year 2022-01-01',
      'year 2024-01-01',
      'year 2026-01-01',
    ])
  })

  it('are months within a year, with the year as label of the first month', () => {
    expect(named('2025-11-14', '2026-11-13', 90)).toEqual([
      'year 2026-01-01',
      'month 2026-03-01',
      'month 2026-05-01',
      'month 2026-07-01',
      'month 2026-09-01',
      'month 2026-11-01',
    ])
  })

  it('are days within a month, or Mondays if not all days fit', () => {
    expect(named('2026-11-09', '2026-11-13')).toHaveLength(5)
    expect(named('2026-11-02', '2026-11-30')).toEqual([
      'day 2026-11-02',
      'day 2026-11-09',
      'day 2026-11-16',
      'day 2026-11-23',
      'day 2026-11-30',
    ])
  })

  it('keep the minimum gap', () => {
    for (const last of ['2026-01-05', '2026-02-20', '2026-09-01', '2029-05-05', '2066-01-01']) {
      const ticks = ticksOf('2026-01-02', last, 48)
      expect(ticks.length).toBeGreaterThan(0)
      for (const [index, tick] of ticks.entries())
        if (index > 0) expect(tick.x - (ticks[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(48)
    }
  })
})

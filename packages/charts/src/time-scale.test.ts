import { describe, expect, it } from 'vitest'
import { parseDay, toIsoDate, toWeekday } from './day.ts'
import { bandScale, timeScale } from './time-scale.ts'
import { type TimeTick, timeTicks } from './time-ticks.ts'

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

  const widths = {
    phone: { left: 2, right: 260 },
    desktop: { left: 8, right: 843 },
    wide: { left: 8, right: 1800 },
  }
  const first = parseDay('1996-11-18')
  // Every span up to two months, then each 4 % longer than the one before, up to thirty years.
  const spans = Array.from({ length: 195 }, (_, index) =>
    index < 60 ? index + 1 : Math.round(60 * 1.04 ** (index - 60)),
  )

  /** Where the label of a tick begins and ends. */
  const labelBox = ({ x, anchor }: TimeTick, width: number): [number, number] => {
    const start = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
    return [start, start + width]
  }
  const letters = { year: 4, month: 4, day: 8 }

  /** What is wrong with the ticks of a span: too few, cut or overlapping. */
  const findProblem = (from: number, span: number, panel: typeof sides): string | null => {
    const ticks = timeTicks(timeScale(from, from + span, panel), panel, panel.right < 480 ? 64 : 56)
    if (ticks.length < 2) return 'fewer than two'
    const boxes = ticks.map(tick => labelBox(tick, letters[tick.unit] * 6.2))
    if (boxes.some(([start, end]) => start < panel.left - 1 || end > panel.right + 1)) return 'cut'
    return boxes.some(([start], index) => index > 0 && start <= (boxes[index - 1]?.[1] ?? 0))
      ? 'overlap'
      : null
  }

  it.each(Object.entries(widths))(
    'are two or more without overlap for every span on a %s',
    (_name, panel) => {
      const problems = spans.flatMap(span =>
        [0, 45].flatMap(shift => {
          const problem = findProblem(first + shift, span, panel)
          return problem === null ? [] : [`${span} days from ${toIsoDate(first + shift)}: ${problem}`]
        }),
      )
      expect(problems).toEqual([])
    },
    60_000,
  )

  it('are two or more for bars of every number of business days', () => {
    const days = Array.from({ length: 400 }, (_, index) => first + index).filter(day => toWeekday(day) < 5)
    const counts = days.map((_, index) => index + 1).slice(1)
    const lacking = counts.filter(count => {
      const bars = days.slice(0, count).map(day => ({ from: day, to: day }))
      return timeTicks(bandScale(bars, sides), sides, 56).length < 2
    })
    expect(lacking).toEqual([])
  })

  it('are one for a single day', () => {
    expect(named('2026-11-13', '2026-11-13')).toEqual(['day 2026-11-13'])
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

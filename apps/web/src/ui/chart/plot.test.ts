import { describe, expect, it } from 'vitest'
import type { ChartMarker } from './chart-series.ts'
import { linePlot } from './plot.ts'

const series = (values: number[]) => [{ key: 'price', label: 'Price', values, colour: 'red' }]
const days = [100, 110, 120, 160]
const plotWith = (markers: ChartMarker[]) =>
  linePlot({
    axisPx: 64,
    size: { width: 800, height: 200 },
    stops: days.map(day => ({ from: day, to: day })),
    series: series([10, 20, 12, 40]),
    hasZero: false,
    markers,
  })
const trade = (day: number): ChartMarker => ({
  key: `trade ${day}`,
  day,
  direction: 'up',
  label: 'Buy 5',
  place: 'line',
})

describe('a trade marker', () => {
  it('is on the line at the day of the trade', () => {
    const { markers, lines, xs } = plotWith(days.map(trade))
    expect(markers.map(({ x, y }) => [x, y])).toEqual(lines[0]?.places.map(({ y }, index) => [xs[index], y]))
  })

  it('is on the line between two points where its day was left out', () => {
    const plot = plotWith([trade(140)])
    expect(plot.markers[0]?.x).toBeCloseTo(plot.across.x(140), 9)
    expect(plot.markers[0]?.y).toBeCloseTo(plot.up.y(26), 9)
  })

  it('has its text above a line that rises steeply beside it', () => {
    const plot = linePlot({
      axisPx: 64,
      size: { width: 800, height: 200 },
      stops: [100, 100.2, 100.3, 110].map(day => ({ from: day, to: day })),
      series: series([0, 30, 40, 200]),
      hasZero: false,
      markers: [trade(100)],
    })
    const [marker] = plot.markers
    const beside = plot.lines[0]?.places.filter(({ x }) => x <= plot.sides.left + 31) ?? []
    expect(beside.length).toBeGreaterThan(0)
    expect(marker?.labelY).not.toBeNull()
    for (const { y } of beside) expect(marker?.labelY).toBeLessThan(y ?? 0)
  })

  it('is left out beyond the ends of the line', () => {
    expect(plotWith([trade(99), trade(161)]).markers).toEqual([])
  })
})

describe('a payment', () => {
  const payment = (day: number, direction: 'up' | 'down' = 'up'): ChartMarker => ({
    key: `payment ${day} ${direction}`,
    day,
    direction,
    label: `Day ${day}`,
    place: 'foot',
  })

  it('shares its mark with those that would overlap it, and the mark lists them', () => {
    const { markers } = plotWith([payment(100), payment(100.2), payment(150)])
    expect(markers.map(({ marker }) => marker.label)).toEqual(['Day 100\nDay 100.2', 'Day 150'])
  })

  it('in the other direction has a mark of its own, below', () => {
    const { markers } = plotWith([payment(120), payment(120, 'down')])
    expect(markers).toHaveLength(2)
    expect(markers[0]?.y).toBeLessThan(markers[1]?.y ?? 0)
  })
})

describe('a split', () => {
  it('is a rule through the panel with its label at the top', () => {
    const { markers, heights, across } = plotWith([
      { key: 's', day: 120, label: 'Split 10:1', place: 'rule' },
    ])
    expect(markers).toMatchObject([{ x: across.x(120), y: heights.top }])
  })
})

describe('the name of a second line', () => {
  it('keeps clear of the line at zero', () => {
    const flat = Array.from({ length: 30 }, (_, index) => ({ from: index, to: index }))
    const plot = linePlot({
      axisPx: 64,
      size: { width: 800, height: 240 },
      stops: flat,
      series: [
        { key: 'own', label: 'Own', values: flat.map((_, day) => day * 3), colour: 'red' },
        { key: 'other', label: 'Balanced benchmark', values: flat.map((_, day) => day), colour: 'blue' },
      ],
    })
    const { label } = plot.lines[1] ?? { label: null }
    expect(label).not.toBeNull()
    expect(Math.abs((label?.y ?? 0) - plot.up.y(0))).toBeGreaterThan(10)
  })
})

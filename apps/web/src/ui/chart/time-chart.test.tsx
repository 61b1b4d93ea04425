import { parseDay } from '@plumbline/charts'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartSeries, ChartUnit, Stop } from './chart-series.ts'
import { TimeChart } from './time-chart.tsx'

const first = parseDay('2026-11-09')
const stops: Stop[] = [0, 1, 2, 3, 4].map(index => ({ from: first + index, to: first + index }))
const series: ChartSeries[] = [
  { key: 'total', label: 'Total', values: [0, 120, -80, 240.5, 310], colour: 'red' },
  { key: 'part', label: 'Part', values: [0, 20, null, 40, 60], colour: 'blue' },
]

function draw({
  kind = 'lines',
  unit = 'amount',
  renderRange,
}: {
  kind?: 'lines' | 'bars'
  unit?: ChartUnit
  renderRange?: (range: Stop, close: () => void) => React.ReactNode
} = {}) {
  render(
    <TimeChart
      label="Course"
      height={300}
      {...{ kind, unit, stops, series }}
      {...(renderRange && { renderRange })}
    />,
  )
  return screen.getByRole('slider')
}

const describeStop = () => screen.getByRole('slider').getAttribute('aria-valuetext')

describe('the crosshair', () => {
  it('moves along the line by keyboard and announces every stop', async () => {
    const user = userEvent.setup()
    draw().focus()
    await user.keyboard('{End}')
    expect(describeStop()).toBe('Fri 13 Nov 2026: Total +310.00, Part +60.00')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(describeStop()).toBe('Wed 11 Nov 2026: Total −80.00, Part –')
    await user.keyboard('{Home}')
    expect(describeStop()).toBe('Mon 9 Nov 2026: Total 0.00, Part 0.00')
    await user.keyboard('{ArrowLeft}')
    expect(describeStop()).toMatch(/^Mon 9 Nov/)
  })

  it('shows its values in a tooltip until the focus leaves', async () => {
    const user = userEvent.setup()
    draw().focus()
    await user.keyboard('{End}')
    expect(screen.getByText('Fri 13 Nov 2026')).toBeTruthy()
    await user.tab()
    expect(screen.queryByText('Fri 13 Nov 2026')).toBeNull()
  })

  it('follows the pointer to the nearest stop', () => {
    const surface = draw()
    fireEvent.pointerMove(surface, { clientX: 600, clientY: 50 })
    expect(describeStop()).toMatch(/^Fri 13 Nov/)
    fireEvent.pointerMove(surface, { clientX: 0, clientY: 50 })
    expect(describeStop()).toMatch(/^Mon 9 Nov/)
  })
})

describe('a range', () => {
  it('is selected with Shift and opened with Enter; Esc closes it and returns the focus', async () => {
    const user = userEvent.setup()
    const renderRange = vi.fn((range: Stop) => <p>{`from ${range.from - first} to ${range.to - first}`}</p>)
    const surface = draw({ renderRange })
    surface.focus()
    await user.keyboard('{End}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Enter}')
    const popover = screen.getByRole('dialog', { name: 'Selected range' })
    expect(within(popover).getByText('from 2 to 4')).toBeTruthy()
    expect(document.activeElement).toBe(popover)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(surface)
  })

  it('is a single stop when it was not extended', async () => {
    const user = userEvent.setup()
    draw({ renderRange: range => <p>{`from ${range.from - first} to ${range.to - first}`}</p> }).focus()
    await user.keyboard('{Home}{ArrowRight}{Enter}')
    expect(screen.getByText('from 1 to 1')).toBeTruthy()
  })

  it.each([
    ['is selected by dragging the mouse', 900, 'from 0 to 4'],
    ['is one day after a click', 12, 'from 0 to 0'],
  ])('%s', (_name, to, expected) => {
    const surface = draw({
      renderRange: range => <p>{`from ${range.from - first} to ${range.to - first}`}</p>,
    })
    fireEvent.pointerDown(surface, { clientX: 10, button: 0, pointerType: 'mouse' })
    fireEvent.pointerMove(surface, { clientX: to, pointerType: 'mouse' })
    fireEvent.pointerUp(surface, { clientX: to, pointerType: 'mouse' })
    expect(screen.getByText(expected)).toBeTruthy()
  })

  it('is not selected by touch, which moves the crosshair', () => {
    const surface = draw({ renderRange: () => <p>opened</p> })
    fireEvent.pointerDown(surface, { clientX: 10, button: 0, pointerType: 'touch' })
    fireEvent.pointerMove(surface, { clientX: 600, pointerType: 'touch' })
    fireEvent.pointerUp(surface, { clientX: 600, pointerType: 'touch' })
    fireEvent.pointerLeave(surface, { pointerType: 'touch' })
    expect(screen.queryByText('opened')).toBeNull()
    expect(describeStop()).toMatch(/^Fri 13 Nov/)
  })

  it('cannot be selected when no action is offered for it', async () => {
    const user = userEvent.setup()
    draw().focus()
    await user.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a chart', () => {
  it('describes its series to screen readers', () => {
    draw()
    const table = screen.getByRole('table', { name: 'Course' })
    const row = within(table).getByRole('row', { name: /^Total/ })
    expect(row.textContent).toContain('+310.00 on 13 Nov 2026')
    expect(row.textContent).toContain('−80.00 on 11 Nov 2026')
  })

  it('shows no amounts in percent mode', () => {
    draw({ unit: 'percent' })
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/Total \+31,000\.00%/)
    expect(document.querySelector('[data-amount]')).toBeNull()
  })

  it('states differences of percentages in points', () => {
    draw({ unit: 'points' })
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/Total \+31,000\.00 pp/)
    expect(screen.getByText('+31,000.0 pp')).toBeTruthy()
    expect(document.querySelector('svg')?.textContent).not.toContain('%')
  })

  it('draws bars up and down from zero', () => {
    draw({ kind: 'bars' })
    const bars = [...document.querySelectorAll('svg rect')]
    expect(bars.map(bar => bar.getAttribute('class'))).toEqual(['gain', 'loss', 'gain', 'gain'])
  })
})

describe('the legend', () => {
  const entries = [
    { key: 'a', label: 'A', colour: 'red', isShown: true },
    { key: 'b', label: 'B', colour: 'blue', isShown: false },
  ]

  it('toggles series, but never hides the last one', async () => {
    const user = userEvent.setup()
    const onToggle = vi.fn()
    render(<ChartLegend entries={entries} onToggle={onToggle} />)
    await user.click(screen.getByRole('button', { name: 'A' }))
    expect(onToggle).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'B' }))
    expect(onToggle).toHaveBeenCalledWith('b')
    expect(screen.getByRole('button', { name: 'B' }).getAttribute('aria-pressed')).toBe('false')
  })
})

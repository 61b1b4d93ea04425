import { dayOf } from '@plumbline/charts'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartSeries, ChartUnit, Stop } from './chart-series.ts'
import { TimeChart } from './time-chart.tsx'

const first = dayOf('2026-11-09')
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

const spoken = () => screen.getByRole('slider').getAttribute('aria-valuetext')

describe('the crosshair', () => {
  it('moves along the line by keyboard, and every stop is told', async () => {
    const user = userEvent.setup()
    draw().focus()
    await user.keyboard('{End}')
    expect(spoken()).toBe('Fri 13 Nov 2026: Total +310.00, Part +60.00')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(spoken()).toBe('Wed 11 Nov 2026: Total −80.00, Part –')
    await user.keyboard('{Home}')
    expect(spoken()).toBe('Mon 9 Nov 2026: Total 0.00, Part 0.00')
    await user.keyboard('{ArrowLeft}')
    expect(spoken()).toMatch(/^Mon 9 Nov/)
  })

  it('shows the values beside it, and goes with the focus', async () => {
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
    expect(spoken()).toMatch(/^Fri 13 Nov/)
    fireEvent.pointerMove(surface, { clientX: 0, clientY: 50 })
    expect(spoken()).toMatch(/^Mon 9 Nov/)
  })
})

describe('a range', () => {
  it('is selected with Shift and opened with Enter; Esc closes it and the focus comes back', async () => {
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

  it('is one stop where nothing was extended', async () => {
    const user = userEvent.setup()
    draw({ renderRange: range => <p>{`from ${range.from - first} to ${range.to - first}`}</p> }).focus()
    await user.keyboard('{Home}{ArrowRight}{Enter}')
    expect(screen.getByText('from 1 to 1')).toBeTruthy()
  })

  it.each([
    ['is drawn with the mouse', 900, 'from 0 to 4'],
    ['is the day under a click', 12, 'from 0 to 0'],
  ])('%s', (_name, to, told) => {
    const surface = draw({
      renderRange: range => <p>{`from ${range.from - first} to ${range.to - first}`}</p>,
    })
    fireEvent.pointerDown(surface, { clientX: 10, button: 0, pointerType: 'mouse' })
    fireEvent.pointerMove(surface, { clientX: to, pointerType: 'mouse' })
    fireEvent.pointerUp(surface, { clientX: to, pointerType: 'mouse' })
    expect(screen.getByText(told)).toBeTruthy()
  })

  it('is not drawn by a finger, which moves the crosshair', () => {
    const surface = draw({ renderRange: () => <p>opened</p> })
    fireEvent.pointerDown(surface, { clientX: 10, button: 0, pointerType: 'touch' })
    fireEvent.pointerMove(surface, { clientX: 600, pointerType: 'touch' })
    fireEvent.pointerUp(surface, { clientX: 600, pointerType: 'touch' })
    fireEvent.pointerLeave(surface, { pointerType: 'touch' })
    expect(screen.queryByText('opened')).toBeNull()
    expect(spoken()).toMatch(/^Fri 13 Nov/)
  })

  it('cannot be selected where nothing is offered for it', async () => {
    const user = userEvent.setup()
    draw().focus()
    await user.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a chart', () => {
  it('tells its lines to those who cannot see them', () => {
    draw()
    const table = screen.getByRole('table', { name: 'Course' })
    const row = within(table).getByRole('row', { name: /^Total/ })
    expect(row.textContent).toContain('+310.00 on 13 Nov 2026')
    expect(row.textContent).toContain('−80.00 on 11 Nov 2026')
  })

  it('shows no amount where it shows percent', () => {
    draw({ unit: 'percent' })
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/Total \+31,000\.00%/)
    expect(document.querySelector('[data-amount]')).toBeNull()
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

  it('shows and hides lines, but never the last one', async () => {
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

import { parseDay, type Span, toIsoDate } from '@plumbline/charts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Brush } from './brush.tsx'

const first = parseDay('2026-01-01')
const days = Array.from({ length: 300 }, (_, index) => first + index)
const values = days.map((_, index) => index)

function draw(window: Span = { from: first + 100, to: first + 200 }) {
  const onChange = vi.fn()
  render(<Brush days={days} values={values} window={window} onChange={onChange} />)
  return {
    onChange,
    start: screen.getByRole('slider', { name: 'Start of the period shown' }),
    end: screen.getByRole('slider', { name: 'End of the period shown' }),
  }
}

describe('the window of a brush', () => {
  it('moves by keyboard with an immediate preview, and reports the change on Enter', async () => {
    const user = userEvent.setup()
    const { onChange, start } = draw()
    start.focus()
    await user.keyboard('{ArrowRight}{PageUp}')
    expect(start.getAttribute('aria-valuetext')).toBe('12 May 2026')
    expect(onChange).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledWith({ from: first + 131, to: first + 200 })
  })

  it('reports once after several keys', () => {
    vi.useFakeTimers()
    const { onChange, end } = draw()
    fireEvent.keyDown(end, { key: 'ArrowRight' })
    fireEvent.keyDown(end, { key: 'ArrowRight' })
    expect(onChange).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1000))
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(onChange).toHaveBeenCalledWith({ from: first + 100, to: first + 202 })
  })

  it('is restored with Esc', async () => {
    const user = userEvent.setup()
    const { onChange, start } = draw()
    start.focus()
    await user.keyboard('{ArrowRight}{Escape}')
    expect(start.getAttribute('aria-valuenow')).toBe(String(first + 100))
    expect(onChange).not.toHaveBeenCalled()
  })

  it('resizes by dragging its end, never past its start', () => {
    const { onChange, end } = draw()
    fireEvent.pointerDown(end, { clientX: 400, button: 0 })
    fireEvent.pointerMove(end, { clientX: 0 })
    fireEvent.pointerUp(end, { clientX: 0 })
    const [window] = onChange.mock.calls[0] ?? []
    expect(toIsoDate(window.from)).toBe(toIsoDate(first + 100))
    expect(window.to - window.from).toBe(4)
  })
})

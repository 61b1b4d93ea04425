import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { setToastRegion, showToast, showUndo } from '../../lib/browser/toasts.ts'
import { ToastRegion } from './toast-region.tsx'

describe('a toast', () => {
  it('shows its message', async () => {
    render(<ToastRegion />)
    act(() => showToast('Watchlist saved', 'success'))
    expect(await screen.findByText('Watchlist saved')).toBeTruthy()
  })

  it('is queued while the region is loading, and dropped where there is none', async () => {
    showToast('Said to nobody')
    setToastRegion('awaited')
    showToast('Watchlist saved', 'success')
    render(<ToastRegion />)
    expect(await screen.findByText('Watchlist saved')).toBeTruthy()
    expect(screen.queryByText('Said to nobody')).toBeNull()
  })

  it('offers to undo, and closes afterwards', async () => {
    const undo = vi.fn()
    render(<ToastRegion />)
    act(() => showUndo('Strategy Hedges deleted', undo))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByText('Strategy Hedges deleted')).toBeNull())
  })

  it('counts down ten seconds to undo', async () => {
    vi.useFakeTimers()
    render(<ToastRegion />)
    act(() => showUndo('Strategy Hedges deleted', () => undefined))
    await act(() => vi.advanceTimersByTimeAsync(2100))
    expect(screen.getByText('8 s')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(7600))
    expect(screen.getByText('1 s')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ToastRegion } from '../../ui/overlay/toast-region.tsx'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

const failure = (status: number | null, message = 'No.', code: 'x' | 'overloaded' = 'x') =>
  new ApiError(status, [{ code, message }])

function inPage(client: ReturnType<typeof createQueryClient>, Content: () => React.ReactNode) {
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
  render(
    <QueryClientProvider client={client}>
      <Content />
      <ToastRegion />
    </QueryClientProvider>,
  )
}

describe('a query', () => {
  it.each([
    [503, 3],
    [502, 3],
    [500, 1],
    [404, 1],
    [401, 1],
  ])('that fails with %d is sent %d times in total', async (status, times) => {
    const ask = vi.fn().mockRejectedValue(failure(status))
    inPage(createQueryClient(), () => {
      const { isError } = useQuery({ queryKey: ['x'], queryFn: ask })
      return <p>{isError ? 'failed' : 'waiting'}</p>
    })
    await screen.findByText('failed')
    expect(ask).toHaveBeenCalledTimes(times)
  })

  it('waits for a server that still loads what was asked for', async () => {
    const ask = vi.fn().mockResolvedValue('answer')
    for (let tries = 0; tries < 9; tries += 1)
      ask.mockRejectedValueOnce(failure(503, 'The server is busy.', 'overloaded'))
    inPage(createQueryClient(), () => <p>{useQuery({ queryKey: ['x'], queryFn: ask }).data}</p>)
    await screen.findByText('answer')
    expect(ask).toHaveBeenCalledTimes(10)
  })

  it('shows a failed refetch in a toast and keeps the old data', async () => {
    const client = createQueryClient()
    const ask = vi.fn().mockResolvedValueOnce('answer').mockRejectedValue(failure(500, 'Could not refresh.'))
    inPage(client, () => <p>{useQuery({ queryKey: ['x'], queryFn: ask }).data}</p>)
    await screen.findByText('answer')
    await act(() => client.refetchQueries())
    expect((await screen.findByRole('alert')).textContent).toBe('Could not refresh.')
    expect(screen.getByText('answer')).toBeTruthy()
  })
})

describe('a failing mutation', () => {
  it('shows the first message of the server and is not retried', async () => {
    const save = vi.fn().mockRejectedValue(failure(503, 'The server is busy.'))
    inPage(createQueryClient(), () => {
      const { mutate } = useMutation({ mutationFn: save })
      return (
        <button type="button" onClick={() => mutate()}>
          Save
        </button>
      )
    })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.')
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('shows the general message when the server sends none', async () => {
    inPage(createQueryClient(), () => {
      const { mutate } = useMutation({ mutationFn: () => Promise.reject(new Error('a bug')) })
      return (
        <button type="button" onClick={() => mutate()}>
          Save
        </button>
      )
    })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Ooops, something went wrong.')
  })
})

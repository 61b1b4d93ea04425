import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api/api-error.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { QuerySection } from './query-section.tsx'

it('says that figures are still being loaded, and shows them once they are', async () => {
  const overloaded = new ApiError(503, [{ code: 'overloaded', message: 'The server is busy.' }])
  let finish = (_figure: string) => {}
  const loaded = new Promise<string>(resolve => {
    finish = resolve
  })
  const ask = vi.fn().mockRejectedValueOnce(overloaded).mockReturnValue(loaded)
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
  const Section = () => (
    <QuerySection query={useQuery({ queryKey: ['x'], queryFn: ask })} skeleton={<p>skeleton</p>}>
      {figure => <p>{figure}</p>}
    </QuerySection>
  )
  render(
    <QueryClientProvider client={client}>
      <Section />
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('status')).toBeNull()
  expect((await screen.findByRole('status')).textContent).toContain('loaded for the first time')
  expect(screen.getByText('skeleton')).toBeTruthy()
  finish('1,234')
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

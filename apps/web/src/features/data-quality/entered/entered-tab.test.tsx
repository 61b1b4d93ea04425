import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../data-quality-modal.tsx'
import type { EnteredPrice, EnteredRate } from './use-entered.ts'

const { settings, rates, instruments } = contract

const rate: EnteredRate = {
  currency: 'GBP',
  date: '2026-11-13',
  rate: 1.32,
  source: 'typed',
  is_entered: true,
  stated: { base: 'GBP', quote: 'EUR', rate: 1.2 },
  via: 'EUR',
  set_by: { id: 'u1', name: 'Ada' },
  received_at: '2026-11-13T10:00:00.000Z',
}
const price: EnteredPrice = {
  instrument: { id: 'i1', name: 'Aarwerk' },
  family: { id: 'f1', name: 'Keller' },
  currency: 'CHF',
  date: '2026-11-13',
  price: 90,
  source: 'upload',
  set_by: { id: 'u1', name: 'Ada' },
  received_at: '2026-11-13T10:00:00.000Z',
}

const page = (data: object[], count = data.length) => json({ next: null, previous: null, count, data })

function open(role: 'admin' | 'investor', type = '') {
  const server = appServer(({ path, method }: FakeRequest) => {
    const plain = path.split('?')[0]
    if (plain === settings.read.path) return json({ data: settingsReply({ role }) })
    if (plain === rates.list.path && method === 'GET') return page([rate], 120)
    if (plain === rates.list.path) return json({ data: rate })
    if (plain === instruments.enteredPrices.path) return page([price])
    if (plain === '/api/instruments/i1/prices/' && method === 'GET') return page([price])
    if (plain === '/api/instruments/i1/prices/') return json({ data: price })
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return undefined
  })
  signIn()
  renderApp(`/fees?modal=data-quality&modal.tab=entered${type && `&modal.type=${type}`}`)
  return server
}

describe('entered exchange rates', () => {
  it('are listed as they were stated, sorted by the server, and corrected as stated', async () => {
    const user = userEvent.setup()
    const server = open('admin')
    const table = within(await screen.findByRole('table', { name: 'Exchange rates' }))
    expect(await table.findByText('GBP/EUR')).toBeDefined()
    expect(table.getByText('converted by way of EUR')).toBeDefined()
    expect(table.getByText('Ada')).toBeDefined()
    await user.click(table.getByRole('button', { name: /Currency pair/ }))
    await waitFor(() =>
      expect(server.requests.some(({ path }) => path.includes('order_by=currency'))).toBe(true),
    )
    expect(server.requests.at(-1)?.path).toContain('entered=true')
    await user.click(table.getByRole('button', { name: 'Correct GBP/EUR, 13 Nov 2026' }))
    const field = await screen.findByLabelText('1 GBP in EUR')
    await user.clear(field)
    await user.type(field, '1.25')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(
        server.requests.find(({ method, path }) => method === 'POST' && path === rates.set.path)?.body,
      ).toMatchObject({ base: 'GBP', quote: 'EUR', rate: 1.25, date: '2026-11-13' }),
    )
  })

  it('are deleted after a question, and restored as stated by Undo', async () => {
    const user = userEvent.setup()
    const server = open('admin')
    await user.click(await screen.findByRole('button', { name: 'Delete GBP/EUR, 13 Nov 2026' }))
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
    await user.click(
      within(await screen.findByRole('dialog', { name: /^Delete GBP\/EUR/ })).getByRole('button', {
        name: 'Delete',
      }),
    )
    await waitFor(() =>
      expect(server.requests.find(({ method }) => method === 'DELETE')?.path).toBe(
        '/api/rates/GBP/2026-11-13/',
      ),
    )
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() =>
      expect(
        server.requests.find(({ method, path }) => method === 'POST' && path === rates.set.path)?.body,
      ).toMatchObject({ base: 'GBP', quote: 'EUR', rate: 1.2, date: '2026-11-13' }),
    )
  })
})

describe('entered prices', () => {
  it('are what clients see, who may correct and delete them', async () => {
    const user = userEvent.setup()
    const server = open('investor')
    const table = within(await screen.findByRole('table', { name: 'Prices' }))
    expect(await table.findByText('Aarwerk')).toBeDefined()
    expect(screen.queryByRole('radiogroup', { name: 'Prices or exchange rates' })).toBeNull()
    expect(server.requests.some(({ path }) => path.startsWith(rates.list.path))).toBe(false)
    await user.click(table.getByRole('button', { name: 'Delete Aarwerk, 13 Nov 2026' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: /^Delete Aarwerk/ })).getByRole('button', {
        name: 'Delete',
      }),
    )
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() =>
      expect(
        server.requests.find(
          ({ method, path }) => method === 'POST' && path === '/api/instruments/i1/prices/',
        )?.body,
      ).toMatchObject({ date: '2026-11-13', price: 90, source: 'upload' }),
    )
  })
})

import { contract } from 'virtual:contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../data-quality-modal.tsx'
import type { Coverage, Gap } from './use-coverage.ts'

const { reconciliation, settings, rates, instruments } = contract
const providers = contract.integrations.providers.path
const basis: Coverage['basis'] = {
  family: { id: 'f1', name: 'Keller' },
  currency: 'CHF',
  as_of: '2026-11-13',
  start_date: '2026-01-01',
  end_date: '2026-11-13',
  opening_date: '2025-12-31',
}
const gap: Gap = {
  reason: 'missing_rate',
  instrument: null,
  is_asset: false,
  instrument_type: null,
  unit: null,
  currency: 'GBP',
  counter_currency: 'CHF',
  since: '2026-03-02',
  positions_count: 1,
  balances_count: 1,
  places: [{ id: 'a1', name: 'Custody' }],
  quantity: null,
  contract_size: null,
  price: null,
  amount: 5000,
  value: null,
  effect: null,
  statement: null,
  may_fix: true,
}
const share: Gap = {
  ...gap,
  reason: 'missing_price',
  instrument: { id: 'i1', name: 'Aarwerk' },
  instrument_type: 'equity',
  unit: 'CHF',
  currency: null,
  counter_currency: null,
  quantity: 10,
  contract_size: 1,
}
const rate = {
  currency: 'GBP',
  date: '2026-11-13',
  rate: 1.25,
  source: 'typed',
  stated: null,
  via: null,
  set_by: null,
  received_at: '2026-11-13T10:00:00.000Z',
}
const price = { date: '2026-11-13', price: 90, currency: 'CHF', source: 'Bank', set_by: null }

/** The coverage of one gap. `before` is what the day had before it is typed over. */
function open(shown: Gap, before: object[] = [], role: 'admin' | 'investor' = 'admin') {
  const server = appServer(({ path, method }: FakeRequest) => {
    const plain = path.split('?')[0]
    if (plain === settings.read.path) return json({ data: settingsReply({ role }) })
    if (plain === reconciliation.coverage.path)
      return json({ data: [shown], count: 1, extra: { value: 1, held_count: 2, missing_count: 1 }, basis })
    if (plain === reconciliation.list.path || plain === reconciliation.findings.path || plain === providers)
      return json({ data: [], count: 0, next: null, previous: null, extra: { by_weight: [], by_kind: [] } })
    if (plain === rates.list.path && method === 'GET')
      return json({ count: 0, next: null, previous: null, data: path.includes('GBP') ? before : [] })
    if (plain === rates.set.path) return json({ data: rate })
    if (plain === '/api/instruments/i1/prices/' && method === 'GET')
      return json({ count: 0, next: null, previous: null, data: before })
    if (plain === '/api/instruments/i1/prices/') return json({ data: price })
    if (plain?.startsWith('/api/rates/') || plain?.startsWith('/api/instruments/')) return json({})
    return undefined
  })
  signIn()
  renderApp('/fees?modal=data-quality&modal.tab=coverage')
  return server
}

async function typeAndUndo(label: string, typed: string, save: string) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(label), typed)
  await user.click(screen.getByRole('button', { name: save }))
  await user.click(await screen.findByRole('button', { name: /Undo/ }))
}

describe('a value typed in Coverage', () => {
  it('is deleted by Undo where the day had no rate', async () => {
    const server = open(gap)
    await typeAndUndo('Rate of GBP', '1.1', 'Save GBP')
    await waitFor(() =>
      expect(server.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
        rates.remove.path.replace(':currency', 'GBP').replace(':date', '2026-11-13'),
      ]),
    )
  })

  it('gives way to the rate that the day had before', async () => {
    const stated = { base: 'GBP', quote: 'CHF', rate: 1.12 }
    const server = open(gap, [{ ...rate, stated }])
    await typeAndUndo('Rate of GBP', '9', 'Save GBP')
    await waitFor(() =>
      expect(
        server.requests.filter(({ method, path }) => method === 'POST' && path === rates.set.path).at(-1)
          ?.body,
      ).toMatchObject({ ...stated, date: '2026-11-13' }),
    )
  })

  it('gives way to the price that the day had before, or to none', async () => {
    const server = open(share, [price])
    await typeAndUndo('Price of Aarwerk', '100', 'Save Aarwerk')
    const path = instruments.setPrice.path.replace(':id', 'i1')
    await waitFor(() => {
      const sent = server.requests.filter(each => each.method === 'POST' && each.path === path)
      expect(sent.at(-1)?.body).toMatchObject({ date: '2026-11-13', price: 90, source: 'Bank' })
    })
  })

  it('is undone by a client too, whose family imported the security', async () => {
    const server = open(share, [], 'investor')
    await typeAndUndo('Price of Aarwerk', '100', 'Save Aarwerk')
    await waitFor(() =>
      expect(server.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
        '/api/instruments/i1/prices/2026-11-13/',
      ]),
    )
  })
})

import { contract } from 'virtual:contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../data-quality-modal.tsx'

const { reconciliation, settings } = contract

const gap = {
  reason: 'missing_price',
  instrument: { id: '11111111-1111-4111-8111-111111111111', name: 'Nestwerk' },
  is_asset: false,
  instrument_type: 'equity',
  unit: 'CHF',
  currency: null,
  counter_currency: null,
  since: '2026-01-05',
  positions_count: 1,
  balances_count: 0,
  places: [{ id: 'a1', name: 'Custody' }],
  quantity: 10,
  contract_size: 1,
  price: null,
  amount: null,
  value: null,
  may_fix: false,
}

it('leads from a security without a price to its master record', async () => {
  appServer(({ path }) => {
    const plain = path.split('?')[0]
    if (plain === settings.read.path) return json({ data: settingsReply({ role: 'investor' }) })
    if (plain === reconciliation.coverage.path)
      return json({
        data: [gap],
        count: 1,
        extra: { value: 100, held_count: 2, missing_count: 1 },
        basis: { currency: 'CHF', as_of: '2026-11-13' },
      })
    if (plain === reconciliation.findings.path || plain === reconciliation.list.path)
      return json({ next: null, previous: null, count: 0, data: [], extra: { by_weight: [], by_kind: [] } })
    return undefined
  })
  signIn()
  const app = renderApp('/fees?modal=data-quality&modal.tab=coverage')
  await userEvent.click(await screen.findByRole('button', { name: 'Nestwerk' }))
  await waitFor(() =>
    expect(app.address()).toMatch(/modal=instrument&.*11111111-1111-4111-8111-111111111111/),
  )
})

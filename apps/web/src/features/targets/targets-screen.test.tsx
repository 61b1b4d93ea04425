import { contract } from 'virtual:contract'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Drift, Order, Proposal } from './use-targets.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './targets-screen.tsx'

const { basis } = positionsReply()
const target: NonNullable<Drift['target']> = {
  id: 't1',
  family: { id: 'f1', name: 'Aebi-Laurent' },
  strategy: null,
  dimension: 'instrument_type',
  name: 'Balanced',
  valid_from: '2026-01-01',
  buckets: [{ key: 'equity', weight: 1, min: 0.9, max: 1 }],
  locked_positions: ['p1', 'p2'],
  version: 3,
}
const drift: Drift = {
  target,
  dimension: 'instrument_type',
  dimensions: ['instrument_type'],
  base: 1000,
  buckets: [],
  left_out: [],
  basis,
}

function order(number: number): Order {
  return {
    number,
    kind: 'sell',
    position: { id: `s${number}`, name: `Share ${number}` },
    isin: null,
    symbol: null,
    bucket: null,
    account: { id: 'a1', name: 'Main' },
    quantity: 1,
    price: 10,
    currency: 'CHF',
    amount: 10,
    fee: 0,
    tax: 0,
    gain: 0,
    cash: [],
  }
}

function propose(orders: Order[]): Proposal {
  return {
    orders,
    before: [],
    after: [],
    base_before: 1000,
    base_after: 1000,
    cash_before: 0,
    cash_after: 0,
    fees: 0,
    taxes: 0,
    gain: 0,
    is_within_bands: true,
    problems: [],
    kept: [
      { position: { id: 'p1', name: 'Nestle' }, reason: 'locked' },
      { position: { id: 'p2', name: 'Novartis' }, reason: 'locked' },
    ],
    left_out: [],
    target,
    basis,
  }
}

function open(settings = settingsReply(), shown: Partial<Drift> = {}) {
  const server = appServer(({ path, body }) => {
    if (path === contract.settings.read.path) return json({ data: settings })
    if (path.startsWith(contract.targets.drift.path)) return json({ data: { ...drift, ...shown } })
    if (path.startsWith(contract.targets.propose.path)) {
      const { options } = body as { options: { goal: string } }
      return json({ data: propose(options.goal === 'target' ? [order(1), order(2)] : [order(1)]) })
    }
    if (path === '/api/targets/t1/') return json({ data: target })
    return undefined
  })
  signIn()
  renderApp('/targets')
  return server
}

describe('the target of a family', () => {
  it('is changed by those who see all its accounts, and not offered to others', async () => {
    open()
    expect(await screen.findByRole('button', { name: 'Edit target' })).toBeTruthy()
    cleanup()
    open(settingsReply({ sees_all_accounts: false }))
    expect(await screen.findByText('1 order')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit target' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New target' })).toBeNull()
  })
})

describe('a family without a target', () => {
  it('offers to set one, and says to others why they see none', async () => {
    open(settingsReply(), { target: null })
    expect(await screen.findByText(/Set weights and bands/)).toBeTruthy()
    cleanup()
    open(settingsReply({ sees_all_accounts: false }), { target: null })
    expect(await screen.findByText(/shown to those who see all of its accounts/)).toBeTruthy()
    expect(screen.queryByText(/Set weights and bands/)).toBeNull()
  })
})

describe('the proposal', () => {
  it('has as many orders in the summary as in the table, with the options entered', async () => {
    open()
    expect(await screen.findByText('1 order')).toBeTruthy()
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Exactly to target' }))
    expect(await screen.findByText('2 orders')).toBeTruthy()
    expect(screen.queryByText('1 order')).toBeNull()
  })

  it('unlocks one position and leaves the others locked', async () => {
    const server = open()
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Unlock Nestle' }))
    const [change] = server.to('/api/targets/t1/')
    expect(change?.body).toEqual({ locked_positions: ['p2'], version: 3 })
    expect(screen.getByRole('button', { name: 'Unlock all' })).toBeTruthy()
  })
})

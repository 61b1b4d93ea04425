import { contract } from 'virtual:contract'
import type { Role, Transaction } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'

const trade: Transaction = {
  id: 't1',
  date: '2026-11-13',
  settle_date: '2026-11-17',
  account: { id: '7d9f6d1e-7d0b-4b53-9a40-000000000001', name: 'Private 4417' },
  custodian: { id: 'rochette', name: 'Rochette' },
  position_id: 'p1',
  name: 'Aarwerk Electric',
  isin: 'CH0000000017',
  instrument_type: 'equity',
  transaction_type: 'trade',
  category: 'trade',
  side: 'buy',
  quantity: 150,
  price: 41.9,
  currency: 'CHF',
  fx_rate: 1,
  original_amount: -6285,
  original_fees: 0,
  original_taxes: 0,
  calculated_amount: -6285,
  calculated_fees: 0,
  calculated_taxes: 0,
  note: null,
  source: 'integration',
  status: 'booked',
  revision: 1,
  is_editable: false,
  flags: [],
}
const rows: Transaction[] = [
  trade,
  {
    ...trade,
    id: 't1:fees',
    transaction_type: 'fees',
    category: 'cash_flow',
    original_amount: -12,
    calculated_amount: -12,
    calculated_fees: 12,
  },
  {
    ...trade,
    id: 't2',
    date: '2026-11-12',
    transaction_type: 'deposit',
    category: 'cash_flow',
    name: null,
    position_id: null,
    side: null,
    note: 'From savings',
    original_amount: 5000,
    calculated_amount: 5000,
  },
]

function openTransactions(role: Role = 'investor', address = '/transactions', list = rows) {
  const server = appServer(request => {
    const path = request.path.split('?')[0]
    if (path === contract.settings.read.path) return json({ data: settingsReply({ role }) })
    if (path !== contract.transactions.list.path) return undefined
    if (request.headers.get('accept') === 'text/csv') return new Response('id\nt1\n')
    if (request.path.includes('category=valuation')) return failed(500, 'internal', 'Not now.')
    const total = { calculated_amount: -1297, calculated_fees: 12, calculated_taxes: 0 }
    return json({
      next: null,
      previous: null,
      count: list.length,
      data: list,
      total,
      basis: positionsReply().basis,
    })
  })
  signIn()
  return { server, app: renderApp(address) }
}

const grid = () => screen.findByRole('grid', { name: 'Transactions' })

describe('the list of transactions', () => {
  it('is grouped by day with sums, and shows the total', async () => {
    openTransactions()
    await screen.findByText('From savings')
    const days = within(await grid()).getAllByRole('button', { expanded: true })
    expect(days.map(day => day.textContent)).toEqual(['Fri 13 Nov 2026 2', 'Thu 12 Nov 2026 1'])
    expect(days[0]?.closest('tr')?.textContent).toContain('6,297.00')
    expect(screen.getByText(/All 3, net/).textContent).toContain('1,297.00')
  })

  it('is filtered by category and search, both in the URL', async () => {
    const { server } = openTransactions()
    await grid()
    await userEvent.click(screen.getByRole('button', { name: 'Income' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name, ISIN or note' }), 'aar')
    await waitFor(() =>
      expect(server.requests.at(-1)?.path).toMatch(/category=income.*q=aar|q=aar.*category=income/),
    )
  })

  it('shows an error and retries', async () => {
    openTransactions('investor', '/transactions?category=valuation')
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()
  })

  it('offers to add a transaction', async () => {
    openTransactions()
    await grid()
    expect(screen.getByRole('button', { name: 'Add' })).toBeTruthy()
  })

  it('offers the demo user no button to add a transaction', async () => {
    openTransactions('demo')
    await grid()
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  })

  it('shows an empty state without transactions', async () => {
    openTransactions('investor', '/transactions', [])
    expect(await screen.findByText('No transactions here')).toBeTruthy()
  })
})

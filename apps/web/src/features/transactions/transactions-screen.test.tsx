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
  instrument_id: 'i1',
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
  original_amount: -6297,
  original_fees: 12,
  original_taxes: 0,
  calculated_amount: -6297,
  calculated_fees: 12,
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
    id: 't2',
    date: '2026-11-12',
    transaction_type: 'deposit',
    category: 'cash_flow',
    name: null,
    position_id: null,
    instrument_id: null,
    side: null,
    note: 'From savings',
    quantity: null,
    price: null,
    original_amount: 5000,
    original_fees: 0,
    calculated_amount: 5000,
    calculated_fees: 0,
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
  it('says what happened, with costs as columns that add up to net', async () => {
    openTransactions()
    const [, bought, deposited] = within(await grid()).getAllByRole('row')
    expect(bought?.textContent).toContain('Bought 150 Aarwerk Electric at 41.90')
    expect(bought?.textContent).toContain('Rochette Private 4417')
    expect(bought?.textContent).toMatch(/−6,285\.00.*−12\.00.*−6,297\.00/)
    expect(deposited?.textContent).toContain('Deposit · From savings')
  })

  it('shows the sums of the whole list in one footer', async () => {
    openTransactions()
    await grid()
    const footer = screen.getByRole('navigation', { name: 'Pages' })
    expect(footer.textContent).toContain('1–2 of 2')
    expect(footer.textContent).toMatch(/Gross −1,285\.00.*Fees −12\.00.*Net −1,297\.00 CHF/)
  })

  it('is grouped by day on request', async () => {
    openTransactions()
    await grid()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Group by day' }))
    const days = within(await grid()).getAllByRole('button', { expanded: true })
    expect(days.map(day => day.textContent)).toEqual(['Fri 13 Nov 2026 1', 'Thu 12 Nov 2026 1'])
  })

  it('opens the transaction from its row and the position from its name', async () => {
    const { app } = openTransactions()
    const row = within(await grid()).getAllByRole('row')[1]
    if (!row) throw new Error('no row')
    await userEvent.click(within(row).getByText('13 Nov 2026'))
    await waitFor(() => expect(app.address()).toContain('modal=transaction&modal.id=t1'))
    await app.router.navigate({ to: '/transactions' })
    await userEvent.click(within(await grid()).getAllByRole('button', { name: 'Aarwerk Electric' })[0] ?? row)
    await waitFor(() => expect(app.address()).toContain('modal=position&modal.id=p1'))
  })

  it('leads to the master record of a security, and of nothing else', async () => {
    const { app } = openTransactions()
    const links = within(await grid()).getAllByRole('button', { name: /^Instrument: / })
    expect(links.map(link => link.getAttribute('aria-label'))).toEqual(['Instrument: Aarwerk Electric'])
    links[0]?.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toContain('modal=instrument&modal.id=i1'))
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
    // Rows that do not open make a plain table.
    await screen.findByRole('table', { name: 'Transactions' })
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  })

  it('shows an empty state without transactions', async () => {
    openTransactions('investor', '/transactions', [])
    expect(await screen.findByText('No transactions')).toBeTruthy()
  })
})

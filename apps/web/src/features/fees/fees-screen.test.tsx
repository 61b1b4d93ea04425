import { contract } from 'virtual:contract'
import type { Transaction } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import { chargedUntil, feeDays, feeMonths } from './fee-days.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import './fees-screen.tsx'
import type { Charges, FeeGroup, Fees } from './use-fees.ts'

const basis: Fees['basis'] = {
  family: null,
  currency: 'CHF',
  as_of: '2026-11-13',
  start_date: '2026-01-01',
  end_date: '2026-11-13',
  opening_date: '2025-12-31',
}

const days: Fees['total']['daily_ts'] = [
  { date: '2026-10-01', daily_fees_abs: 0, cumulative_sum: 0 },
  { date: '2026-10-02', daily_fees_abs: 250.5, cumulative_sum: 250.5 },
  { date: '2026-10-03', daily_fees_abs: 0, cumulative_sum: 250.5 },
  { date: '2026-11-12', daily_fees_abs: -50.25, cumulative_sum: 200.25 },
  { date: '2026-11-13', daily_fees_abs: 0, cumulative_sum: 200.25 },
]

function group(key: string, name: string, sum: number): FeeGroup {
  const parts = { trade_fees: 0, account_fees: sum, trailer_fees: 0 }
  const figures = { bps: sum / 100, bps_annual: null, bps_own: 91.37, average_nav_own: 48_000 }
  return { key, name, count: 2, sum, ...parts, ...figures, share: sum / 200.25, flags: [] }
}

function fees(groups: FeeGroup[]): { data: Fees } {
  const total: Fees['total'] = {
    count: 3,
    sum: 200.25,
    trade_fees: 50.5,
    account_fees: 200,
    trailer_fees: -50.25,
    bps: 33.84,
    bps_annual: 38.21,
    average_nav: 59_175,
    days: 44,
    daily_ts: days,
    flags: [],
  }
  return { data: { total, group_by: groups, basis } }
}

function charge(id: string, change: Partial<Transaction>): Transaction {
  return {
    id,
    date: '2026-10-02',
    settle_date: null,
    account: { id: 'a1', name: 'Private 4417' },
    custodian: { id: 'rochette', name: 'Banque Rochette' },
    position_id: 'p1',
    instrument_id: 'i1',
    name: null,
    isin: null,
    instrument_type: 'cash',
    transaction_type: 'fees_cash',
    category: 'cash_flow',
    side: null,
    quantity: null,
    price: null,
    currency: 'CHF',
    fx_rate: 1,
    original_amount: -200,
    original_fees: 200,
    original_taxes: 0,
    calculated_amount: -200,
    calculated_fees: 200,
    calculated_taxes: 0,
    note: 'Custody, Q3',
    source: 'integration',
    status: 'booked',
    revision: 1,
    is_editable: false,
    flags: [],
    ...change,
  }
}

function charges(): Charges {
  return {
    next: null,
    previous: null,
    count: 2,
    data: [
      charge('c1', {}),
      charge('c2', {
        transaction_type: 'fees',
        note: null,
        name: 'Aarwerk Electric',
        calculated_fees: 50.5,
      }),
    ],
    total: { calculated_amount: -250.5, calculated_fees: 250.5, calculated_taxes: 0 },
    basis,
  }
}

const byCustodian = [group('rochette', 'Banque Rochette', 150), group('manual', 'Manual', 50.25)]

function openFees(
  address = '/fees',
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === contract.settings.read.path) return json({ data: settingsReply({ role: 'investor' }) })
    if (path === contract.fees.list.path) {
      if (request.headers.get('accept') === 'text/csv') return new Response('key\nrochette\n')
      return json(fees(byCustodian))
    }
    if (path === contract.fees.detail.path) {
      return json(fees([group('fees_cash', 'Account fees', 200), group('fees', 'Trading fees', 50.5)]))
    }
    if (path === contract.transactions.list.path) return json(charges())
    return undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

describe('the fees', () => {
  it('show as total, in basis points and by kind, with refunds as negative amounts', async () => {
    openFees()
    const header = await screen.findByRole('region', { name: 'Fees' })
    expect(header.textContent).toContain('CHF200.25')
    expect(header.textContent).toContain('38.2bps')
    expect(header.textContent).toContain('33.8 bps in the period')
    expect(header.textContent).toContain('Trailer fees received−50.25')
    expect(header.textContent).toContain('average of 44 days')
  })

  it('are grouped by custodian by default, and keep another grouping in the URL', async () => {
    const user = userEvent.setup()
    const { server, app } = openFees()
    const table = await screen.findByRole('grid', { name: 'Fees by Custodian' })
    expect((await within(table).findByText('Banque Rochette')).closest('tr')?.textContent).toContain('150.00')
    expect(table.querySelector('tfoot')?.textContent).toContain('200.25')
    expect(server.to(contract.fees.list.path)[0]?.path).toContain('group_by=custodian')
    await user.click(screen.getByRole('button', { name: 'Transaction type' }))
    await waitFor(() => expect(app.address()).toContain('fees_by=transaction_type'))
    expect(server.to(contract.fees.list.path).at(-1)?.path).toContain('group_by=transaction_type')
  })

  it('open the charges of a group, which can be filtered by kind', async () => {
    const user = userEvent.setup()
    const { server, app } = openFees()
    const table = await screen.findByRole('grid', { name: 'Fees by Custodian' })
    await user.click(await within(table).findByText('Banque Rochette'))
    const dialog = await screen.findByRole('dialog', { name: /^Fees: Banque Rochette/ })
    expect(app.address()).toContain('modal=fees&modal.by=custodian&modal.key=rochette')
    expect(await within(dialog).findByText('Custody, Q3')).toBeTruthy()
    expect(within(dialog).getByText('Aarwerk Electric')).toBeTruthy()
    expect(
      within(dialog).getByText(/^Trading 50\.50 \+ account 200\.00 \+ trailer −50\.25 = 200\.25$/),
    ).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Account 2' }))
    await waitFor(() =>
      expect(server.to(contract.transactions.list.path).at(-1)?.body).toMatchObject({
        settings: { transaction_types: ['fees_cash'] },
        filters: { filter_custodian: ['rochette'] },
      }),
    )
  })

  it('show the charges of a day selected in the chart by keyboard', async () => {
    const user = userEvent.setup()
    const { server } = openFees()
    const slider = await screen.findByRole('slider')
    slider.focus()
    await user.keyboard('{Home}{ArrowRight}')
    expect(slider.getAttribute('aria-valuetext')).toBe('Fri 2 Oct 2026: Day 250.50, To date 250.50')
    await user.keyboard('{Enter}')
    const card = await screen.findByRole('region', { name: 'Charges of the day' })
    expect(await within(card).findAllByText('Custody, Q3')).toBeTruthy()
    expect(server.to(contract.transactions.list.path).at(-1)?.body).toMatchObject({
      settings: { period: { name: null, start_date: '2026-10-02', end_date: '2026-10-02' } },
    })
    await user.click(within(card).getByRole('button', { name: 'Open this day' }))
    const dialog = await screen.findByRole('dialog', { name: /^Fees of the day/ })
    await user.click(within(dialog).getByRole('button', { name: 'Next day with charges' }))
    expect(await within(dialog).findByText('Thu 12 Nov 2026')).toBeTruthy()
  })

  it('are exported with their grouping', async () => {
    const user = userEvent.setup()
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { server } = openFees('/fees?fees_by=account')
    await screen.findByRole('grid', { name: 'Fees by Account' })
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    const asked = server.requests.find(({ headers }) => headers.get('accept') === 'text/csv')
    expect(asked?.path).toContain('group_by=account')
  })

  it('show an empty state without charges, and an error when loading fails', async () => {
    const user = userEvent.setup()
    let hasRecovered = false
    openFees('/fees', ({ path }) => {
      if (!path.startsWith(contract.fees.list.path)) return undefined
      if (!hasRecovered) return failed(400, 'invalid', 'Not like this.')
      const none = fees([]).data
      return json({ data: { ...none, total: { ...none.total, count: 0, sum: 0, daily_ts: [] } } })
    })
    expect(await screen.findByText('Not like this.')).toBeTruthy()
    hasRecovered = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No fees')).toBeTruthy()
  })
})

describe('the days of the fees chart', () => {
  it('are the days with charges and both ends of the period', () => {
    expect(feeDays(days).dates).toEqual(['2026-10-01', '2026-10-02', '2026-11-12', '2026-11-13'])
  })

  it('add up to months', () => {
    expect(feeMonths(days).map(({ value }) => value)).toEqual([250.5, -50.25])
  })

  it('add up to the fees charged until a day, which are unknown before the period', () => {
    expect(chargedUntil(days, '2026-10-20')).toBe(250.5)
    expect(chargedUntil(days, '2026-09-30')).toBeNull()
  })
})

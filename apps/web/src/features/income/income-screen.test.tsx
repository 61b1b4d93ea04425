import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Income, IncomePosition } from './use-income.ts'

const account = { id: 'a1', name: 'Private 4417' }

function position(change: Partial<IncomePosition>): IncomePosition {
  return {
    position_id: 'p1',
    instrument_id: 'i1',
    kind: 'dividend',
    name: 'Rheintor Pharma',
    account,
    instrument_type: 'equity',
    is_closed: false,
    next_payment: { date: '2027-03-18', currency: 'CHF', original_amount: 100.5 },
    certainty: 'declared',
    expected: 100.5,
    received: 90,
    declared: 100.5,
    contractual: 0,
    estimated: 0,
    yield: 0.0531,
    flags: [],
    ...change,
  }
}

function income(): Income {
  const months = Array.from({ length: 12 }, (_, place) => {
    const month = new Date(Date.UTC(2026, 11 + place, 1)).toISOString().slice(0, 7)
    const before = new Date(Date.UTC(2025, 11 + place, 1)).toISOString().slice(0, 7)
    const isMarch = month === '2027-03'
    const kinds = isMarch
      ? [{ kind: 'dividend' as const, certain: 100.5, estimated: 0, received: 102.5 }]
      : []
    return {
      month,
      month_before: before,
      expected: isMarch ? 100.5 : 0,
      received: isMarch ? 102.5 : 0,
      kinds,
    }
  })
  return {
    received_period: { start_date: '2025-12-01', end_date: '2026-11-18' },
    expected_period: { start_date: '2026-12-01', end_date: '2027-11-30' },
    total: {
      expected: 100.5,
      received: 102.5,
      declared: 100.5,
      contractual: 0,
      estimated: 0,
      change: -2,
      yield: 0.0171,
      left_out: 1,
      flags: [],
    },
    pending: 7.25,
    months,
    kinds: [{ kind: 'dividend', expected: 100.5, received: 102.5 }],
    currencies: [{ currency: 'CHF', expected: 100.5, received: 102.5, share: 1 }],
    accounts: [{ account, expected: 100.5, received: 102.5 }],
    positions: [
      position({}),
      position({
        position_id: 'p2',
        instrument_id: 'i1',
        name: 'Gone',
        is_closed: true,
        expected: 0,
        received: 12.5,
        next_payment: null,
      }),
    ],
    payments: [
      {
        date: '2027-03-18',
        status: 'expected',
        kind: 'dividend',
        certainty: 'declared',
        position_id: 'p1',
        instrument_id: 'i1',
        name: 'Rheintor Pharma',
        account,
        instrument_type: 'equity',
        currency: 'CHF',
        original_amount: 100.5,
        calculated_amount: 100.5,
        flags: [],
      },
    ],
    other: {
      total: { expected: -1200, received: 4800, change: -6000, flags: [] },
      kinds: [
        {
          kind: 'fee',
          expected: -1200,
          received: -1100,
          change: -100,
          flags: [],
          next_payment: { date: '2026-12-31', currency: 'CHF', original_amount: -300 },
        },
        { kind: 'maturity', expected: 0, received: 5900, change: -5900, flags: [], next_payment: null },
      ],
    },
    cash: [
      { currency: 'CHF', opening: 50, closing: -10, lowest: -10, runs_dry: '2027-06-30', points: [] },
      { currency: 'EUR', opening: 50, closing: 60, lowest: 50, runs_dry: null, points: [] },
    ],
    basis: {
      family: null,
      currency: 'CHF',
      as_of: '2026-11-18',
      start_date: '2025-12-01',
      end_date: '2026-11-18',
      opening_date: '2025-11-30',
    },
  }
}

function openIncome(
  address = '/events/income',
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === contract.settings.read.path) return json({ data: settingsReply() })
    if (path === contract.income.read.path) return json({ data: income() })
    if (path === contract.income.readCalendar.path && request.method === 'GET') return json({ data: null })
    return undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

describe('the income', () => {
  it('is shown in total, by month and by position, with what was sold in one line', async () => {
    openIncome()
    const header = await screen.findByRole('region', { name: 'Income' })
    expect(header.textContent).toContain('100.50')
    expect(header.textContent).toContain('1.71% of NAV')
    expect(screen.getByText(/Dec 2026 – Nov 2027 compared with Dec 2025 – Nov 2026/)).toBeTruthy()
    const table = screen.getByRole('region', { name: 'Income by position' })
    const row = within(table).getByText('Rheintor Pharma').closest('tr')
    expect(row?.textContent).toContain('5.31%')
    expect(row?.textContent).toContain('declared')
    expect(within(table).getByText('Sold or repaid in the meantime').closest('tr')?.textContent).toContain(
      '12.50',
    )
    expect(within(table).queryByText('Gone')).toBeNull()
    expect(screen.getByText(/The rest of this month still expects 7.25 CHF/)).toBeTruthy()
    expect(screen.getByText(/1 payment has no exchange rate/)).toBeTruthy()
  })

  it('is grouped by account, kept in the address', async () => {
    const user = userEvent.setup()
    const { app } = openIncome()
    const table = await screen.findByRole('region', { name: 'Income by position' })
    await user.click(within(table).getByRole('button', { name: 'Account' }))
    await waitFor(() => expect(app.address()).toContain('income_by=account'))
    expect(await screen.findByRole('region', { name: 'Income by account' })).toBeTruthy()
  })

  it('compares fees and repayments with what came in or went out', async () => {
    openIncome()
    const other = await screen.findByRole('region', { name: 'Other payments' })
    const fees = within(other).getByText('Fees').closest('tr')?.textContent
    for (const figure of ['31 Dec 2026', '−300.00', '−1,200.00', '−1,100.00', '−100.00'])
      expect(fees).toContain(figure)
    expect(within(other).getByText('Repayment').closest('tr')?.textContent).toContain('5,900.00')
    expect(within(other).getByText('Total').closest('tr')?.textContent).toContain('4,800.00')
  })

  it('says on which day the cash of a currency runs dry', async () => {
    openIncome()
    const ladder = await screen.findByRole('region', { name: 'Cash ladder' })
    expect(within(ladder).getByText('CHF').closest('tr')?.textContent).toContain('30 Jun 2027')
    expect(within(ladder).getByText('EUR').closest('tr')?.textContent).toContain('Not expected')
  })

  it('is reached from the events and leads back', async () => {
    const user = userEvent.setup()
    const { app } = openIncome()
    await screen.findByRole('region', { name: 'Cash ladder' })
    await user.click(screen.getByRole('button', { name: 'Events' }))
    await waitFor(() => expect(app.address()).toMatch(/^\/events(\?|$)/))
  })

  it('is subscribed to as a calendar whose link is shown once, and ended', async () => {
    const user = userEvent.setup()
    const subscription = {
      family: null,
      payments: true,
      ex_dates: true,
      maturities: true,
      amounts: false,
      created_at: '2026-11-18T10:00:00Z',
      last_read_at: null,
    }
    const { server } = openIncome('/events/income', ({ path, method, body }) => {
      if (path !== contract.income.readCalendar.path) return undefined
      if (method === 'POST')
        return json({ data: { ...subscription, url: 'https://example.com/calendar/x.ics' } })
      if (method === 'PATCH') return json({ data: { ...subscription, ...(body as object) } })
      return method === 'DELETE' ? new Response(null, { status: 204 }) : undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Subscribe' }))
    expect((await screen.findByLabelText('Calendar link')).textContent).toBe(
      'https://example.com/calendar/x.ics',
    )
    await user.click(screen.getByLabelText('Show amounts'))
    await waitFor(() =>
      expect(server.to(contract.income.readCalendar.path).at(-1)?.body).toEqual({ amounts: true }),
    )
    await user.click(screen.getByRole('button', { name: 'End subscription' }))
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeTruthy()
  })

  it('can be requested again after a failure', async () => {
    const user = userEvent.setup()
    let hasRecovered = false
    openIncome('/events/income', ({ path }) =>
      path.startsWith(contract.income.read.path) && !hasRecovered
        ? failed(400, 'invalid', 'Not like this.')
        : undefined,
    )
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 })
    hasRecovered = true
    await user.click(retry)
    expect(await screen.findByRole('region', { name: 'Cash ladder' })).toBeTruthy()
  })
})

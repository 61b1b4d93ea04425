import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../testing/fake-server.ts'
import { appServer, renderApp, signIn } from '../testing/render-app.tsx'

const { assets, settings, overview, positions, fees, events, feeds, strategies, watchlist } = contract

const home = { id: 'a9', name: 'Home', custodian: 'manual', currency: 'CHF', family: 'f1', is_manual: true }

interface World {
  role?: 'investor' | 'adviser' | 'admin' | 'demo'
  accounts?: readonly object[]
  firstTransaction?: string | null
  /** The performance reply for the family in view, when it is requested. */
  firstDay?: string | null
  families?: readonly object[]
  hasAsset?: boolean
}

/** A portfolio in which every list is empty: a new family, or a filter without matches. */
function open(address: string, world: World = {}) {
  const {
    role = 'investor',
    accounts = [],
    firstTransaction = null,
    firstDay = null,
    families = [],
    hasAsset = false,
  } = world
  const own = {
    name: 'Nora Keller',
    user: 'nora',
    role,
    family: { id: 'f1', name: 'Keller' },
    account: 'Keller',
    color_scheme: 'dark',
    language: 'en-US',
    date_format: 'd MMM yyyy',
    number_format: null,
    time_zone: 'Europe/Zurich',
    currency: 'CHF',
    group_by: 'instrument_type',
    position_type: 'open',
    page_size: 50,
  }
  const lists = {
    accounts,
    families,
    templates: [],
    group_by: [],
    custodians: [],
    currencies: [],
    user_currencies: [],
    trx_category_trx_type_mapping: {},
    date_picker_range: { min: firstTransaction, max: firstTransaction },
  }
  const zero = { total: 0, realized: 0, unrealized: 0 }
  const basis = {
    currency: 'CHF',
    as_of: '2026-11-13',
    start_date: firstDay,
    end_date: null,
    opening_date: null,
  }
  const empty = {
    next: null,
    previous: null,
    count: 0,
    data: [],
    total: { count: 0, flags: [] },
    basis,
    extra: { partial_before: null },
  }
  const server = appServer(({ path: whole }) => {
    const path = whole.split('?')[0]
    if (path === settings.read.path) return json({ data: { settings: own, lists } })
    if (path === overview.performance.path) {
      const sums = { allocated: 0, cash: 0, total: 0 }
      return json({
        data: {
          opening: sums,
          balance: sums,
          cash_flow: {
            net_cashflow: 0,
            deposits: 0,
            withdrawals: 0,
            first_values: 0,
            is_net_invested: false,
          },
          pnl: {
            abs: zero,
            rel: { total: null, realized: null, unrealized: null },
            on_capital: { total: null, realized: null, unrealized: null, capital_base: 0 },
          },
          returns: { twr: null, twr_annual: null, xirr: null, flows_count: 0 },
          daily_pnl: [],
          daily_balance: [],
          stale_value: 0,
          missing_count: 0,
          coverage: {
            is_partial: false,
            held_count: 0,
            missing_count: 0,
            missing_weight: 0,
            missing: [],
            is_opening_partial: false,
            missing_before: [],
          },
          basis,
          flags: [],
        },
      })
    }
    if (path === fees.list.path) return json({ data: { total: { count: 0 }, group_by: [], basis } })
    if (path === assets.list.path && hasAsset) return json({ ...empty, data: [{ name: 'Flat' }] })
    const emptyLists = [assets.list, feeds.list, positions.list, events.list, strategies.list, watchlist.list]
    return emptyLists.some(call => call.path === path) ? json(empty) : undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

const screens = [
  ['/positions', 'No positions yet'],
  ['/transactions', 'No transactions yet'],
  ['/fees', 'No fees yet'],
  ['/events', 'No upcoming events'],
  ['/strategies', 'Group positions into strategies'],
] as const

describe('a family without transactions', () => {
  it.each(screens)('sees at %s what to do first', async (address, title) => {
    const { app } = open(address)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Open an account' }))
    expect(app.address()).toBe(`${address}?modal=new-account`)
  })

  it('can import a file or add an asset once it has an account', async () => {
    const { app } = open('/positions', { accounts: [home] })
    expect(await screen.findByRole('button', { name: 'Import a file' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open an account' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add an asset' }))
    expect(app.address()).toBe('/positions?modal=assets&modal.form=new')
  })

  it('starts on the overview with a list of steps, the completed ones checked', async () => {
    open('/overview', { accounts: [home] })
    const steps = await screen.findByRole('region', { name: 'First steps' })
    expect(within(steps).getByText('1 of 5 done')).toBeTruthy()
    expect(within(steps).getByText('Home, CHF')).toBeTruthy()
    const [account, next] = within(steps).getAllByRole('listitem')
    expect(account?.textContent).toContain('Done')
    expect(next?.getAttribute('aria-current')).toBe('step')
    expect(within(next as HTMLElement).getByRole('button', { name: 'Import a file' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Net asset value' }).textContent).toContain('0.00')
  })

  it('starts with a family on an empty installation', async () => {
    const { app } = open('/overview', { role: 'admin' })
    const steps = await screen.findByRole('region', { name: 'First steps' })
    expect(within(steps).getByText('0 of 6 done')).toBeTruthy()
    expect(within(steps).getByRole<HTMLButtonElement>('button', { name: 'Open an account' }).disabled).toBe(
      true,
    )
    await userEvent.click(within(steps).getByRole('button', { name: 'Create a family' }))
    expect(app.address()).toContain('modal=admin')
    expect(app.address()).toContain('modal.form=new')
  })

  it('can dismiss the steps on this device and bring them back', async () => {
    open('/overview')
    const steps = await screen.findByRole('region', { name: 'First steps' })
    await userEvent.click(within(steps).getByRole('button', { name: 'Hide' }))
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show first steps' }))
    expect(screen.getByRole('region', { name: 'First steps' })).toBeTruthy()
  })

  it('is not offered actions that a demo user may not take', async () => {
    open('/positions', { role: 'demo' })
    expect(await screen.findByRole('heading', { name: 'No positions yet' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open an account' })).toBeNull()
  })
})

describe('a family with transactions', () => {
  const started: World = { firstTransaction: '2026-01-05', firstDay: '2026-01-05', accounts: [home] }

  it('keeps the steps that are open on the overview', async () => {
    const { app } = open('/overview', started)
    const steps = await screen.findByRole('region', { name: 'First steps' })
    expect(within(steps).getByText('2 of 3 done')).toBeTruthy()
    expect(within(steps).queryByRole('button', { name: 'Import a file' })).toBeNull()
    await userEvent.click(within(steps).getByRole('button', { name: 'Add an asset' }))
    expect(app.address()).toContain('modal=assets')
  })

  it('offers staff the custodian and the feed as well', async () => {
    const families = [{ id: 'f1', name: 'Keller' }]
    open('/overview', { ...started, role: 'admin', families, hasAsset: true })
    const steps = await screen.findByRole('region', { name: 'First steps' })
    expect(within(steps).getByText('4 of 6 done')).toBeTruthy()
    expect(within(steps).getByRole('button', { name: 'Open custodian account' })).toBeTruthy()
    expect(within(steps).getByRole('button', { name: 'Connect a source' })).toBeTruthy()
  })

  it('hides them on request', async () => {
    open('/overview', started)
    const steps = await screen.findByRole('region', { name: 'First steps' })
    await userEvent.click(within(steps).getByRole('button', { name: 'Hide' }))
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })

  it.each([
    ['every step is done', { hasAsset: true }],
    ['it is the shared demo', { role: 'demo' as const }],
  ])('shows none once %s', async (_name, change) => {
    const { server } = open('/overview', { ...started, ...change })
    await screen.findByRole('region', { name: 'Net asset value' })
    if ('hasAsset' in change) await waitFor(() => expect(server.to(assets.list.path)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })
})

describe('an adviser without a family', () => {
  it.each(['/overview', '/positions', '/fees'])('is told at %s who assigns one', async address => {
    open(address, { role: 'adviser' })
    expect(await screen.findByRole('heading', { name: 'No family is assigned to you' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open an account' })).toBeNull()
  })
})

describe('an empty list of a family with transactions', () => {
  it('mentions the filter, not the first steps', async () => {
    open('/positions', { firstTransaction: '2026-01-05' })
    expect(await screen.findByRole('heading', { name: 'No open positions' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open an account' })).toBeNull()
  })

  const families = [
    { id: 'f1', name: 'Keller' },
    { id: 'f2', name: 'Aebi' },
  ]

  it('checks the family in view when staff see several', async () => {
    const world: World = { role: 'adviser', families, firstTransaction: '2020-01-02' }
    const { server } = open('/positions?family=f1', { ...world, firstDay: null })
    expect(await screen.findByRole('heading', { name: 'No positions yet' })).toBeTruthy()
    expect(server.to(overview.performance.path).at(-1)?.body).toMatchObject({ family: 'f1', filters: {} })
  })

  it('does not treat an empty filter result of staff as a new family', async () => {
    open('/positions?family=f1', {
      role: 'adviser',
      families,
      firstTransaction: '2020-01-02',
      firstDay: '2020-01-02',
    })
    expect(await screen.findByRole('heading', { name: 'No open positions' })).toBeTruthy()
  })
})

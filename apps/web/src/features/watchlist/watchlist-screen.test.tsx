import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { WatchedTicker } from './use-watchlist.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './watchlist-screen.tsx'
import './ticker-modal.tsx'

const { watchlist, settings } = contract

const ticker: WatchedTicker['ticker'] = {
  id: 't1',
  name: 'Kieselbach',
  long_name: 'Kieselbach AG',
  symbol: 'KIES',
  isin: null,
  exchange: 'Zurich',
  instrument_type: 'equity',
  currency: 'CHF',
}

const watched: WatchedTicker = {
  id: 'w1',
  family: null,
  ticker,
  version: 1,
  price_targets: [
    {
      id: 'x1',
      price: 99,
      direction: 'below',
      note: 'Buy',
      notify: true,
      reached_at: null,
      distance: -0.1,
      change_since: null,
    },
    {
      id: 'x2',
      price: 100,
      direction: 'above',
      note: null,
      notify: false,
      reached_at: new Date().toISOString(),
      distance: -0.0909,
      change_since: 0.1,
    },
  ],
  note: null,
  price: 110,
  price_date: '2026-11-13',
  day_change: 0.1,
  nearest_distance: -0.1,
  held_quantity: 6,
  held_value: 660,
  value_currency: 'CHF',
  price_trend: [90, 100, 110],
  created_at: '2026-11-01T10:00:00.000Z',
  flags: [],
}

const own = watchlist.read.path.replace(':id', 'w1')
const prices = [
  { date: '2026-11-12', price: 100 },
  { date: '2026-11-13', price: 110 },
]

const splits = [{ date: '2026-11-13', numerator: 10, denominator: 1 }]

function openWatchlist(
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
  address = '/watchlist',
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply() })
    if (path === watchlist.list.path && request.method === 'GET')
      return json({ next: null, previous: null, count: 1, data: [watched] })
    if (path === own && request.method === 'DELETE') return new Response(null, { status: 204 })
    if (path?.endsWith('/price-history/')) {
      const price_units = new URLSearchParams(request.path.split('?')[1]).get('price_units')
      return json({ data: { ticker, prices, price_units, splits, flags: [] } })
    }
    if (path === watchlist.tickers.path)
      return json({ next: null, previous: null, count: 1, data: [{ ...ticker, id: 't2', name: 'Bolt' }] })
    return path?.startsWith('/api/watchlist/') ? json({ data: watched }) : undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

const card = (name: string) => screen.findByRole('region', { name })

describe('the watchlist', () => {
  it('lists price, change and distance to the nearest target, with the selected ticker beside it', async () => {
    openWatchlist()
    const list = within(await card('Watchlist'))
    const table = await list.findByRole('grid', { name: 'Watchlist' })
    expect(table.textContent).toContain('110.00')
    expect(table.textContent).toContain('−10.0% to go')
    const chosen = await card('Kieselbach')
    expect(chosen.textContent).toContain('You hold 6')
    expect(within(chosen).getByRole('table', { name: 'Price targets' }).textContent).toContain('Reached')
    expect(await within(chosen).findByRole('img', { name: 'Price of Kieselbach' })).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Targets reached' }).textContent).toContain('+10.00%')
  })

  it('shows prices adjusted for a split, marks it, and switches to prices as traded', async () => {
    const { server } = openWatchlist()
    const chosen = within(await card('Kieselbach'))
    expect(await chosen.findByText('Split 10:1')).toBeTruthy()
    const history = () => server.requests.filter(({ path }) => path.includes('/price-history/'))
    expect(history().at(-1)?.path).toContain('price_units=adjusted')
    await userEvent.setup().click(chosen.getByRole('button', { name: 'As traded' }))
    await waitFor(() => expect(history().at(-1)?.path).toContain('price_units=as_traded'))
  })

  it('shows no filter', async () => {
    openWatchlist()
    await card('Watchlist')
    expect(screen.queryByRole('button', { name: 'YTD' })).toBeNull()
  })

  it('requires a ticker and positive prices, and sends several targets', async () => {
    const user = userEvent.setup()
    const { server } = openWatchlist()
    await user.click(await screen.findByRole('button', { name: 'Add ticker' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add ticker' })
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Choose a ticker.')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Ticker'), 'bol')
    await user.click(await screen.findByRole('option', { name: /Bolt/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Add a target' }))
    await user.click(within(dialog).getByRole('button', { name: 'Add a target' }))
    await user.type(within(dialog).getByLabelText('Price of target 1'), '1,250.50')
    await user.type(within(dialog).getByLabelText('Price of target 2'), '-3')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Enter a price above zero.')).toBeTruthy()
    await user.clear(within(dialog).getByLabelText('Price of target 2'))
    await user.type(within(dialog).getByLabelText('Price of target 2'), '1300')
    await user.click(within(dialog).getByLabelText('Notify at target 2'))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    const target = { id: null, direction: 'above', note: null }
    await waitFor(() =>
      expect(server.to(watchlist.add.path).find(({ method }) => method === 'POST')?.body).toEqual({
        ticker: 't2',
        note: null,
        price_targets: [
          { ...target, price: 1250.5, notify: true },
          { ...target, price: 1300, notify: false },
        ],
      }),
    )
  })

  it('shows the first error of the server when saving fails', async () => {
    const user = userEvent.setup()
    openWatchlist(({ path, method }) =>
      path === watchlist.add.path && method === 'POST'
        ? failed(409, 'already_exists', 'This already exists.', 'ticker')
        : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'Add ticker' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add ticker' })
    await user.type(within(dialog).getByLabelText('Ticker'), 'bol')
    await user.click(await screen.findByRole('option', { name: /Bolt/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('This already exists.')).toBeTruthy()
  })

  it('deletes one target after a confirmation and keeps the others', async () => {
    const user = userEvent.setup()
    const { server } = openWatchlist()
    await user.click(await screen.findByRole('button', { name: 'Delete the target at 99.00' }))
    const question = await screen.findByRole('dialog', { name: /Delete the target at 99.00/ })
    await user.click(within(question).getByRole('button', { name: 'Delete target' }))
    await waitFor(() =>
      expect(server.to(own).find(({ method }) => method === 'PATCH')?.body).toMatchObject({
        price_targets: [{ id: 'x2' }],
      }),
    )
  })

  it('leads from a ticker to the master record of its security', async () => {
    const user = userEvent.setup()
    const { app } = openWatchlist()
    await user.click(await screen.findByRole('button', { name: 'Actions for Kieselbach' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Instrument' }))
    await waitFor(() => expect(app.address()).toContain('modal=instrument'))
  })

  it('removes a ticker after a confirmation and restores it with Undo', async () => {
    const user = userEvent.setup()
    const { server } = openWatchlist()
    await user.click(await screen.findByRole('button', { name: 'Actions for Kieselbach' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from watchlist' }))
    const question = await screen.findByRole('dialog', { name: /Remove Kieselbach/ })
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to(`${own}restore/`)).toHaveLength(1))
  })

  it('opens a ticker by its URL and edits it', async () => {
    const user = userEvent.setup()
    const { server } = openWatchlist(undefined, '/watchlist?modal=ticker&modal.id=w1')
    const dialog = await screen.findByRole('dialog', { name: 'Edit Kieselbach' })
    await user.type(within(dialog).getByLabelText('Note'), 'Wait')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.to(own).find(({ method }) => method === 'PATCH')?.body).toMatchObject({
        note: 'Wait',
        price_targets: [{ id: 'x1', price: 99 }, { id: 'x2' }],
      }),
    )
  })
})

import { contract } from 'virtual:contract'
import type { Position, Role } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { FakeRequest } from '../../testing/fake-server.ts'
import { failed, json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'

const [example] = positionsReply().data as [Position]
const rows: Position[] = [
  { ...example, id: 'p1', name: 'Aarwerk Electric', value: 700, weight: 0.7 },
  { ...example, id: 'p2', name: 'Bund 2034', instrument_type: 'bond', value: 200, weight: 0.2 },
  { ...example, id: 'p3', name: 'Corvid', value: null, price_current: null, flags: [noPrice()] },
]

function noPrice(): Position['flags'][number] {
  return { code: 'no_price', fields: [], date: null, amount: null }
}

type Respond = (request: FakeRequest) => Response | undefined

function openPositions(respond: Respond = () => undefined, role: Role = 'investor', address = '/positions') {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === contract.settings.read.path) return json({ data: settingsReply({ role }) })
    if (path === contract.positions.list.path) {
      if (request.headers.get('accept') === 'text/csv') return new Response('name\nAarwerk Electric\n')
      const isClosed = request.path.includes('type=closed')
      return json(positionsReply({ data: isClosed ? [] : rows, count: isClosed ? 0 : 3 }))
    }
    if (path === contract.grouped.detail.path) return failed(500, 'internal', 'Not now.')
    return undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

async function table() {
  await screen.findByText('Bund 2034')
  return screen.getByRole('grid', { name: 'Open positions' })
}
const listCalls = (requests: readonly FakeRequest[]) =>
  requests.filter(({ path }) => path.startsWith(contract.positions.list.path) && path.includes('trend=true'))

describe('the list of positions', () => {
  it('marks a price that only a transaction states, and names the account kept by hand', async () => {
    const byHand = {
      ...example,
      id: 'p9',
      name: 'Credit fund',
      custodian: { id: 'manual', name: 'Manual' },
      account: { id: 'a9', name: 'Blue broker' },
      flags: [{ ...noPrice(), code: 'estimated' as const }],
    }
    openPositions(({ path }) =>
      path.startsWith(contract.positions.list.path)
        ? json(positionsReply({ data: [byHand], count: 1 }))
        : undefined,
    )
    const row = (await screen.findByText('Credit fund')).closest('tr')
    expect(row?.querySelector('[title="Price of a transaction: no source has one"]')).toBeTruthy()
    expect(row?.textContent).toContain('Blue broker')
    expect(row?.textContent).not.toContain('Manual')
  })

  it('is grouped with subtotals and a total', async () => {
    openPositions()
    const grid = await table()
    const groups = within(grid).getAllByRole('button', { expanded: true })
    expect(groups.map(group => group.textContent)).toEqual(['Equity 2 partial', 'Bond 1'])
    const equity = groups[0]?.closest('tr')
    expect(equity?.textContent).toContain('700.00')
    const foot = grid.querySelector('tfoot')
    expect(foot?.textContent).toContain('3 positions')
    expect(foot?.textContent).toContain('1,100.10')
  })

  it('warns above the table about positions without a value', async () => {
    openPositions()
    await table()
    expect(screen.getByRole('button', { name: /^1 without a value/ })).toBeTruthy()
    const corvid = screen.getByText('Corvid').closest('tr')
    expect(corvid?.textContent).toContain('No price')
  })

  it('is sorted by the server, with the order in the URL', async () => {
    const user = userEvent.setup()
    const { server, app } = openPositions()
    await table()
    expect(listCalls(server.requests).at(-1)?.path).toContain('order_by=-value')
    await user.click(screen.getByRole('button', { name: 'Quantity' }))
    await waitFor(() => expect(listCalls(server.requests).at(-1)?.path).toContain('order_by=-quantity'))
    expect(app.address()).toContain('order_by=-quantity')
  })

  it('can be shown without groups and remembers it', async () => {
    const user = userEvent.setup()
    openPositions()
    const grid = await table()
    await user.click(screen.getByRole('button', { name: /^Group by/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'No grouping' }))
    await waitFor(() => expect(within(grid).queryAllByRole('button', { expanded: true })).toEqual([]))
    expect(localStorage.getItem('plumbline_positions_flat_open')).toBe('yes')
  })

  it('is exported completely, with its filter and order', async () => {
    const user = userEvent.setup()
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { server } = openPositions(undefined, 'investor', '/positions?order_by=name&type=bond')
    await table()
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    const asked = server.requests.find(({ headers }) => headers.get('accept') === 'text/csv')
    expect(asked?.path).toContain('order_by=name')
    expect(asked?.body).toMatchObject({ filters: { filter_instrument_type: ['bond'] } })
  })

  it('opens the details of a row on click and Enter', async () => {
    const user = userEvent.setup()
    const { app } = openPositions()
    await table()
    await user.click(screen.getByText('Bund 2034'))
    await waitFor(() => expect(app.address()).toContain('modal=position&modal.id=p2'))
  })

  it('opens no details for the demo user', async () => {
    const user = userEvent.setup()
    const { app } = openPositions(undefined, 'demo')
    await table()
    await user.click(screen.getByText('Bund 2034'))
    expect(app.address()).not.toContain('modal')
    expect(screen.queryByTitle('How this figure is calculated')).toBeNull()
  })

  it('shows an error in place of the table and retries', async () => {
    const user = userEvent.setup()
    let hasRecovered = false
    openPositions(({ path }) =>
      path.startsWith(contract.positions.list.path) && !hasRecovered
        ? failed(400, 'invalid', 'Not like this.')
        : undefined,
    )
    expect(await screen.findByText('Not like this.')).toBeTruthy()
    hasRecovered = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await table()).toBeTruthy()
  })
})

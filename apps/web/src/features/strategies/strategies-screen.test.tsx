import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { StrategyDetail, StrategyRow } from './use-strategies.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './strategies-screen.tsx'
import './strategy-modal.tsx'

const { strategies, settings, positions } = contract
const { basis, total, data } = positionsReply()
const [position] = data
const pnl = {
  pnl_abs_total: 250.1,
  pnl_abs_realized: 50.05,
  pnl_abs_unrealized: 200.05,
  pnl_rel_total: 0.2501,
  pnl_rel_realized: 0.05,
  pnl_rel_unrealized: 0.2001,
}
const returns = { capital_base: 1000, twr: -0.0953 }
const figures = { total_pnl_abs: 250.1, total_exposure: 1100.1, total_value: 1100.1, ...pnl, ...returns }

const row: StrategyRow = {
  strategy_id: 's1',
  name: 'Compute',
  description: 'Chips and clouds',
  family: { id: 'f1', name: 'Aebi-Laurent' },
  version: 3,
  positions: [{ id: 'p1', name: 'Aarwerk Electric' }],
  ...figures,
  flags: [],
}

const detail: StrategyDetail = {
  strategy_id: 's1',
  name: 'Compute',
  description: 'Chips and clouds',
  family: { id: 'f1', name: 'Aebi-Laurent' },
  version: 3,
  positions: data,
  position_ids: ['p1'],
  ...figures,
  total,
  exposures: { long: 1100.1, short: 0, net: 1100.1, gross: 1100.1 },
  legs: [{ leg: 'long', count: 1, value: 1100.1, exposure: 1100.1, ...pnl }],
  hedges: {
    position_ids: ['p9'],
    hedge_ratio: 0.4,
    with_hedges: { value: 1, exposure: 660, ...pnl, ...returns },
    without_hedges: { value: 1, exposure: 1100.1, ...pnl, ...returns, pnl_abs_total: 321.5 },
  },
  offers: [
    {
      position: { id: 'p9', name: 'Index future' },
      linked_to: { id: 'p1', name: 'Aarwerk Electric' },
      kind: 'hedge',
      note: null,
    },
  ],
  returns: { twr: 0.2501, twr_annual: null, xirr: null },
  daily_pnl: [
    { date: '2026-11-12', ...pnl, twr: 0.12 },
    { date: '2026-11-13', ...pnl, twr: 0.25 },
  ],
  basis,
  flags: [],
}

const record = { strategy_id: 's1', name: 'Compute', description: '', position_ids: ['p1'], offers: [] }
const one = strategies.detail.path.replace(':id', 's1')

function openStrategies(
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
  { address = '/strategies', role = 'investor' as 'investor' | 'demo' } = {},
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply({ role }) })
    if (path === strategies.list.path)
      return json({ next: null, previous: null, count: 1, data: [row], basis })
    if (path === one)
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : json({ data: detail })
    if (path?.startsWith('/api/strategy/')) return json({ data: record })
    if (path === positions.searchByBody.path)
      return json({ next: null, previous: null, count: 1, data: [{ ...position, id: 'p2', name: 'Bolt' }] })
    return undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

const card = (name: string) => screen.findByRole('region', { name })

describe('strategies', () => {
  it('show the first strategy beside the list, with its figures, legs and hedges', async () => {
    openStrategies()
    const shown = await card('Compute')
    expect(await within(shown).findByText('exact')).toBeTruthy()
    expect(within(shown).getByRole('grid', { name: 'Positions' }).textContent).toContain('Aarwerk Electric')
    expect(shown.textContent).toContain('+25.01%')
    expect(within(shown).getByRole('table', { name: 'P&L by leg' }).textContent).toContain('Long')
    const hedges = within(shown).getByRole('table', { name: 'Hedges' })
    expect(hedges.textContent).toContain('+321.50')
    expect(shown.textContent).toContain('40.00%')
  })

  it('show an empty state when there are none', async () => {
    openStrategies(({ path }) =>
      path.startsWith(strategies.list.path)
        ? json({ next: null, previous: null, count: 0, data: [], basis })
        : undefined,
    )
    expect(await screen.findByText('No strategies yet')).toBeTruthy()
  })

  it('offer a linked hedge and add it with a click', async () => {
    const { server } = openStrategies()
    await userEvent.click(await screen.findByRole('button', { name: 'Add Index future' }))
    await waitFor(() => expect(server.to(`${one}position/`)[0]?.body).toEqual({ position_id: 'p9' }))
  })

  it('require a name and send the chosen positions', async () => {
    const user = userEvent.setup()
    const { server } = openStrategies()
    await user.click(await screen.findByRole('button', { name: 'New strategy' }))
    const dialog = await screen.findByRole('dialog', { name: 'New strategy' })
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Enter a name.')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Name'), 'Ladder')
    await user.type(within(dialog).getByLabelText(/^Positions/), 'bol')
    await user.click((await screen.findAllByRole('option', { name: /Bolt/ }))[0] as HTMLElement)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.to(strategies.create.path)[0]?.body).toEqual({
        name: 'Ladder',
        description: '',
        position_ids: ['p2'],
      }),
    )
  })

  it('report a concurrent change and load it without losing typed values', async () => {
    const user = userEvent.setup()
    let isChanged = false
    const { server } = openStrategies(
      ({ path, method, body }) => {
        const isOne = path.split('?')[0] === one
        if (isOne && method === 'PATCH') {
          const isOutdated = Object(body).version !== 4
          isChanged = true
          return isOutdated
            ? failed(409, 'conflict', 'Someone else changed this. Reload to see their version.')
            : json({ data: record })
        }
        return isOne && isChanged
          ? json({ data: { ...detail, description: 'Theirs', version: 4 } })
          : undefined
      },
      { address: '/strategies?modal=strategy&modal.id=s1' },
    )
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    const dialog = await screen.findByRole('dialog', { name: 'Edit strategy' })
    await user.clear(name)
    await user.type(name, 'Mine')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    const note = await within(dialog).findByRole('alert')
    expect(note.textContent).toContain('Someone else changed this. Reload to see their version.')
    await user.click(within(note).getByRole('button', { name: 'Reload' }))
    expect(await within(dialog).findByDisplayValue('Theirs')).toBeTruthy()
    expect(name.value).toBe('Mine')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit strategy' })).toBeNull())
    const sent = server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
    expect(sent).toEqual([
      { name: 'Mine', description: 'Chips and clouds', position_ids: ['p1'], version: 3 },
      { name: 'Mine', description: 'Theirs', position_ids: ['p1'], version: 4 },
    ])
  })

  it('show a taken name as an error under its field', async () => {
    const user = userEvent.setup()
    openStrategies(({ path, method }) =>
      path === strategies.create.path && method === 'POST'
        ? failed(409, 'already_exists', 'This already exists.', 'name')
        : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'New strategy' }))
    const dialog = await screen.findByRole('dialog', { name: 'New strategy' })
    await user.type(within(dialog).getByLabelText('Name'), 'Compute')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('This already exists.')).toBeTruthy()
  })

  it('are deleted after a confirmation and restored with Undo', async () => {
    const user = userEvent.setup()
    const { server } = openStrategies()
    await user.click(within(await card('Compute')).getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('dialog', { name: 'Delete Compute?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to(`${one}restore/`)).toHaveLength(1))
  })

  it('remove a position and restore it with Undo', async () => {
    const user = userEvent.setup()
    const { server } = openStrategies()
    await user.click(await screen.findByRole('button', { name: 'Remove Aarwerk Electric' }))
    await waitFor(() => expect(server.to(`${one}position/`)[0]).toMatchObject({ method: 'DELETE' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() =>
      expect(server.to(`${one}position/`).at(-1)).toMatchObject({
        method: 'POST',
        body: { position_id: 'p1' },
      }),
    )
  })

  it('are read-only for the demo user', async () => {
    openStrategies(undefined, { role: 'demo' })
    await card('Compute')
    expect(screen.queryByRole('button', { name: 'New strategy' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})

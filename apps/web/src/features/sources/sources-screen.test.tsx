import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Delivery, Feed } from './use-sources.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './sources-screen.tsx'

const { feeds, settings, integrations } = contract

function feedReply(change: Partial<Feed> = {}): Feed {
  return {
    id: 's1',
    name: 'Banque Rochette',
    kind: 'folder',
    family: { id: 'f1', name: 'Aebi-Laurent' },
    custodian: { id: 'rochette', name: 'Banque Rochette' },
    accounts: [{ id: 'a1', name: 'Private 4417' }],
    schedule: null,
    folder: 'aebi-laurent/rochette',
    query_id: null,
    status: 'success',
    icon: 1,
    message: null,
    is_running: false,
    is_paused: false,
    can_run: true,
    last_run_at: '2026-11-17T07:02:00Z',
    next_run_at: null,
    quiet_after_days: 3,
    quiet_since: null,
    waiting_count: 0,
    last_delivery: {
      at: '2026-11-17T07:02:00Z',
      files_count: 1,
      transactions_count: 8,
      holdings_count: 0,
    },
    ...change,
  }
}

const flex = (change: Partial<Feed> = {}) =>
  feedReply({
    id: 's2',
    name: 'Kestrel Brokerage',
    kind: 'flex',
    folder: null,
    query_id: '981204',
    schedule: 'daily 06:30',
    next_run_at: '2026-11-18T06:30:00Z',
    ...change,
  })

function deliveryReply(change: Partial<Delivery> = {}): Delivery {
  return {
    id: 'd1',
    name: 'camt053_4417.xml',
    feed: { id: 's1', name: 'Banque Rochette' },
    family: { id: 'f1', name: 'Aebi-Laurent' },
    received_at: '2026-11-17T07:02:00Z',
    bytes: 4200,
    format: 'camt053',
    state: 'posted',
    message: null,
    import_id: 'i1',
    transactions_count: 8,
    holdings_count: 0,
    statement_date: '2026-11-16',
    account: { id: 'a1', name: 'Private 4417' },
    breaks_count: 0,
    repeats_count: 0,
    ...change,
  }
}

interface Sources {
  list?: Feed[]
  deliveries?: Delivery[]
  role?: 'adviser' | 'investor' | 'demo'
  respond?: (request: FakeRequest) => Response | undefined
}

const page = (data: unknown[]) => json({ next: null, previous: null, count: data.length, data })

function openSources({ list = [], deliveries = [], role = 'adviser', respond }: Sources) {
  const server = appServer(request => {
    const reply = respond?.(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply({ role }) })
    if (path === feeds.deliveries.path) return page(deliveries)
    if (path === integrations.status.path) return json({ data: [], count: 0, extra: { missing: [] } })
    if (path === feeds.list.path && request.method === 'GET')
      return json({
        next: null,
        previous: null,
        count: list.length,
        inbox: { is_enabled: true },
        data: list,
      })
    return undefined
  })
  signIn()
  renderApp('/sources')
  return server
}

const table = async (name: string) => within(await screen.findByRole('table', { name }))
const rowOf = async (name: string, text: string) => {
  const cell = await (await table(name)).findByText(text)
  const row = cell.closest('tr')
  if (row === null) throw new Error(`${text} is in no row`)
  return within(row)
}

describe('the sources', () => {
  it('show what came last from each custodian, and what needs a person', async () => {
    const expired = 'The token has expired.'
    openSources({
      list: [
        feedReply(),
        flex({ icon: -1, status: 'refused', message: expired, next_run_at: null }),
        feedReply({ id: 's3', name: 'Nordhavn Bank', quiet_since: '2026-11-13' }),
      ],
    })
    expect((await rowOf('Custodians', 'Banque Rochette')).getByText('1 file, 8 transactions')).toBeDefined()
    const refused = await rowOf('Custodians', 'Kestrel Brokerage')
    expect(refused.getByText(expired)).toBeDefined()
    expect(refused.getByText('once it is fixed')).toBeDefined()
    expect(
      (await rowOf('Custodians', 'Nordhavn Bank')).getByText(/^No delivery since 13 Nov 2026/),
    ).toBeDefined()
    expect(screen.getByText('1 failed, 1 to check')).toBeDefined()
  })

  it('show what became of each file, with the way on', async () => {
    openSources({
      list: [feedReply()],
      deliveries: [
        deliveryReply(),
        deliveryReply({
          id: 'd2',
          name: 'half.sta',
          state: 'waiting',
          import_id: 'i2',
          message: '1 note about the file',
        }),
        deliveryReply({ id: 'd3', name: 'holdings.fin', import_id: null, breaks_count: 2 }),
        deliveryReply({
          id: 'd4',
          name: 'scan.pdf',
          state: 'failed',
          import_id: null,
          message: 'Cannot be read',
        }),
        deliveryReply({ id: 'd5', name: 'euro.sta', message: 'Not compared: CH09 EUR.' }),
      ],
    })
    const leftOut = await rowOf('Inbox', 'euro.sta')
    expect(leftOut.getByText('posted, agrees with the ledger. Not compared: CH09 EUR.')).toBeDefined()
    expect(leftOut.getByRole('button', { name: 'Reconcile: euro.sta' })).toBeDefined()
    const posted = await rowOf('Inbox', 'camt053_4417.xml')
    expect(posted.getByText('posted, agrees with the ledger')).toBeDefined()
    const waiting = await rowOf('Inbox', 'half.sta')
    expect(waiting.getByText('1 note about the file')).toBeDefined()
    expect(waiting.getByRole('button', { name: 'Review: half.sta' })).toBeDefined()
    const different = await rowOf('Inbox', 'holdings.fin')
    expect(different.getByText('posted, 2 differences from the ledger')).toBeDefined()
    const failedRow = await rowOf('Inbox', 'scan.pdf')
    expect(failedRow.getByText('Cannot be read')).toBeDefined()
    expect(failedRow.queryByRole('button')).toBeNull()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDefined()
  })

  it('run all at once, except those that run already', async () => {
    const user = userEvent.setup()
    const server = openSources({
      list: [feedReply(), flex(), feedReply({ id: 's3', name: 'Nordhavn Bank', is_running: true })],
      respond: ({ method, path }) =>
        method === 'POST' && path.endsWith('/run/') ? json({ data: { id: 'j1' } }, 202) : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'Run all now' }))
    expect(await screen.findByText('2 sources are running')).toBeDefined()
    const started = server.requests.filter(({ path }) => path.endsWith('/run/'))
    expect(started.map(({ path }) => path).sort()).toEqual(['/api/feeds/s1/run/', '/api/feeds/s2/run/'])
  })

  it('offer clients neither runs nor changes', async () => {
    openSources({ list: [feedReply({ can_run: false }), flex({ can_run: false })], role: 'investor' })
    await rowOf('Custodians', 'Banque Rochette')
    for (const name of ['Run all now', 'Add a source', 'Check now', 'More about Banque Rochette'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('the runs of all sources', () => {
  it('are listed with what became of each, and filtered to those with problems', async () => {
    const user = userEvent.setup()
    const run = (id: string, status: string, message: string | null) => ({
      id,
      started_at: '2026-11-16T22:00:00Z',
      finished_at: '2026-11-16T22:01:00Z',
      status,
      rows_count: 47,
      message,
      source: { id: 's1', name: `Source ${id}` },
      family: null,
      data_date: '2026-11-16',
    })
    const expired = 'The access key has expired.'
    const server = openSources({
      list: [feedReply()],
      role: 'investor',
      respond: ({ path }) =>
        path.startsWith(integrations.allRuns.path)
          ? json({
              next: null,
              previous: null,
              count: 60,
              data: [run('a', 'success', null), run('b', 'refused', expired)],
            })
          : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'All runs' }))
    expect((await rowOf('All runs', 'Source a')).getByText('success')).toBeDefined()
    expect((await rowOf('All runs', 'Source b')).getByText(expired)).toBeDefined()
    const asked = () =>
      server.requests.filter(({ path }) => path.startsWith(integrations.allRuns.path)).at(-1)?.path
    await user.click(screen.getByRole('button', { name: /Next/ }))
    await waitFor(() => expect(asked()).toContain('offset=25'))
    await user.click(screen.getByRole('checkbox', { name: 'Only with problems' }))
    await waitFor(() => expect(asked()).toContain('failed=true'))
    expect(asked()).toContain('offset=0')
  })
})

describe('connecting a source', () => {
  it('sends token and query of the Flex Web Service, and names a wrong field', async () => {
    const user = userEvent.setup()
    let isRefused = true
    const server = openSources({
      respond: ({ method, path }) => {
        if (method !== 'POST' || path !== feeds.create.path) return undefined
        if (!isRefused) return json({ data: flex() })
        return failed(400, 'invalid_field', 'Use the number of the Flex query, such as 981204.', 'query_id')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Connect' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Token'), 'secret-token-1')
    await user.type(dialog.getByLabelText(/query/i), 'daily')
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    expect(await dialog.findByText('Use the number of the Flex query, such as 981204.')).toBeDefined()
    isRefused = false
    await user.clear(dialog.getByLabelText(/query/i))
    await user.type(dialog.getByLabelText(/query/i), '981204')
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(
      server
        .to(feeds.create.path)
        .filter(({ method }) => method === 'POST')
        .at(-1)?.body,
    ).toMatchObject({
      kind: 'flex',
      family: 'f1',
      custodian: 'rochette',
      token: 'secret-token-1',
      query_id: '981204',
    })
  })

  it('shows the folder of a new inbox, to pass on to the bank', async () => {
    const user = userEvent.setup()
    openSources({
      respond: ({ method, path }) =>
        method === 'POST' && path === feeds.create.path ? json({ data: feedReply() }) : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'Set up the inbox' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('aebi-laurent/rochette')).toBeDefined()
  })

  it('keeps the token of a source unless a new one is typed', async () => {
    const user = userEvent.setup()
    const server = openSources({
      list: [flex()],
      respond: ({ method, path }) =>
        method === 'PATCH' && path === '/api/feeds/s2/' ? json({ data: flex() }) : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'More about Kestrel Brokerage' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Token')).toHaveProperty('value', '')
    await user.clear(dialog.getByLabelText(/query/i))
    await user.type(dialog.getByLabelText(/query/i), '77')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.to('/api/feeds/s2/')).toHaveLength(1))
    const { body } = server.to('/api/feeds/s2/')[0] ?? {}
    expect(body).toMatchObject({ query_id: '77', is_paused: false })
    expect(body).not.toHaveProperty('token')
  })
})

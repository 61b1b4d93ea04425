import { contract } from 'virtual:contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
import type { ArchiveContents, RestoredFamily } from './use-archive-file.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../import-modal.tsx'

const { archive, imports, settings, jobs } = contract

const counts = {
  accounts_count: 2,
  transactions_count: 2893,
  instruments_count: 12,
  prices_count: 4000,
  strategies_count: 3,
  tickers_count: 4,
  templates_count: 1,
  reports_count: 5,
  rules_count: 6,
  benchmarks_count: 2,
  targets_count: 3,
  client_tasks_count: 7,
}
const contents: ArchiveContents = {
  name: 'Aebi',
  is_name_taken: false,
  currency: 'CHF',
  created_at: '2026-11-13T09:00:00Z',
  ...counts,
  accounts: [
    { name: 'Main', currency: 'CHF', transactions_count: 2892 },
    { name: 'Dollars', currency: 'USD', transactions_count: 1 },
  ],
  custodians: ['Harbor Bank'],
  instruments: [
    { name: 'Lake House', isin: null, currency: 'CHF', outcome: 'private' },
    { name: 'Rail', isin: 'CH0012221716', currency: 'CHF', outcome: 'existing' },
  ],
  shared_instruments_count: 0,
  private_instruments_count: 1,
  existing_instruments_count: 11,
  prices: { count: 4000, start_date: '2020-01-02', end_date: '2026-11-12' },
  rates: { count: 0, start_date: null, end_date: null, currencies: [] },
  not_restored: [{ kind: 'rate', reason: 'not_added', count: 900, names: ['JPY'] }],
  can_add_market_data: true,
  as_of: null,
}
const restored: RestoredFamily = {
  family: { id: '5f0c8a52-1f57-4d0e-9a4c-0d5a8a8f7f10', name: 'Aebi' },
  ...counts,
  left_out: [{ kind: 'ticker', reason: 'already_there', count: 2 }],
  not_restored: [{ kind: 'price', reason: 'date', count: 1, names: ['Rail'] }],
}

const zip = (name = 'Aebi.zip') => new File([new Uint8Array([0x50, 0x4b, 3, 4]), 'rest'], name)

function open(
  respond: (request: FakeRequest) => Response | undefined,
  role: 'admin' | 'investor' | 'adviser' = 'admin',
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply({ role }) })
    if (path === jobs.list.path) return json({ next: null, previous: null, count: 0, data: [] })
    return undefined
  })
  signIn()
  renderApp('/overview?modal=import')
  return server
}

async function drop(file: File) {
  const user = userEvent.setup()
  await user.upload(await screen.findByLabelText('choose files', { selector: 'input' }), file)
  return user
}

describe('an archive among the files', () => {
  it('is recognised, shows its contents and is restored as a family with the chosen name', async () => {
    const server = open(({ path }) => {
      if (path === archive.look.path) return json({ data: contents })
      return path.startsWith(archive.restore.path) ? json({ data: restored }) : undefined
    })
    const user = await drop(zip())
    expect(await screen.findByText('2,893')).toBeTruthy()
    expect(screen.getByText('Archive of a family')).toBeTruthy()
    expect(server.to(imports.create.path).filter(({ method }) => method === 'POST')).toEqual([])
    const name = screen.getByLabelText('Name of the new family')
    expect(name).toHaveProperty('value', 'Aebi')
    await user.clear(name)
    await user.type(name, 'Aebi, again')
    expect(server.to(archive.restore.path)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Aebi restored')).toBeTruthy()
    expect(server.to(archive.restore.path).map(({ path }) => path)).toEqual([
      `${archive.restore.path}?name=Aebi%2C+again`,
    ])
    expect(screen.getByText('Watchlist tickers: 2 left out, because you have them already.')).toBeTruthy()
    expect(screen.getByText('Prices: 1 (Rail). The date is invalid or in the future.')).toBeTruthy()
    expect(screen.getByText(/rules are paused/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See this family' }).getAttribute('href')).toContain(
      restored.family.id,
    )
  })

  it('previews what is restored and what is not, and adds market data only on request', async () => {
    const shared: ArchiveContents = {
      ...contents,
      shared_instruments_count: 3,
      not_restored: [],
      as_of: '2026-11-12',
    }
    const server = open(({ path }) => {
      if (path.startsWith(archive.look.path))
        return json({ data: path.includes('add_market_data=true') ? shared : contents })
      return path.startsWith(archive.restore.path) ? json({ data: restored }) : undefined
    })
    const user = await drop(zip())
    expect(await screen.findByText('Main · CHF')).toBeTruthy()
    expect(screen.getByText('2,892 transactions')).toBeTruthy()
    expect(screen.getByText('New custodians: Harbor Bank')).toBeTruthy()
    expect(screen.getByText('1 instrument added for this family only')).toBeTruthy()
    expect(screen.getByText('Lake House · CHF')).toBeTruthy()
    expect(screen.getByText('and 10 more')).toBeTruthy()
    expect(screen.getByText(/^4,000, .*2020.*2026/)).toBeTruthy()
    expect(
      screen.getByText('Exchange rates: 900 (JPY). Exchange rates are shared by all families.'),
    ).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: /^Add instruments and rates/ }))
    expect(await screen.findByText('3 instruments added for everyone')).toBeTruthy()
    expect(screen.getByText(/Figures of all families will end on/)).toBeTruthy()
    expect(screen.queryByText('Not restored')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Aebi restored')).toBeTruthy()
    expect(server.to(archive.restore.path).map(({ path }) => path)).toEqual([
      `${archive.restore.path}?name=Aebi&add_market_data=true`,
    ])
  })

  it('shows the error of the server when rejected, and returns to the files', async () => {
    open(({ path }) =>
      path === archive.look.path
        ? failed(400, 'unreadable_file', 'transaction.json is missing in this archive.')
        : undefined,
    )
    const user = await drop(zip())
    expect((await screen.findByRole('alert')).textContent).toContain('transaction.json is missing')
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText('choose files', { selector: 'input' })).toBeTruthy()
  })

  it('asks for another name when a family already has it', async () => {
    open(({ path }) => {
      if (path === archive.look.path) return json({ data: { ...contents, is_name_taken: true } })
      return path.startsWith(archive.restore.path)
        ? failed(409, 'already_exists', 'This already exists.', 'name')
        : undefined
    })
    const user = await drop(zip())
    expect(await screen.findByText(/A family with this name exists/)).toBeTruthy()
    const name = screen.getByLabelText('Name of the new family')
    await user.type(name, ' 2')
    expect(screen.queryByText(/A family with this name exists/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.getByText(/A family with this name exists/)).toBeTruthy())
  })

  it('is rejected without a request for users who are not administrators', async () => {
    const server = open(() => undefined, 'investor')
    await drop(zip())
    expect(await screen.findByText(/only administrators can do/)).toBeTruthy()
    expect(server.to(archive.look.path)).toEqual([])
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })
})

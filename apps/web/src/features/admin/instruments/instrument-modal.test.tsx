import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
import { adminUser, pageReply } from '../testing/replies.ts'
import type { Instrument } from './use-instruments.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../../plausibility/question-dialog.tsx'
import './instrument-modal.tsx'

const { settings, integrations, instruments } = contract

const bond: Instrument = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Kroc 4 %',
  long_name: null,
  symbol: null,
  isin: 'US0378331005',
  exchange: null,
  instrument_type: 'bond',
  currency: 'USD',
  country: 'US',
  sector: null,
  contract_size: 0.01,
  contract_expiration: '2030-01-05',
  identifiers: [{ kind: 'valor', value: '908440' }],
  underlying: null,
  coupon: 0.09,
  coupons_per_year: 1,
  day_count: null,
  ex_coupon_days: null,
  pool_factors: [],
  strike: null,
  option_right: null,
  base_currency: null,
  index_return: null,
  sources: { name: 'imported', instrument_type: null, country: 'derived', sector: null },
  merged: [],
  family: { id: 'f1', name: 'Aebi-Laurent' },
  price: 99.5,
  price_date: '2026-11-13',
  price_source: 'bank',
  holders_count: 1,
  may_change: true,
  version: 3,
  flags: [],
}
const other: Instrument = {
  ...bond,
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Other 4 %',
  isin: 'US5949181045',
}

const change = {
  id: '1',
  changed_at: '2026-11-13T10:00:00Z',
  changed_by: { id: 'u-admin', name: 'Nora Frei' },
}
const history = [
  { ...change, field: 'coupon', old: '0.04', new: '0.09' },
  { ...change, id: '2', field: 'underlying', old: null, new: 'Kroc Inc.' },
]
const yahoo = {
  id: 'yahoo',
  name: 'Yahoo Finance',
  kind: 'prices',
  is_enabled: true,
  may_enable: true,
  integration_id: null,
}
const proposal = {
  symbol: 'KROC',
  name: 'Kroc',
  exchange: 'NYSE',
  currency: 'USD',
  price: 99.4,
  price_date: '2026-11-13',
  match: 'isin',
  is_usable: true,
}

const stated = [
  {
    family: { id: 'f1', name: 'Aebi' },
    stated: { name: 'Kroczek SA', isin: null, symbol: 'KRO', currency: 'USD', identifiers: [] },
    transaction: 't1',
    transactions_count: 4,
    may_change: true,
  },
]

function openMaster(
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
  role: 'admin' | 'adviser' | 'investor' = 'admin',
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0] ?? ''
    if (path === settings.read.path) return json({ data: settingsReply({ ...adminUser, role }) })
    if (path === instruments.list.path) return json(pageReply([bond, other]))
    if (path === `/api/instruments/${bond.id}/`) return json({ data: bond })
    if (path.endsWith('/history/')) return json(pageReply(history))
    if (path.endsWith('/stated/')) return json({ data: stated })
    if (path.endsWith('/holders/')) return json({ data: [], currency: 'CHF', date: '2026-11-13' })
    if (path === integrations.providers.path) return json({ data: [yahoo], count: 1 })
    if (path === integrations.symbols.path && request.method === 'GET')
      return json({ data: [proposal], count: 1 })
    return undefined
  })
  signIn()
  renderApp(`/overview?modal=instrument&modal.id=${bond.id}`)
  return server
}

describe('the master record of a security', () => {
  it('lists what files call it, each with the way to another security', async () => {
    const user = userEvent.setup()
    const server = openMaster()
    expect(await screen.findByText('Kroczek SA · KRO')).toBeTruthy()
    expect(screen.getByText('Aebi · 4 transactions')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Another security for Kroczek SA · KRO' }))
    await waitFor(() => expect(server.to('/api/transactions/t1/security/')).toHaveLength(1))
  })

  it('takes prices from a symbol of a provider, although the security has a price', async () => {
    const user = userEvent.setup()
    const server = openMaster(({ method, path }) =>
      method === 'POST' && path === integrations.useSymbol.path
        ? json({ data: { rows_count: 12, start_date: '2026-10-01', end_date: '2026-11-13' } })
        : undefined,
    )
    expect(await screen.findByText('Not fetched from a provider')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Find a symbol' }))
    await user.type(await screen.findByLabelText('Symbols at Yahoo Finance'), 'kroc{Enter}')
    await waitFor(() => expect(server.requests.at(-1)?.path).toContain('q=kroc'))
    await user.click(await screen.findByRole('button', { name: 'Use KROC' }))
    expect(await screen.findByText('12 prices fetched.')).toBeTruthy()
    const chosen = server.requests.find(
      ({ method, path }) => method === 'POST' && path === integrations.useSymbol.path,
    )
    expect(chosen?.body).toEqual({ instrument: bond.id, provider: 'yahoo', symbol: 'KROC' })
    // The identifiers of the open form have it too, so that saving does not remove it.
    expect(screen.getByDisplayValue('KROC')).toBeTruthy()
    expect(server.requests.some(({ method }) => method === 'PATCH')).toBe(false)
  })

  it('shows changes of terms with their labels, coupons in percent', async () => {
    openMaster()
    expect(await screen.findByText('Coupon, % per year: 4 → 9')).toBeTruthy()
    expect(screen.getByText('Underlying: empty → Kroc Inc.')).toBeTruthy()
  })

  it('is changed by members of the family that imported it, without the tools of administrators', async () => {
    const user = userEvent.setup()
    const server = openMaster(
      ({ method }) => (method === 'PATCH' ? json({ data: bond }) : undefined),
      'investor',
    )
    const name = await screen.findByLabelText('Name')
    for (const tool of ['Merge with another instrument', 'Prices', 'Find a symbol'])
      expect(screen.queryByRole('button', { name: tool })).toBeNull()
    expect(screen.queryByText('Changes')).toBeNull()
    await user.clear(name)
    await user.type(name, 'Kroc bond')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
        name: 'Kroc bond',
        version: 3,
      }),
    )
    const paths = server.requests.map(({ path }) => path.split('?')[0])
    for (const path of [
      integrations.providers.path,
      instruments.list.path,
      `/api/instruments/${bond.id}/history/`,
    ])
      expect(paths).not.toContain(path)
  })

  it('is read by advisers if it is for all families', async () => {
    openMaster(({ path }) => {
      if (path !== `/api/instruments/${bond.id}/`) return undefined
      return json({ data: { ...bond, family: null, may_change: false } })
    }, 'adviser')
    const name = await screen.findByLabelText('Name')
    expect(name.closest('fieldset')?.disabled).toBe(true)
    expect(screen.getByText('Kept by administrators for all families.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Add to watchlist' })).toBeTruthy()
  })

  it('says that a security does not exist where it may not be seen', async () => {
    openMaster(
      ({ path }) =>
        path === `/api/instruments/${bond.id}/` ? failed(404, 'not_found', 'Not found.') : undefined,
      'investor',
    )
    expect(await screen.findByText('This instrument does not exist')).toBeTruthy()
  })

  it('asks before it merges two different securities', async () => {
    const user = userEvent.setup()
    const question = {
      code: 'different_security',
      before: 'Other 4 %, US5949181045',
      after: 'Kroc 4 %, US0378331005',
      currency: null,
    }
    const message = 'The ISIN or the type differs: these may be two different securities.'
    const server = openMaster(({ path, body }) => {
      if (!path.endsWith('/merge/')) return undefined
      if (Object(body).confirm) return json({ data: bond })
      return json({ errors: [{ code: 'confirmation_required', message, field: 'merged', question }] }, 409)
    })
    await user.click(await screen.findByRole('button', { name: 'Merge with another instrument' }))
    const merging = await screen.findByRole('dialog', { name: 'Merge Kroc 4 %' })
    await user.type(within(merging).getByLabelText('The other instrument'), 'Other')
    await user.click(await screen.findByRole('option', { name: /^Other 4 %/ }))
    await user.click(within(merging).getByRole('button', { name: 'Merge' }))
    const asking = await screen.findByRole('dialog', { name: 'Is this right?' })
    expect(within(asking).getByText('Other 4 %, US5949181045')).toBeTruthy()
    await user.click(within(asking).getByRole('button', { name: 'Save anyway' }))
    await waitFor(() =>
      expect(server.requests.findLast(({ path }) => path.endsWith('/merge/'))?.body).toEqual({
        merged: other.id,
        confirm: ['different_security'],
      }),
    )
  })
})

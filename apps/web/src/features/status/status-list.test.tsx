import { contract } from 'virtual:contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Source, Status } from './use-status.ts'

function source(name: string, change: Partial<Source>): Source {
  return {
    id: name,
    name,
    kind: 'custodian',
    status: 'success',
    icon: 1,
    message: null,
    is_running: false,
    last_run_at: '2025-11-13T21:10:00.000Z',
    data_date: '2025-11-13',
    accounts: [],
    is_demo: false,
    ...change,
  }
}

const basis: Status['basis'] = {
  family: null,
  currency: 'CHF',
  as_of: '2025-11-13',
  start_date: null,
  end_date: null,
  opening_date: null,
}

const failing: Status = {
  data: [
    source('Banque Rochette', { accounts: [{ id: 'a1', name: 'Private 4417' }] }),
    source('Calder & Finch', { status: 'no_data', icon: 0, data_date: '2025-11-12' }),
    source('Granit Vault', { status: 'refused', icon: -1, message: 'Sign-in refused.' }),
  ],
  count: 3,
  extra: {
    missing: [
      {
        position_id: 'p9',
        name: 'Helvion Bio',
        flags: [{ code: 'no_price', fields: [], date: null, amount: null }],
      },
    ],
  },
  basis,
}

function open(status: Status) {
  const server = appServer(({ path }) => {
    if (path === contract.settings.read.path) return json({ data: settingsReply() })
    if (path === contract.integrations.status.path) return json(status)
    return undefined
  })
  signIn()
  renderApp('/fees')
  return server
}

describe('the status of the data sources', () => {
  it('shows result and time of each last run, and the missing figures', async () => {
    const user = userEvent.setup()
    open(failing)
    await user.click(await screen.findByRole('button', { name: 'Integration status: needs attention' }))
    const popover = await screen.findByRole('dialog', { name: 'Integration status' })
    const line = async (name: string) => (await within(popover).findByText(name)).closest('li')?.textContent
    expect(await line('Banque Rochette')).toBe('Up to dateBanque RochettePrivate 441713 Nov 2025, 22:10')
    expect(await line('Calder & Finch')).toContain('No new data since 12 Nov 2025')
    expect(await line('Granit Vault')).toBe('FailedGranit VaultSign-in refused.13 Nov 2025, 22:10')
    expect(within(popover).getByText('Helvion Bio: no price')).toBeTruthy()
  })

  it('is not marked when all sources are up to date', async () => {
    open({ data: [source('Banque Rochette', {})], count: 1, extra: { missing: [] }, basis })
    expect(await screen.findByRole('button', { name: 'Integration status' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /needs attention/ })).toBeNull()
  })
})

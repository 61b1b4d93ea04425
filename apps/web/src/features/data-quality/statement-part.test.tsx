import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './data-quality-modal.tsx'
import type { ReconciledAccount, Reconciliation } from './use-data-quality.ts'

const { reconciliation, settings } = contract

const custody = { id: 'a1', name: 'Custody' }
const listed: ReconciledAccount = {
  account: custody,
  family: { id: 'f1', name: 'Aebi' },
  custodian: { id: 'manual', name: 'Manual' },
  statement_date: '2026-01-08',
  source: 'typed',
  statement_value: 100,
  ledger_value: 90,
  break_value: 10,
  breaks_count: 1,
  oldest_break: '2026-01-08',
  may_change: true,
}
const line: Reconciliation['lines'][number] = {
  key: 'CH0012005267/CHF',
  position_id: null,
  name: 'NOVARTIS',
  isin: 'CH0012005267',
  currency: 'CHF',
  ledger_quantity: null,
  statement_quantity: 20,
  ledger_price: null,
  statement_price: 90,
  ledger_value: 0,
  statement_value: 1800,
  break_value: 1800,
  cause: 'unknown_security',
  is_within_tolerance: false,
  since: '2026-01-08',
  security: { name: 'NOVARTIS', isin: 'CH0012005267', symbol: null, currency: 'CHF', instrument_type: null },
}
const statement: Reconciliation = {
  account: custody,
  family: { id: 'f1', name: 'Aebi' },
  currency: 'CHF',
  statement_date: '2026-01-08',
  received_at: '2026-01-09T08:00:00.000Z',
  statement_value: 1800,
  ledger_value: 0,
  break_value: 1800,
  lines: [line],
  causes: [{ cause: 'unknown_security', count: 1, value: 1800 }],
  tolerance: { price: 0.001, rate: 0.0005, accrued_interest: 10 },
  parts: [],
  groups: [
    {
      lines: [line.key],
      proposals: [
        {
          id: 'p1',
          causes: ['unknown_security'],
          reasons: ['The statement has 20 NOVARTIS.'],
          changes: [],
          may_post: false,
        },
      ],
    },
  ],
  postings: [],
  may_change: true,
  statements: [{ date: '2026-01-08', breaks_count: 1 }],
}

function open(change: Partial<Reconciliation> = {}) {
  const server = appServer(({ path }) => {
    const plain = path.split('?')[0]
    if (plain === settings.read.path) return json({ data: settingsReply({ role: 'investor' }) })
    if (plain === reconciliation.list.path)
      return json({ next: null, previous: null, count: 1, data: [listed], basis: null })
    if (plain?.endsWith('/file/')) {
      const numbers = path.includes('is_confirmed') ? [] : [{ number: 'CH09', currencies: ['EUR'] }]
      return json({ data: statement, extra: { left_out: numbers } })
    }
    const read = reconciliation.read.path.replace(':id', custody.id)
    if (plain === read || plain?.startsWith(read)) return json({ data: { ...statement, ...change } })
    return undefined
  })
  signIn()
  renderApp('/fees?modal=data-quality&modal.tab=reconciliation&modal.account=a1')
  return server
}

describe('a security that only the statement names', () => {
  it('is added in place, with the name and type that are chosen', async () => {
    const user = userEvent.setup()
    const server = open()
    const form = await screen.findByRole('form', { name: 'Add security: NOVARTIS' })
    expect(form.textContent).toContain('CH0012005267 · CHF')
    expect(screen.queryByText('Nothing to post: it resolves on settlement.')).toBeNull()
    await user.clear(within(form).getByLabelText('Name'))
    await user.type(within(form).getByLabelText('Name'), 'Novartis N')
    await user.click(within(form).getByRole('button', { name: 'Add security' }))
    await waitFor(() => {
      const sent = server.requests.find(({ path }) => path.includes('/security/'))
      expect(sent?.body).toEqual({
        date: '2026-01-08',
        line: line.key,
        name: 'Novartis N',
        instrument_type: 'equity',
      })
    })
  })

  it('is left to the account manager where statements are', async () => {
    open({ may_change: false })
    expect(await screen.findByText('Your account manager can add it.')).toBeTruthy()
    expect(screen.queryByRole('form', { name: /Add security/ })).toBeNull()
  })
})

describe('an uploaded statement with further account numbers', () => {
  it('is compared without them until they are confirmed', async () => {
    const user = userEvent.setup()
    const server = open()
    await user.upload(
      await screen.findByLabelText('Upload a file', { selector: 'input' }),
      new File(['x'], 'camt.xml'),
    )
    expect(
      await screen.findByText(/^Compared without CH09 EUR: no account has these numbers yet/),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Yes, it is this account' }))
    await waitFor(() => {
      const sent = server.requests.filter(({ path }) => path.includes('/file/'))
      expect(sent.map(({ path }) => path.includes('is_confirmed=true'))).toEqual([false, true])
    })
    await waitFor(() => expect(screen.queryByText(/^Compared without/)).toBeNull())
  })
})

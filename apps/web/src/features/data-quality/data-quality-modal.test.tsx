import { contract } from 'virtual:contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { togglePrivacy } from '../../lib/browser/privacy.ts'
import { json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './data-quality-modal.tsx'
import type { Finding } from './use-data-quality.ts'

const { reconciliation, settings } = contract

const finding: Finding = {
  id: 'duplicate.f1.t1',
  kind: 'duplicate',
  weight: 'figure',
  name: 'Dividend, Apple',
  place: 'Custody',
  reason: '2 transactions of 14 Aug 2025 with the same type, amount and instrument.',
  effect: 'May be counted twice',
  value: 1102.63,
  position_id: 'p1',
  instrument_id: null,
  asset_id: null,
  account: { id: 'a9', name: 'Custody' },
  transaction_ids: ['t1', 't2'],
  missing: null,
  closing: null,
  remedy: 'Void one',
  decision: null,
}

function open(role: 'investor' | 'admin') {
  const server = appServer(({ path }) => {
    const plain = path.split('?')[0]
    if (plain === settings.read.path) return json({ data: settingsReply({ role }) })
    if (plain === reconciliation.findings.path)
      return json({
        next: null,
        previous: null,
        count: 1,
        data: [finding],
        extra: {
          checked_at: '2026-11-13T21:41:00.000Z',
          by_kind: [{ kind: 'duplicate', count: 1 }],
          by_weight: [{ weight: 'figure', count: 1 }],
          stale_value: 0,
          decisions_count: 0,
        },
      })
    if (plain === reconciliation.decide.path.replace(':id', encodeURIComponent(finding.id)))
      return json({ data: finding })
    return undefined
  })
  signIn()
  renderApp('/fees?modal=data-quality&modal.tab=health')
  return server
}

const row = () => screen.findByRole('row', { name: /Dividend, Apple/ })

describe('data health', () => {
  it('shows cause and effect of a finding, and a fix to users who may apply it', async () => {
    open('admin')
    expect((await row()).textContent).toContain('May be counted twice')
    expect(within(await row()).getByRole('button', { name: 'Void one' })).toBeTruthy()
  })

  it('hides the numbers of its sentences while amounts are hidden, in the list and in the dialog', async () => {
    const user = userEvent.setup()
    act(togglePrivacy)
    try {
      open('investor')
      const masked = '••• transactions of 14 Aug 2025 with the same type, amount and instrument.'
      expect(within(await row()).getByText(masked)).toBeTruthy()
      await user.click(within(await row()).getByText('Dividend, Apple'))
      const dialog = await screen.findByRole('dialog', { name: 'Dividend, Apple' })
      expect(within(dialog).getByText(masked)).toBeTruthy()
    } finally {
      act(togglePrivacy)
    }
  })

  it('offers a view to users who may not fix it', async () => {
    open('investor')
    expect(within(await row()).getByRole('button', { name: 'Show the position' })).toBeTruthy()
  })

  it('accepts a finding with a reason', async () => {
    const user = userEvent.setup()
    const server = open('investor')
    await user.click(within(await row()).getByText('Dividend, Apple'))
    const dialog = await screen.findByRole('dialog', { name: 'Dividend, Apple' })
    await user.type(within(dialog).getByLabelText('Reason'), 'Two payments.')
    await user.click(within(dialog).getByRole('button', { name: 'Accept' }))
    await waitFor(() => {
      const sent = server.requests.find(({ path }) => path.includes('/decide/'))
      expect(sent?.body).toEqual({ is_accepted: true, note: 'Two payments.' })
    })
  })
})

import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../data-quality-modal.tsx'

const { reconciliation, settings } = contract
const basis = { currency: 'CHF', as_of: '2026-11-13', start_date: null, end_date: null, opening_date: null }

const finding = (id: string, value: number) => ({
  id: `unclassified.${id}`,
  kind: 'unclassified',
  name: `Security ${id}`,
  reason: 'No sector.',
  instrument_id: id,
  asset_id: null,
  value,
  decision: null,
})

function open(count: number, mayChange = true) {
  const findings = Array.from({ length: count }, (_each, index) => finding(`i${index + 1}`, 250 + index))
  let sector: string | null = null
  let version = 3
  const server = appServer(({ path, method, body }) => {
    const plain = path.split('?')[0] ?? ''
    if (plain === settings.read.path) return json({ data: settingsReply() })
    if (plain === reconciliation.coverage.path)
      return json({
        data: [],
        count: 0,
        extra: { value: 1000, held_count: 4, missing_count: 0, confirmed_count: 4 },
        basis: { ...basis, family: null },
      })
    if (plain === reconciliation.findings.path)
      return json({
        data: findings,
        count,
        next: null,
        previous: null,
        extra: { checked_at: null, by_kind: [], by_weight: [], stale_value: 0, decisions_count: 0 },
      })
    if (plain.startsWith('/api/instruments/')) {
      if (method === 'PATCH') {
        sector = (body as { sector: string | null }).sector
        version += 1
      }
      const id = plain.split('/')[3] ?? ''
      return json({
        data: {
          id,
          name: `Security ${id}`,
          instrument_type: 'equity',
          sector,
          country: 'CH',
          version,
          may_change: mayChange,
        },
      })
    }
    return undefined
  })
  signIn()
  renderApp('/fees?modal=data-quality')
  return server
}

const section = async () => within(await screen.findByRole('region', { name: 'Not classified' }))

describe('securities that are not classified', () => {
  it('are classified in place, with what they concern and an undo', async () => {
    const user = userEvent.setup()
    const server = open(1)
    expect(await (await section()).findByText(/Concerns CHF/)).toBeDefined()
    await user.click(await (await section()).findByRole('combobox', { name: 'Sector of Security i1' }))
    await user.click(await screen.findByRole('option', { name: 'Energy' }))
    await user.click((await section()).getByRole('button', { name: 'Save Security i1' }))
    const sent = () => server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
    const kept = { instrument_type: 'equity', country: 'CH' }
    await waitFor(() => expect(sent()).toEqual([{ ...kept, sector: 'energy', version: 3 }]))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(sent()[1]).toEqual({ ...kept, sector: null, version: 4 }))
  })

  it('are shown a few at a time, and only to look at where the user may not change them', async () => {
    const user = userEvent.setup()
    open(10, false)
    expect(await (await section()).findAllByText('An administrator can classify it.')).toHaveLength(8)
    await user.click((await section()).getByRole('button', { name: 'Show 2 more' }))
    await waitFor(async () => expect((await section()).getAllByRole('listitem')).toHaveLength(10))
    expect((await section()).queryByRole('combobox')).toBeNull()
  })
})

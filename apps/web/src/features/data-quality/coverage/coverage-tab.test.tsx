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
import type { Coverage, Gap } from './use-coverage.ts'

const { reconciliation, settings, transactions } = contract

const gap: Gap = {
  reason: 'stale_price',
  instrument: { id: 'i1', name: 'Kettle Rock' },
  is_asset: false,
  instrument_type: 'equity',
  unit: 'CHF',
  currency: null,
  counter_currency: null,
  since: '2026-10-01',
  positions_count: 1,
  balances_count: 0,
  places: [{ id: 'a1', name: 'Custody' }],
  quantity: 10,
  contract_size: 1,
  price: 50,
  amount: 500,
  value: 500,
  effect: 500,
  statement: null,
  may_fix: false,
}
const difference: Gap = {
  ...gap,
  reason: 'statement_break',
  instrument: null,
  instrument_type: null,
  places: [{ id: 'a2', name: 'Current' }],
  positions_count: 0,
  value: 100_000,
  effect: 100_000,
  statement: { date: '2026-10-31', value: 100_250, ledger_value: 250, breaks_count: 1 },
}

/** Two accounts at a custodian with statements, and a manual one without. */
function statements(breaks: number) {
  const row = (id: string, custodian: string, statement_date: string | null, breaks_count: number) => ({
    account: { id, name: id },
    family: { id: 'f1', name: 'Aebi' },
    custodian: { id: custodian, name: custodian },
    statement_date,
    source: null,
    statement_value: null,
    ledger_value: null,
    break_value: null,
    breaks_count,
    oldest_break: null,
    may_change: true,
  })
  const data = [
    row('a1', 'bank', '2026-10-31', 0),
    row('a2', 'bank', '2026-10-31', breaks),
    row('a3', 'manual', null, 0),
  ]
  return { data, count: data.length, next: null, previous: null }
}

function open(data: Gap[], extra: Partial<Coverage['extra']> = {}, breaks = 0) {
  const basis = { currency: 'CHF', as_of: '2026-11-13', start_date: null, end_date: null, opening_date: null }
  appServer(({ path }) => {
    const plain = path.split('?')[0]
    if (plain === settings.read.path) return json({ data: settingsReply() })
    if (plain === reconciliation.coverage.path)
      return json({
        data,
        count: data.length,
        extra: { value: 1000, held_count: 4, missing_count: 0, confirmed_count: 4, ...extra },
        basis: { ...basis, family: null },
      })
    if (plain === transactions.list.path) return json({ next: null, previous: null, count: 12, data: [] })
    if (plain === reconciliation.list.path)
      return json({ ...statements(breaks), basis: { ...basis, family: null } })
    if (plain === reconciliation.findings.path)
      return json({
        data: [],
        count: 0,
        next: null,
        previous: null,
        extra: { checked_at: null, by_kind: [], by_weight: [], stale_value: 0, decisions_count: 0 },
      })
    return undefined
  })
  signIn()
  renderApp('/fees?modal=data-quality')
}

const tab = () => screen.findByRole('region', { name: 'Coverage' })

describe('coverage', () => {
  it('says that nothing is missing when nothing is listed', async () => {
    open([])
    expect(await within(await tab()).findByText('Nothing is missing')).toBeTruthy()
    expect(within(await tab()).getByText('100% complete')).toBeTruthy()
  })

  it('shows a statement that differs with both values, and is neither complete nor without gaps', async () => {
    open([difference], { confirmed_count: 3 })
    const section = await screen.findByRole('region', { name: 'Statement and ledger differ' })
    expect(section.textContent).toContain('100,250.00')
    expect(section.textContent).toContain('+100,000.00')
    expect(within(section).getByRole('button', { name: 'Compare line by line' })).toBeTruthy()
    expect(within(await tab()).getByText('75% complete')).toBeTruthy()
    expect(within(await tab()).queryByText('Nothing is missing')).toBeNull()
  })

  it('shows cash of trades that the ledger lacks, with the way to import them', async () => {
    const cash: Gap = {
      ...difference,
      reason: 'unmatched_cash',
      currency: 'EUR',
      balances_count: 2,
      since: '2026-01-12',
      amount: 540.02,
      value: null,
      effect: 510,
      statement: null,
    }
    open([cash], { confirmed_count: 3 })
    const section = await screen.findByRole('region', { name: 'Cash statement and trades differ' })
    expect(section.textContent).toContain('Current')
    expect(section.textContent).toContain('2 rows since')
    expect(section.textContent).toContain('540.02')
    expect(within(section).getByRole('button', { name: 'Import trades' })).toBeTruthy()
    expect(within(await tab()).getByText('75% complete')).toBeTruthy()
  })

  it.each([
    ['a stale price', gap],
    ['a statement that differs', difference],
  ])('never reads 100 %% beside %s, whatever the counts say', async (_name, listed) => {
    open([listed])
    expect(await within(await tab()).findByText('99% complete')).toBeTruthy()
  })

  it('shows the steps to a true net worth, and the next action of one that is left', async () => {
    open([difference], {}, 2)
    const steps = await screen.findByRole('region', { name: 'Steps' })
    expect(within(steps).getByText('5 of 6 done')).toBeTruthy()
    expect(within(steps).getByText('1 of 2 accounts agree with their statements')).toBeTruthy()
    await userEvent.setup().click(within(steps).getByRole('button', { name: 'Compare' }))
    const reconciliation = await screen.findByRole('tab', { name: 'Reconciliation' })
    await waitFor(() => expect(reconciliation.getAttribute('aria-selected')).toBe('true'))
  })

  it('shows all steps as done when nothing is left', async () => {
    open([])
    const steps = await screen.findByRole('region', { name: 'Steps' })
    expect(within(steps).getByText('6 of 6 done')).toBeTruthy()
  })

  it('does not take the step of prices as done beside a stale one', async () => {
    open([gap])
    const steps = await screen.findByRole('region', { name: 'Steps' })
    expect(within(steps).getByText('5 of 6 done')).toBeTruthy()
  })

  it('lists the sections in the order of the server, the largest effect first', async () => {
    open([difference, gap])
    await screen.findByRole('region', { name: 'Price out of date' })
    const titles = within(await tab())
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    expect(titles.slice(0, 2)).toEqual(['Statement and ledger differ', 'Price out of date'])
  })
})

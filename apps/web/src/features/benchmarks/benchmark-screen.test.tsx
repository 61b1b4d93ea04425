import { contract } from 'virtual:contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Comparison, Relative } from './use-benchmarks.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import '../../receipt/receipt-view.tsx'
import './benchmark-screen.tsx'

const { basis } = positionsReply()
const family = { id: 'f1', name: 'Aebi-Laurent' }
const returns = { portfolio: 0.0712, benchmark: 0.0502, difference: 0.021 }

function comparison(change: Partial<Relative> = {}): Comparison {
  return {
    benchmark: {
      id: 'b1',
      family,
      strategy: null,
      group: null,
      name: 'World',
      rebalancing: 'monthly',
      return_type: 'total',
      weights: [{ valid_from: '2026-01-01', weights: [1] }],
      components: [
        { instrument: { id: 'i1', name: 'World ETF' }, symbol: null, currency: 'CHF', stands_for: null },
      ],
      version: 1,
    },
    line: [],
    periods: [
      {
        name: 'period',
        start_date: '2026-01-01',
        end_date: '2026-11-13',
        is_annual: false,
        ...returns,
        total: returns,
        tracking_error: 0.0381,
        information_ratio: 0.55,
        beta: 0.93,
        correlation: 0.9,
        alpha: null,
        up_capture: 1.04,
        down_capture: 0.88,
        months_up: 6,
        months_down: 4,
        observations: 220,
        missing: [],
        ...change,
      },
    ],
    attribution: null,
    stale: [],
    distributions: [],
    basis,
    flags: [],
  }
}

function open(data: Comparison, address = '/benchmark') {
  const server = appServer(({ path }) => {
    if (path === contract.settings.read.path) return json({ data: settingsReply() })
    if (path.startsWith(contract.benchmarks.compare.path)) return json({ data })
    if (path === contract.explain.receipt.path)
      return json({
        data: {
          figure: 'benchmark_beta',
          title: 'Whole portfolio, beta, 13 Nov 2026',
          label: 'Beta',
          value: 0.93,
          printed: '0.930000',
          unit: null,
          formula: 'covariance of the daily returns ÷ variance of those of the benchmark',
          calculations: [{ operation: 'slope', lines: [] }],
          recomputed: 0.93,
          difference: 0,
          basis,
          flags: [],
          computed_at: '2026-11-13T09:00:00Z',
        },
      })
    return undefined
  })
  signIn()
  renderApp(address)
  return server
}

const card = async () => within(await screen.findByRole('region', { name: 'Relative risk' }))

describe('the benchmark of a group', () => {
  it('is set beside that of the family where the filter names the group', async () => {
    const server = open(comparison(), '/benchmark?currency=EUR')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Set for EUR' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set benchmark' }))
    expect((await dialog.findByLabelText('Applies to')).textContent).toContain('EUR')
    expect(server.to(contract.benchmarks.create.path)).toEqual([])
  })

  it('is not offered for the whole portfolio', async () => {
    open(comparison())
    await screen.findByRole('button', { name: 'Edit benchmark' })
    expect(screen.queryByRole('button', { name: /^Set for/ })).toBeNull()
  })
})

describe('risk against the benchmark', () => {
  it.each([
    ['3.81%', 'benchmark_tracking_error'],
    ['0.55', 'benchmark_information_ratio'],
    ['0.93', 'benchmark_beta'],
    ['0.90', 'benchmark_correlation'],
    ['104%', 'benchmark_up_capture'],
    ['88%', 'benchmark_down_capture'],
  ])('opens the receipt of %s', async (shown, figure) => {
    const server = open(comparison())
    const button = (await card()).getByRole('button', { name: shown })
    await userEvent.setup().click(button)
    expect(await screen.findByText('recalculated just now, no difference')).toBeTruthy()
    const [request] = server.to(contract.explain.receipt.path)
    expect(request?.body).toMatchObject({ figure, subject: { kind: 'portfolio' } })
  })

  it('has no receipt for a missing figure', async () => {
    open(comparison({ beta: null, correlation: null, up_capture: null, down_capture: null }))
    const risk = await card()
    expect(risk.getAllByRole('button')).toHaveLength(2)
  })
})

describe('the returns by period', () => {
  it.each([
    ['of less than a year', false, '+7.12%', 'twr'],
    ['of less than a year', false, '+2.10 pp', 'benchmark_difference'],
    ['per year', true, '+5.02%', 'benchmark_annual_return'],
    ['per year', true, '+2.10 pp', 'benchmark_annual_difference'],
  ])('open the receipt of their own period: %s, %s', async (_, isAnnual, shown, figure) => {
    const change = { name: '3y', start_date: '2023-11-14', is_annual: isAnnual } as const
    const server = open(comparison(change))
    const table = within(await screen.findByRole('region', { name: 'Portfolio against benchmark' }))
    await userEvent.setup().click(await table.findByRole('button', { name: shown }))
    await screen.findByText('recalculated just now, no difference')
    const [request] = server.to(contract.explain.receipt.path)
    expect(request?.body).toMatchObject({
      figure,
      settings: { period: { start_date: '2023-11-14', end_date: '2026-11-13' } },
    })
  })
})

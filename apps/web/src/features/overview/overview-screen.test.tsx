import { contract } from 'virtual:contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { togglePrivacy } from '../../lib/browser/privacy.ts'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { openOverview } from './testing/open-overview.tsx'
import { groupedReply, groupReply, performanceReply, riskReply } from './testing/replies.ts'

const { overview, grouped, positions } = contract

const equation = () => screen.findByRole('region', { name: 'Net asset value' })
const card = (name: string) => screen.getByRole('region', { name })
const lastBody = (requests: FakeRequest[]) => requests.at(-1)?.body

/** A portfolio of which two positions have no exchange rate. */
const partialPerformance = {
  cash_flow: {
    net_cashflow: null,
    deposits: null,
    withdrawals: null,
    first_values: null,
    is_net_invested: false,
    flows: [],
  },
  pnl: {
    abs: { total: null, realized: null, unrealized: null },
    rel: { total: null, realized: null, unrealized: null },
    on_capital: { total: null, realized: null, unrealized: null, capital_base: null },
  },
  coverage: {
    is_partial: true,
    held_count: 5,
    missing_count: 2,
    missing_weight: 0.083,
    missing: [],
    is_opening_partial: false,
    missing_before: [],
  },
}

describe('the overview', () => {
  it('starts with net asset value, net cash flow and profit and loss', async () => {
    openOverview()
    const header = await equation()
    for (const figure of ['1,250.10', '1,000.00', '+250.10', '+25.01%']) {
      expect(header.textContent).toContain(figure)
    }
    expect(within(header).getByText('Net cash flow')).toBeTruthy()
    expect(within(header).queryByText('Opening value')).toBeNull()
  })

  it('labels the flows as net invested when the filter excludes cash', async () => {
    const flow = {
      net_cashflow: 1000,
      deposits: 1200,
      withdrawals: -200,
      first_values: 0,
      is_net_invested: true,
      flows: [],
    }
    openOverview(({ path }) =>
      path.startsWith(overview.performance.path)
        ? json({ data: performanceReply({ cash_flow: flow }) })
        : undefined,
    )
    expect(within(await equation()).getByText('Net invested')).toBeTruthy()
  })

  it('says beside the total that it is partial, and what it leaves out', async () => {
    const user = userEvent.setup()
    const { app } = openOverview(({ path }) =>
      path.startsWith(overview.performance.path)
        ? json({ data: performanceReply({ ...partialPerformance, stale_value: 125.01 }) })
        : undefined,
    )
    const header = await equation()
    expect(await within(header).findByText('10.0% at stale prices')).toBeTruthy()
    const badge = within(header).getByRole('button', {
      name: 'Partial. 2 of 5 positions and balances have no price or exchange rate. Last known weight 8.3%. Show what is missing',
    })
    expect(within(header).getAllByRole('button', { name: /^Not shown/ })).toHaveLength(2)
    expect(within(header).queryByText('0')).toBeNull()
    await user.click(badge)
    await waitFor(() => expect(app.address()).toContain('modal=data-quality&modal.tab=coverage'))
  })

  it('draws the realized profit and loss by default', async () => {
    const user = userEvent.setup()
    const { app } = openOverview()
    await screen.findByRole('slider', { name: /Cumulative profit and loss/ })
    const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
    expect([pressed('Total'), pressed('Realized'), pressed('Unrealized')]).toEqual(['false', 'true', 'false'])
    await user.click(screen.getByRole('button', { name: 'Total' }))
    await waitFor(() => expect(app.address()).toBe('/overview?series=total,realized'))
  })

  it('confirms that the groups add up to the net asset value', async () => {
    openOverview()
    const allocation = await waitFor(() => card('Allocation'))
    expect(await within(allocation).findByText('adds up to NAV')).toBeTruthy()
    expect(within(allocation).getByRole('row', { name: /Equity/ }).textContent).toContain('88.0%')
  })

  it('merges the groups after the ninth', async () => {
    const groups = Array.from({ length: 12 }, (_, index) => groupReply(`g${index}`, 1000 - index))
    openOverview(({ path }) => (path.startsWith(grouped.list.path) ? json(groupedReply(groups)) : undefined))
    expect(await screen.findByRole('row', { name: /Other \(3\)/ })).toBeTruthy()
    expect(within(card('Allocation')).getAllByRole('row')).toHaveLength(1 + 10)
  })

  it('shows how open, closed and cash make up the profit and loss', async () => {
    openOverview()
    await waitFor(() => expect(document.body.textContent).toMatch(/closed 0\.00 \+ cash 0\.00 = P&L/))
  })

  it('keeps an error inside its card and retries there', async () => {
    const user = userEvent.setup()
    let isBroken = true
    openOverview(({ path }) =>
      path.startsWith(grouped.list.path) && isBroken
        ? failed(500, 'internal', 'Ooops, something went wrong.')
        : undefined,
    )
    expect((await equation()).textContent).toContain('1,250.10')
    const allocation = card('Allocation')
    await within(allocation).findByText('Ooops, something went wrong.')
    isBroken = false
    await user.click(within(allocation).getByRole('button', { name: 'Try again' }))
    expect(await within(allocation).findByText('adds up to NAV')).toBeTruthy()
  })

  it('shows an empty state when no transaction matches the filter', async () => {
    const none = performanceReply()
    openOverview(({ path }) =>
      path.startsWith(overview.performance.path)
        ? json({
            data: { ...none, basis: { ...none.basis, start_date: null, end_date: null, opening_date: null } },
          })
        : undefined,
    )
    expect(await screen.findByText('No results for this filter')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Allocation' })).toBeNull()
  })
})

describe('the lower half of the overview', () => {
  it('ranks the ten best and worst positions in the chosen currency', async () => {
    const user = userEvent.setup()
    const { server } = openOverview()
    await equation()
    const best = await screen.findByRole('list', { name: 'Best 10' })
    expect(best.textContent).toContain('Aarwerk Electric')
    expect(screen.getByRole('list', { name: 'Worst 10' }).textContent).toContain('−20.0%')
    await user.click(screen.getByRole('button', { name: 'Original' }))
    await waitFor(() =>
      expect(server.to(positions.bestWorst.path).at(-1)?.path).toContain('currency_type=original'),
    )
    expect(server.to(positions.bestWorst.path).at(-1)?.path).toContain('count=10')
  })

  it('shows TWR and XIRR and explains their difference', async () => {
    const returns = { twr: 0.366, twr_annual: 0.0547, xirr: 0.0577, flows_count: 15 }
    openOverview(({ path }) =>
      path.startsWith(`${overview.performance.path}?`)
        ? json({ data: performanceReply({ returns }) })
        : undefined,
    )
    const panel = await screen.findByRole('region', { name: 'Performance' })
    await within(panel).findByText('+5.47%')
    for (const words of ['+5.77%', 'XIRR is 0.30 points higher', '15 deposits and withdrawals'])
      expect(panel.textContent).toContain(words)
    await userEvent.click(within(panel).getByRole('button', { name: 'Whole period' }))
    expect(panel.textContent).toContain('+36.60%')
  })

  it('says that a price or rate is missing where that is why there is no return, not that a year is', async () => {
    const returns = { twr: null, twr_annual: null, xirr: null, flows_count: 8 }
    const flags = [{ code: 'no_rate' as const, fields: [], date: null, amount: null }]
    openOverview(({ path }) =>
      path.startsWith(`${overview.performance.path}?`)
        ? json({ data: { ...performanceReply({ returns }), flags } })
        : undefined,
    )
    const panel = await screen.findByRole('region', { name: 'Performance' })
    expect(await within(panel).findAllByText('No price or exchange rate')).toHaveLength(2)
    expect(panel.textContent).not.toContain('after one year')
  })

  it('shows risk, monthly returns that link to their year, and currency effects', async () => {
    openOverview()
    const risk = await screen.findByRole('region', { name: 'Risk' })
    await within(risk).findByText('6.42%')
    for (const words of ['0.72', '−15.57%', '1 of 2']) expect(risk.textContent).toContain(words)
    const months = card('Monthly returns')
    expect(await within(months).findByRole('button', { name: /^Oct 2026: \+10/ })).toBeTruthy()
    expect(months.textContent).toContain('months compound to years, years to +4.50%')
    const movers = card('Currency effects')
    await within(movers).findByText('USD')
    expect(movers.textContent).toContain('−55.55')
    expect(movers.textContent).toContain('−11.1%')
  })

  it('shows a note when there are too few observations to measure risk', async () => {
    const none = { depth: null, from: null, to: null, recovered_on: null }
    const short = riskReply({ volatility: null, sharpe: null, max_drawdown: none })
    openOverview(({ path }) => (path.startsWith(overview.risk.path) ? json({ data: short }) : undefined))
    expect(await screen.findByText('Not enough data')).toBeTruthy()
  })

  it('says from when on risk is stated per year', async () => {
    const short = riskReply({ is_annual: false, volatility: null, sharpe: null, sortino: null })
    openOverview(({ path }) => (path.startsWith(overview.risk.path) ? json({ data: short }) : undefined))
    await waitFor(() => expect(within(card('Risk')).getAllByText('Available after one year')).toHaveLength(3))
    expect(card('Risk').textContent).toContain('−15.57%')
  })

  it('opens the explanation of a month and a group of the allocation', async () => {
    const user = userEvent.setup()
    const { app } = openOverview()
    await user.click(await screen.findByRole('button', { name: /^Nov 2026/ }))
    await waitFor(() =>
      expect(app.address()).toContain('modal=explain&modal.from=2026-11-01&modal.to=2026-11-30'),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Explain move' })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(app.address()).not.toContain('modal'))
    await user.click(within(card('Allocation')).getByRole('button', { name: 'Equity' }))
    await waitFor(() =>
      expect(app.address()).toContain('modal=group&modal.by=instrument_type&modal.key=equity'),
    )
  })
})

describe('the filter of the overview', () => {
  it('requests a named period and stores it in the URL and the settings', async () => {
    const user = userEvent.setup()
    const { server, app } = openOverview()
    await equation()
    await user.click(screen.getByRole('button', { name: 'YTD' }))
    await waitFor(() => expect(app.address()).toBe('/overview?period=ytd&in=CHF'))
    const period = { name: 'ytd', start_date: null, end_date: null }
    await waitFor(() =>
      expect(lastBody(server.to(overview.cash.path))).toEqual({
        settings: { period, currency: 'CHF' },
        filters: {},
      }),
    )
    const saved = server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
    expect(saved).toEqual([{ period, filters: {}, group_by: 'instrument_type', currency: 'CHF' }])
    await waitFor(() => expect(screen.getByText('Opening value')).toBeTruthy())
  })

  it('reads dates and lists from the URL', async () => {
    const { server } = openOverview(
      undefined,
      '/overview?from=2026-11-03&to=2026-11-06&type=bond,unicorn&in=EUR',
    )
    await equation()
    expect(server.to(overview.performance.path).map(({ body }) => body)).toContainEqual({
      settings: {
        period: { name: null, start_date: '2026-11-03', end_date: '2026-11-06' },
        currency: 'EUR',
      },
      filters: { filter_instrument_type: ['bond'] },
    })
  })

  it('offers a searchable list and sends a request only after a choice', async () => {
    const user = userEvent.setup()
    const { server, app } = openOverview()
    await equation()
    await user.click(screen.getByText('Type'))
    await user.type(await screen.findByPlaceholderText('Find a type'), 'bon')
    const before = server.requests.length
    await user.click(await screen.findByRole('option', { name: /Bond/ }))
    expect(server.requests).toHaveLength(before)
    expect(app.address()).toBe('/overview')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(app.address()).toContain('type=bond'))
  })

  it('resets period and lists and keeps the currency', async () => {
    const user = userEvent.setup()
    const { app } = openOverview(undefined, '/overview?period=ytd&type=bond&in=EUR&group=country')
    await equation()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(app.address()).toBe('/overview?period=all&in=EUR&group=country'))
  })

  it('stays on the device for the demo user', async () => {
    const user = userEvent.setup()
    const { server, app } = openOverview(undefined, '/overview', 'demo')
    await equation()
    await user.click(screen.getByRole('button', { name: 'YTD' }))
    await waitFor(() => expect(app.address()).toContain('period=ytd'))
    expect(server.requests.filter(({ method }) => method === 'PATCH')).toEqual([])
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('plumbline_choices') ?? '{}').period.name).toBe('ytd'),
    )
  })
})

describe('hidden amounts', () => {
  it('switch the chart to percent and remove amounts from its labels', async () => {
    openOverview()
    await screen.findByRole('slider', { name: /Cumulative profit and loss/ })
    act(togglePrivacy)
    try {
      const chart = screen.getByRole('slider', { name: /Cumulative profit and loss/ })
      expect(chart.getAttribute('aria-valuetext')).toBe('Fri 13 Nov 2026: TWR, realized +4.80%')
      const table = screen.getByRole('table', { name: 'Cumulative profit and loss' })
      expect(table.textContent).toContain('+4.80%')
      expect(table.textContent).not.toContain('48.00')
      for (const units of screen.getAllByRole('group', { name: 'Unit' }))
        expect(within(units).queryByRole('button', { name: 'CHF' })).toBeNull()
    } finally {
      act(togglePrivacy)
    }
  })

  it('are in no text, label or title of the page, while percentages are', async () => {
    openOverview()
    const header = await equation()
    await screen.findByText('adds up to NAV')
    act(togglePrivacy)
    try {
      const written = [...document.querySelectorAll('main *')].flatMap(element => [
        ...(element.children.length === 0 ? [element.textContent ?? ''] : []),
        ...['aria-label', 'aria-valuetext', 'title'].map(name => element.getAttribute(name) ?? ''),
        ...[...element.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent ?? ''),
      ])
      const isRatio = (text: string) => /%|^(?:0|1|2|3)\.\d\d$/.test(text)
      expect(written.filter(text => /\d\.\d\d/.test(text) && !isRatio(text))).toEqual([])
      expect(within(header).getAllByText('•••').length).toBeGreaterThan(3)
      expect(within(header).getAllByText('+25.01%').length).toBeGreaterThan(0)
    } finally {
      act(togglePrivacy)
    }
  })
})

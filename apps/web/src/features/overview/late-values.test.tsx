import { contract } from 'virtual:contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { openOverview } from './testing/open-overview.tsx'
import { performanceReply } from './testing/replies.ts'

const { overview } = contract

describe('a price or rate that comes within the period', () => {
  it('says that the opening value is partial, and which flows are first valuations', async () => {
    const late = {
      reason: 'missing_rate' as const,
      instrument: null,
      currency: 'GBP' as const,
      since: '2026-03-02',
      until: '2026-11-05',
      count: 1,
      value: 590.91,
      position_ids: ['p1'],
    }
    const reply = performanceReply({ opening: { allocated: 0, cash: 100, total: 100 } })
    const data = {
      ...reply,
      cash_flow: { ...reply.cash_flow, first_values: 590.91 },
      coverage: { ...reply.coverage, is_opening_partial: true, missing_before: [late] },
      daily_balance: ['2026-11-03', '2026-11-04', '2026-11-05'].map((date, day) => ({
        ...{ date, allocated: 0, cash: 100, total: 100, net_cashflow: 0 },
        missing_count: day < 2 ? 1 : 0,
      })),
      basis: { ...reply.basis, opening_date: '2026-10-31' },
    }
    openOverview(({ path }) => (path.startsWith(overview.performance.path) ? json({ data }) : undefined))
    const header = await screen.findByRole('region', { name: 'Net asset value' })
    const note = /^Partial\. Without a price or exchange rate on this day: GBP until .*2026\.$/
    expect(await within(header).findByRole('button', { name: note })).toBeTruthy()
    expect(
      await within(header).findByRole('button', {
        name: /^of which first valuations\. No money moved\..*GBP on/,
      }),
    ).toBeTruthy()
    expect(header.textContent).toContain('590.91')
    const balance = within(await screen.findByRole('region', { name: 'Balance' }))
    expect(await balance.findByText('partial')).toBeTruthy()
    const chart = await balance.findByRole('img', { name: 'Net asset value over time' })
    expect(chart.querySelectorAll('rect > title')).toHaveLength(1)
  })
})

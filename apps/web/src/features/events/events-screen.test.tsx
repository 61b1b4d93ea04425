import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import { formatChoice, isRange, parseChoice, rangeDates } from './event-range.ts'
import { buildTimeline } from './timeline.ts'
import type { EventsPage, PortfolioEvent } from './use-events.ts'

function event(id: string, change: Partial<PortfolioEvent>): PortfolioEvent {
  return {
    id,
    date: '2026-11-16',
    event_type: 'coupon',
    position_id: 'p1',
    instrument_id: 'i1',
    name: 'Bund 2034',
    account: { id: 'a1', name: 'Private 4417' },
    instrument_type: 'bond',
    description: 'EUR 0.02',
    quantity: 1000,
    currency: 'EUR',
    original_amount: 20,
    calculated_amount: 18.5,
    is_estimated: false,
    flags: [],
    ...change,
  }
}

const rows = [
  event('e1', {}),
  event('e2', {
    date: '2026-12-05',
    event_type: 'earnings',
    name: 'Aarwerk Electric',
    description: null,
    original_amount: null,
    calculated_amount: null,
    is_estimated: true,
  }),
]

function page(data: PortfolioEvent[] = rows): EventsPage {
  return {
    next: null,
    previous: null,
    count: data.length,
    data,
    extra: {
      statistics: {
        period: [
          { period: '2026-11', count: 1, calculated_amount: 18.5 },
          { period: '2026-12', count: 1, calculated_amount: null },
        ],
        event_type: [
          { event_type: 'coupon', count: 1, calculated_amount: 18.5 },
          { event_type: 'earnings', count: 1, calculated_amount: null },
        ],
        total: { count: 2, calculated_amount: 18.5 },
      },
      range: { start_date: '2026-11-13', end_date: '2026-12-26' },
      farthest: '2026-12-05',
      partial_before: null,
    },
    basis: {
      family: null,
      currency: 'CHF',
      as_of: '2026-11-13',
      start_date: '2026-01-01',
      end_date: '2026-11-13',
      opening_date: '2025-12-31',
    },
  }
}

function openEvents(
  address = '/events',
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === contract.settings.read.path) return json({ data: settingsReply() })
    if (path === contract.settings.change.path) return json({ data: settingsReply() })
    if (path === contract.events.list.path) return json(page())
    return undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

describe('the events', () => {
  it('are listed with their amounts, the next one first', async () => {
    openEvents()
    const row = (await screen.findByText('Bund 2034')).closest('tr')
    expect(row?.textContent).toContain('Mon 16 Nov 2026')
    expect(row?.textContent).toContain('EUR 0.02 per unit')
    expect(row?.textContent).toContain('+18.50')
    expect(screen.getByText('Aarwerk Electric').closest('tr')?.textContent).toContain('expected')
    expect(screen.getByText('2 events, 13 Nov – 26 Dec 2026')).toBeTruthy()
  })

  it('default to the range up to the last event, and keep the chosen range', async () => {
    const user = userEvent.setup()
    const { server, app } = openEvents()
    await screen.findByText('Bund 2034')
    expect(server.to(contract.events.list.path)[0]?.body).not.toHaveProperty('range')
    const card = screen.getByRole('region', { name: 'Upcoming events' })
    await user.click(within(card).getByRole('button', { name: '3M' }))
    await waitFor(() => expect(app.address()).toContain('ahead=3m'))
    await waitFor(() =>
      expect(server.to(contract.events.list.path).at(-1)?.body).toHaveProperty('range.start_date'),
    )
  })

  it('are requested for the dates in the URL', async () => {
    const { server } = openEvents('/events?ahead=2027-01-01..2027-02-01')
    await screen.findByText('Bund 2034')
    expect(server.to(contract.events.list.path)[0]?.body).toMatchObject({
      range: { start_date: '2027-01-01', end_date: '2027-02-01' },
    })
  })

  it('are summed by type and by month', async () => {
    const user = userEvent.setup()
    openEvents()
    const card = await screen.findByRole('region', { name: 'Statistics' })
    expect((await within(card).findByText('Coupon')).closest('tr')?.textContent).toContain('+18.50')
    await user.click(within(card).getByRole('button', { name: 'By month' }))
    expect(within(card).getByText('Nov 2026').closest('tr')?.textContent).toContain('+18.50')
    expect(card.querySelector('tfoot')?.textContent).toContain('Total2+18.50')
  })

  it('are announced one by one along the timeline, and Enter opens the position', async () => {
    const user = userEvent.setup()
    const { app } = openEvents()
    const slider = await screen.findByRole('slider')
    slider.focus()
    await user.keyboard('{Home}')
    expect(slider.getAttribute('aria-valuetext')).toBe('Mon 16 Nov 2026: Bund 2034, Coupon, +18.50')
    await user.keyboard('{ArrowRight}')
    expect(slider.getAttribute('aria-valuetext')).toBe('Sat 5 Dec 2026: Aarwerk Electric, Earnings')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toContain('modal=position&modal.id=p1'))
  })

  it('show an error and retry', async () => {
    const user = userEvent.setup()
    let hasRecovered = false
    openEvents('/events', ({ path }) =>
      path.startsWith(contract.events.list.path) && !hasRecovered
        ? failed(400, 'invalid', 'Not like this.')
        : undefined,
    )
    expect((await screen.findAllByText('Not like this.')).length).toBeGreaterThan(0)
    hasRecovered = true
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
    expect(await screen.findByText('Bund 2034')).toBeTruthy()
  })
})

describe('an event range', () => {
  it('has at most 363 days and ends after its start', () => {
    expect(isRange({ start_date: '2026-01-01', end_date: '2026-12-30' })).toBe(true)
    expect(isRange({ start_date: '2026-01-01', end_date: '2026-12-31' })).toBe(false)
    expect(isRange({ start_date: '2026-02-02', end_date: '2026-02-01' })).toBe(false)
    expect(isRange({ start_date: '2026-02-30', end_date: '2026-03-01' })).toBe(false)
  })

  it('is read from the URL, with the default for an invalid one', () => {
    const own = parseChoice('2027-01-01..2027-02-01')
    expect(formatChoice(own)).toBe('2027-01-01..2027-02-01')
    expect(parseChoice('for ever')).toEqual({ name: 'farthest' })
    expect(rangeDates({ name: 'farthest' }, '2026-11-13')).toBeNull()
  })

  it('counts calendar months', () => {
    expect(rangeDates({ name: '1m' }, '2027-01-31')).toEqual({
      start_date: '2027-01-31',
      end_date: '2027-02-28',
    })
    expect(rangeDates({ name: '200d' }, '2026-11-13')?.end_date).toBe('2027-06-01')
  })
})

describe('the timeline', () => {
  const saturdayAndMonday = [
    event('s', { date: '2026-11-14' }),
    event('m', { date: '2026-11-16', calculated_amount: 4 }),
  ]
  const of = (hasWeekends: boolean) =>
    buildTimeline({
      events: saturdayAndMonday,
      range: { start_date: '2026-11-13', end_date: '2026-11-20' },
      today: '2026-11-13',
      hasWeekends,
      sides: { left: 0, right: 800 },
    }).events.map(({ x }) => x)

  it('leaves weekends out by default', () => {
    const [saturday, monday] = of(false)
    expect(saturday).toBe(monday)
    const [apart, later] = of(true)
    expect(later).toBeGreaterThan(apart as number)
  })
})

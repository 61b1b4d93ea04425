import { contract } from 'virtual:contract'
import type { Position } from '@plumbline/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'

const [example] = positionsReply().data as [Position]
const positions: Position[] = [
  { ...example, id: 'p1', name: 'Nordhavn' },
  { ...example, id: 'p2', name: 'Norvik' },
]
const closed: Position[] = [{ ...example, id: 'p9', name: 'Nordlicht', date_closed: '2026-01-05' }]

function openSearch(role: 'investor' | 'demo' = 'investor') {
  const server = appServer(({ path }) => {
    if (path === contract.settings.read.path) return json({ data: settingsReply({ role }) })
    if (!path.startsWith(contract.positions.searchByBody.path)) return undefined
    const data = path.includes('type=closed') ? closed : positions
    return json({ next: null, previous: null, count: data.length, data })
  })
  signIn()
  const app = renderApp('/fees')
  return { server, app, searches: () => server.to(contract.positions.searchByBody.path) }
}

async function field() {
  await screen.findByRole('heading', { level: 1 })
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Search' })
}

/** Matched letters are in elements of their own, so options are found by their text content. */
const option = (words: string) =>
  screen.queryAllByRole('option').find(({ textContent }) => textContent?.includes(words))
const found = (words: string) =>
  waitFor(
    () => {
      const there = option(words)
      if (there === undefined) throw new Error(`No option is named ${words}.`)
      return there
    },
    { timeout: 30_000 },
  )
const chosen = () => screen.getByRole('option', { selected: true }).textContent

describe('the search', () => {
  it('opens with Ctrl+K and sends no request until something is typed', async () => {
    const { searches } = openSearch()
    await field()
    expect(option('Positions')).toBeTruthy()
    await userEvent.type(screen.getByRole('combobox', { name: 'Search' }), '   ')
    expect(searches()).toEqual([])
  })

  it('sends one request per pause in typing', async () => {
    const { searches } = openSearch()
    await userEvent.type(await field(), 'nor')
    await found('Nordhavn')
    const asked = searches().map(({ path }) => new URLSearchParams(path.split('?')[1]))
    expect(asked.map(query => [query.get('type'), query.get('q'), query.get('limit')])).toEqual([
      ['open', 'nor', '10'],
    ])
  })

  it('finds actions, screens and settings in groups, by role', async () => {
    const user = userEvent.setup()
    openSearch()
    await user.type(await field(), 'number')
    await user.click(await found('Number format'))
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeTruthy()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), '>add')
    expect(await found('Add a transaction')).toBeTruthy()
    expect(option('Audit log') ?? null).toBeNull()
  })

  it('offers no action that the demo user may not take', async () => {
    const user = userEvent.setup()
    openSearch('demo')
    await user.type(await field(), '>')
    await found('Sign out')
    expect(option('Add a transaction') ?? null).toBeNull()
  })

  it('lists what was opened last when nothing is typed', async () => {
    const user = userEvent.setup()
    openSearch()
    await user.type(await field(), 'nor')
    await user.click(await found('Norvik'))
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search' })
    expect(await found('Norvik')).toBeTruthy()
    expect(screen.getByText('Recent')).toBeTruthy()
  })

  it('moves by arrow keys and pointer, wraps at both ends, and opens the selected result', async () => {
    const user = userEvent.setup()
    const { app } = openSearch()
    await user.type(await field(), 'nor')
    await found('Norvik')
    expect(chosen()).toContain('Nordhavn')
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toContain('Norvik')
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
    expect(chosen()).toContain('Nordhavn')
    await user.keyboard('{ArrowDown}')
    await user.hover(await found('Nordhavn'))
    expect(chosen()).toContain('Nordhavn')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(app.address()).toContain('modal=position&modal.id=p2'))
  })

  it('switches between open and closed with the Tab key and keeps the focus', async () => {
    const user = userEvent.setup()
    openSearch()
    const input = await field()
    await user.type(input, 'nor')
    await found('Norvik')
    await user.keyboard('{Tab}')
    expect(await found('Nordlicht')).toBeTruthy()
    expect(option('Norvik') ?? null).toBeNull()
    expect(document.activeElement).toBe(input)
  })

  it('clears its results with the search text', async () => {
    const user = userEvent.setup()
    openSearch()
    await user.type(await field(), 'nor')
    await found('Norvik')
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(option('Norvik') ?? null).toBeNull()
  })

  it('opens screens and runs actions', async () => {
    const user = userEvent.setup()
    const { app } = openSearch()
    await user.type(await field(), 'watchl')
    await user.click(await found('Watchlist'))
    await waitFor(() => expect(app.address()).toMatch(/^\/watchlist/))
    expect(app.address()).not.toContain('modal')
  })

  it('opens no details for the demo user', async () => {
    const user = userEvent.setup()
    const { app } = openSearch('demo')
    await user.type(await field(), 'nor')
    await found('Norvik')
    await user.keyboard('{Enter}')
    expect(app.address()).not.toContain('modal=position')
  })
})

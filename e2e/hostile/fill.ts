import { type APIRequestContext, expect } from '@playwright/test'
import { demoPassword } from '../support/sign-in.ts'
import { fetchAccessToken, newPassword } from '../support/users.ts'
import { type Calls, createCalls } from './calls.ts'

/** Ids of the filled items that journeys open. */
export interface FilledFamily {
  report: string
  /** Linked to all others, each link with a note. */
  position: string
  /** Voided and restored repeatedly, each time with another reason. */
  transaction: string
  account: string
}

const confirm = ['nav_change', 'before_first_day', 'unusual_price']

/** Fills every field that an investor can set, once with each name. */
export async function fillFamily(
  request: APIRequestContext,
  username: string,
  names: readonly string[],
): Promise<FilledFamily> {
  const { make } = await createCalls(request, username, newPassword)
  await make('/api/settings/', { name: names[1] }, 'PATCH')
  const filled = { report: '', position: '', transaction: '', account: '' }
  for (const [place, name] of names.entries()) {
    const account = await make('/api/accounts/', { name, currency: 'CHF' })
    await make(`/api/accounts/${account.id}/`, { number: name })
    const posted = await make('/api/transactions/', {
      account: account.id,
      currency: 'CHF',
      date: '2026-01-05',
      transaction_type: 'deposit',
      amount: 10,
      note: name,
      confirm,
    })
    await make(`/api/transactions/${posted.id}/`, { amount: 11, revision: 1, reason: name, confirm }, 'PATCH')
    const asset = (year: number) => ({
      account: account.id,
      name,
      currency: 'CHF',
      notes: name,
      transactions: [{ type: 'purchase', date: `${year}-01-05`, amount: 1000 + place, note: name }],
      valuations: [{ date: `${year}-02-05`, value: 1100 + place, source: name }],
      confirm,
    })
    const house = await make('/api/positions/manage/', {
      ...asset(2026),
      type: 'real_estate',
      location: name,
    })
    // The old valuation causes a finding.
    const painting = { ...asset(2023), name: `${name} drawn`, type: 'art', author: name }
    await make('/api/positions/manage/', painting)
    await make('/api/strategy/', { name, description: name, position_ids: [] })
    await make('/api/templates/', { name })
    await make('/api/user-tasks/', { name, actions: ['in_app'], task_type: 'price_target' })
    const made = await make('/api/reports/', { name, report_type: 'positions', calculated_currency: 'CHF' })
    filled.report ||= made.id ?? ''
    filled.transaction ||= posted.id ?? ''
    filled.account ||= account.id ?? ''
    if (filled.position !== '')
      await make('/api/linked-position/', {
        position_id: filled.position,
        linked_position_id: house.position_id,
        note: name,
      })
    filled.position ||= house.position_id ?? ''
  }
  return filled
}

/** Fills fields that appear in one place only: reasons, notes of findings, names on statements and of tokens. */
export async function fillRareFields(
  request: APIRequestContext,
  username: string,
  { transaction, account }: FilledFamily,
  names: readonly string[],
): Promise<void> {
  const { make, send } = await createCalls(request, username, newPassword)
  let revision = 2
  for (const name of names) {
    await make(`/api/transactions/${transaction}/void/`, { revision, reason: name })
    await make(`/api/transactions/${transaction}/restore/`, { revision: revision + 1, reason: name })
    revision += 2
    await make('/auth/api-tokens/', { name, password: newPassword })
  }
  const line = { currency: 'CHF', quantity: 1, price: 2 }
  const typed = names.map(name => ({ ...line, name }))
  await make(`/api/reconciliation/${account}/`, { date: '2026-03-05', lines: typed })
  const rows = names.map((name, place) => ['2026-03-06', `S${place}`, quoteCell(name), 'CHF', 1, 2].join(';'))
  const statement = ['date;symbol;name;currency;quantity;price', ...rows].join('\n')
  await send(`/api/reconciliation/${account}/file/`, names[0] ?? '', statement)
  await acceptFindings({ make }, names)
}

/** Accepts findings about old valuations with a note. */
async function acceptFindings({ make }: Pick<Calls, 'make'>, names: readonly string[]): Promise<void> {
  const findings = await make('/api/data-health/list/?kind=valuation_old&limit=500', {})
  const list = Object.values(findings) as unknown as { id: string }[]
  expect(list.length).toBeGreaterThanOrEqual(names.length)
  for (const [place, { id }] of list.entries()) {
    const note = names[place % names.length]
    await make(`/api/data-health/${encodeURIComponent(id)}/decide/`, { is_accepted: true, note })
  }
}

/** Quotes a CSV cell and replaces line breaks, which would end the row. */
export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll(/[\n\u2028\u2029]/g, ' ')}"`
}

/** Fills the names of families, users, custodians and instruments as staff, and returns the instruments. */
export async function fillSite(request: APIRequestContext, names: readonly string[]): Promise<string[]> {
  const { make } = await createCalls(request, 'admin', demoPassword)
  const instruments: string[] = []
  for (const [place, name] of names.entries()) {
    const shortName = name.slice(0, 60)
    await make('/api/families/', { name, currency: 'CHF' })
    await make('/api/users/', { name, email: `hostile${place}@example.com`, role: 'adviser' })
    await make('/api/custodians/', { id: `hostile${place}`, name })
    const named = { name, long_name: name, symbol: shortName, exchange: shortName }
    const identifiers = [{ kind: 'valor', value: name }]
    const type = { instrument_type: 'equity', currency: 'CHF' }
    instruments.push((await make('/api/instruments/', { ...named, ...type, identifiers })).id ?? '')
  }
  return instruments
}

/** Adds instruments to the watchlist, with these notes on the ticker and its target. */
export async function fillWatchlist(
  request: APIRequestContext,
  username: string,
  instruments: readonly string[],
  notes: readonly string[],
): Promise<void> {
  const { make } = await createCalls(request, username, newPassword)
  for (const [place, ticker] of instruments.entries()) {
    const note = notes[place]
    const target = { price: 10 + place, direction: 'above', note }
    await make('/api/watchlist/user/tickers/', { ticker, note, price_targets: [target] })
  }
}

/** Adds prices of one instrument, each with a name as its source. */
export async function fillPrices(
  request: APIRequestContext,
  instrument: string,
  names: readonly string[],
): Promise<void> {
  const { make } = await createCalls(request, 'admin', demoPassword)
  for (const [place, name] of names.entries()) {
    const date = new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10)
    await make(`/api/instruments/${instrument}/prices/`, {
      date,
      price: 10,
      source: name.slice(0, 60),
      confirm,
    })
  }
}

/** Renames as many data sources as exist, and returns their number. */
export async function renameSources(request: APIRequestContext, names: readonly string[]): Promise<number> {
  const { make, read } = await createCalls(request, 'admin', demoPassword)
  const sources = await read('/api/integrations/?limit=200')
  for (const [place, { id }] of sources.slice(0, names.length).entries())
    await make(`/api/integrations/${id}/`, { name: names[place] }, 'PATCH')
  return Math.min(sources.length, names.length)
}

/** Downloads the archive of the user's family. */
export async function downloadArchive(request: APIRequestContext, username: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await fetchAccessToken(request, username, newPassword)}` }
  const { data } = await (await request.get('/api/settings/', { headers })).json()
  const reply = await request.get(`/api/families/${data.settings.family.id}/archive/`, { headers })
  expect(reply.status()).toBe(200)
  return reply.body()
}

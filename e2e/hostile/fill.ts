import { type APIRequestContext, expect } from '@playwright/test'
import { accessOf, newPassword } from '../people.ts'
import { demoPassword } from '../sign-in.ts'
import { type Calls, callsOf } from './calls.ts'

/** What was filled in and is looked at by its id. */
export interface FilledFamily {
  report: string
  /** Belongs with all others, each link with a note. */
  position: string
  /** Was voided and brought back, again and again, each time for another reason. */
  transaction: string
  account: string
}

/** Texts that an investor may choose, once for each of these. */
export async function fillFamily(
  request: APIRequestContext,
  username: string,
  names: readonly string[],
): Promise<FilledFamily> {
  const { make } = await callsOf(request, username, newPassword)
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
    })
    await make(`/api/transactions/${posted.id}/`, { amount: 11, revision: 1, reason: name }, 'PATCH')
    const kept = (year: number) => ({
      account: account.id,
      name,
      currency: 'CHF',
      notes: name,
      transactions: [{ type: 'purchase', date: `${year}-01-05`, amount: 1000 + place, note: name }],
      valuations: [{ date: `${year}-02-05`, value: 1100 + place, source: name }],
    })
    const house = await make('/api/positions/manage/', { ...kept(2026), type: 'real_estate', location: name })
    // Valued so long ago that it is a finding.
    const picture = { ...kept(2023), name: `${name} drawn`, type: 'art', author: name }
    await make('/api/positions/manage/', picture)
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

/** Texts that are seen in one place only: reasons, notes of findings, names on a statement and of tokens. */
export async function fillCorners(
  request: APIRequestContext,
  username: string,
  { transaction, account }: FilledFamily,
  names: readonly string[],
): Promise<void> {
  const { make, send } = await callsOf(request, username, newPassword)
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
  const rows = names.map((name, place) => ['2026-03-06', `S${place}`, quoted(name), 'CHF', 1, 2].join(';'))
  const statement = ['date;symbol;name;currency;quantity;price', ...rows].join('\n')
  await send(`/api/reconciliation/${account}/file/`, names[0] ?? '', statement)
  await decide({ make }, names)
}

/** What an old valuation is left for, in any words. */
async function decide({ make }: Pick<Calls, 'make'>, names: readonly string[]): Promise<void> {
  const findings = await make('/api/data-health/list/?kind=valuation_old&limit=500', {})
  const list = Object.values(findings) as unknown as { id: string }[]
  expect(list.length).toBeGreaterThanOrEqual(names.length)
  for (const [place, { id }] of list.entries()) {
    const note = names[place % names.length]
    await make(`/api/data-health/${encodeURIComponent(id)}/decide/`, { is_accepted: true, note })
  }
}

/** A cell of a CSV, on one line: what a line ends with would end the row. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll(/[\n\u2028\u2029]/g, ' ')}"`
}

/** Texts that staff may choose: of families, people, custodians and instruments; the latter can be watched. */
export async function fillSite(request: APIRequestContext, names: readonly string[]): Promise<string[]> {
  const { make } = await callsOf(request, 'admin', demoPassword)
  const instruments: string[] = []
  for (const [place, name] of names.entries()) {
    const brief = name.slice(0, 60)
    await make('/api/families/', { name, currency: 'CHF' })
    await make('/api/users/', { name, email: `hostile${place}@example.com`, role: 'adviser' })
    await make('/api/custodians/', { id: `hostile${place}`, name })
    const named = { name, long_name: name, symbol: brief, exchange: brief }
    const identifiers = [{ kind: 'valor', value: name }]
    const type = { instrument_type: 'equity', currency: 'CHF' }
    instruments.push((await make('/api/instruments/', { ...named, ...type, identifiers })).id ?? '')
  }
  return instruments
}

/** Watches instruments, with these as the notes of the ticker and of its target. */
export async function watch(
  request: APIRequestContext,
  username: string,
  instruments: readonly string[],
  notes: readonly string[],
): Promise<void> {
  const { make } = await callsOf(request, username, newPassword)
  for (const [place, ticker] of instruments.entries()) {
    const note = notes[place]
    const target = { price: 10 + place, direction: 'above', note }
    await make('/api/watchlist/user/tickers/', { ticker, note, price_targets: [target] })
  }
}

/** Prices of one instrument, each from a source with such a name. */
export async function fillPrices(
  request: APIRequestContext,
  instrument: string,
  names: readonly string[],
): Promise<void> {
  const { make } = await callsOf(request, 'admin', demoPassword)
  for (const [place, name] of names.entries()) {
    const date = new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10)
    await make(`/api/instruments/${instrument}/prices/`, { date, price: 10, source: name.slice(0, 60) })
  }
}

/** Calls the sources of data by these names, as many as there are. */
export async function nameSources(request: APIRequestContext, names: readonly string[]): Promise<number> {
  const { make, read } = await callsOf(request, 'admin', demoPassword)
  const sources = await read('/api/integrations/?limit=200')
  for (const [place, { id }] of sources.slice(0, names.length).entries())
    await make(`/api/integrations/${id}/`, { name: names[place] }, 'PATCH')
  return Math.min(sources.length, names.length)
}

/** All that a family has, as one file. */
export async function archiveOf(request: APIRequestContext, username: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await accessOf(request, username, newPassword)}` }
  const { data } = await (await request.get('/api/settings/', { headers })).json()
  const reply = await request.get(`/api/families/${data.settings.family.id}/archive/`, { headers })
  expect(reply.status()).toBe(200)
  return reply.body()
}

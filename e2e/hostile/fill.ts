import { type APIRequestContext, expect } from '@playwright/test'
import { accessOf, newPassword } from '../people.ts'
import { demoPassword } from '../sign-in.ts'

/** Makes something by a call and gives what it answers. */
type Make = (url: string, data: object, method?: 'POST' | 'PATCH') => Promise<Record<string, string>>

async function makerOf(request: APIRequestContext, username: string, password: string): Promise<Make> {
  const headers = { authorization: `Bearer ${await accessOf(request, username, password)}` }
  return async (url, data, method = 'POST') => {
    const reply = await request.fetch(url, { method, data, headers })
    expect(reply.status(), `${url} ${await reply.text()}`).toBe(200)
    return (await reply.json()).data
  }
}

/** Texts that an investor may choose, once for each of these. */
export async function fillFamily(
  request: APIRequestContext,
  username: string,
  names: readonly string[],
): Promise<{ report: string }> {
  const make = await makerOf(request, username, newPassword)
  await make('/api/settings/', { name: names[1] }, 'PATCH')
  let report = ''
  for (const [place, name] of names.entries()) {
    const account = await make('/api/accounts/', { name, currency: 'CHF' })
    await make(`/api/accounts/${account.id}/`, { number: name })
    const booked = await make('/api/transactions/', {
      account: account.id,
      currency: 'CHF',
      date: '2026-01-05',
      transaction_type: 'deposit',
      amount: 10,
      note: name,
    })
    await make(`/api/transactions/${booked.id}/`, { amount: 11, revision: 1, reason: name }, 'PATCH')
    await make('/api/positions/manage/', {
      account: account.id,
      name,
      type: 'real_estate',
      currency: 'CHF',
      location: name,
      notes: name,
      transactions: [{ type: 'purchase', date: '2026-01-05', amount: 1000 + place, note: name }],
      valuations: [{ date: '2026-02-05', value: 1100 + place, source: name }],
    })
    await make('/api/strategy/', { name, description: name, position_ids: [] })
    await make('/api/templates/', { name })
    await make('/api/user-tasks/', { name, actions: ['in_app'], task_type: 'price_target' })
    const made = await make('/api/reports/', { name, report_type: 'positions', calculated_currency: 'CHF' })
    report ||= made.id ?? ''
  }
  return { report }
}

/** Texts that staff may choose: of families, people, custodians and instruments; the latter can be watched. */
export async function fillSite(request: APIRequestContext, names: readonly string[]): Promise<string[]> {
  const make = await makerOf(request, 'admin', demoPassword)
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
  const make = await makerOf(request, username, newPassword)
  for (const [place, ticker] of instruments.entries()) {
    const note = notes[place]
    const target = { price: 10 + place, direction: 'above', note }
    await make('/api/watchlist/user/tickers/', { ticker, note, price_targets: [target] })
  }
}

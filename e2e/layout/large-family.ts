import type { APIRequestContext } from '@playwright/test'
import { createCalls } from '../hostile/calls.ts'
import { addFamily, newPassword } from '../support/users.ts'

const longNames = [
  'Beteiligungsgesellschaft für nachhaltige Infrastrukturprojekte Nordwestschweiz AG & Co. KGaA',
  'Emerging Markets Small Capitalisation Dividend Growth and Income Opportunities Fund Class Z',
]

const confirm = ['nav_change', 'before_first_day', 'unusual_price']

/** Adds a family with long names and amounts of nine digits and more in JPY, IDR and CHF, and returns its user. */
export async function addLargeFamily(request: APIRequestContext, language: 'en-US' | 'de'): Promise<string> {
  const username = await addFamily(request)
  const { make } = await createCalls(request, username, newPassword)
  await make('/api/settings/', { name: longNames[0], language }, 'PATCH')
  for (const [place, currency] of ['JPY', 'IDR', 'CHF'].entries()) {
    const name = longNames[place % 2] ?? ''
    const account = await make('/api/accounts/', { name: `${name.slice(0, 60)} ${currency}`, currency })
    await make('/api/transactions/', {
      account: account.id,
      currency,
      date: '2026-01-05',
      transaction_type: 'deposit',
      amount: 987_654_321.98,
      note: name,
      confirm,
    })
    await make('/api/positions/manage/', {
      account: account.id,
      name: `${name} ${currency}`,
      currency,
      notes: name,
      type: place === 0 ? 'real_estate' : 'art',
      transactions: [{ type: 'purchase', date: '2026-01-06', amount: 898_765_432, note: name }],
      valuations: [{ date: '2026-02-05', value: 987_654_321, source: name }],
      confirm,
    })
  }
  await make('/api/strategy/', { name: longNames[1], description: longNames[0], position_ids: [] })
  await make('/api/templates/', { name: longNames[0] })
  return username
}

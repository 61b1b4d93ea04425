import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { findViolations, openDialog } from './support/accessibility.ts'
import { demoPassword, openSignedIn } from './support/sign-in.ts'
import { addFamily, fetchAccessToken, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

type Send = (url: string, data: object) => Promise<{ data: { id: string } }>

function sender(request: APIRequestContext, access: string): Send {
  return async (url, data) => {
    const reply = await request.post(url, { data, headers: { authorization: `Bearer ${access}` } })
    expect(reply.status(), `${url}: ${await reply.text()}`).toBe(200)
    return reply.json()
  }
}

/** An ISIN with its check digit, by ISO 6166. */
function drawIsin(): string {
  const body = `XS${String(Date.now() % 1_000_000_000).padStart(9, '0')}`
  const digits = [...body].map(each => Number.parseInt(each, 36).toString()).join('')
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

interface Story {
  name: string
  /** Posted after the opening purchase of 100 shares for 5,000 and a fee of 35 from 10,000. */
  more?: object
  stated: { quantity: number; price: number; cash: number }
  cause: string
}

const day = '2026-01-08'
const stories: Story[] = [
  { name: 'Split', stated: { quantity: 200, price: 27, cash: 4965 }, cause: 'Split not posted' },
  { name: 'Purchase', stated: { quantity: 120, price: 54, cash: 3903.5 }, cause: 'Missing trade' },
  { name: 'Fee', stated: { quantity: 100, price: 54, cash: 4922.25 }, cause: 'Missing fee' },
  { name: 'Sale', stated: { quantity: 60, price: 54, cash: 7107 }, cause: 'Missing trade' },
  {
    name: 'Late trade',
    more: { transaction_type: 'trade', date: '2026-01-09', side: 'buy', quantity: 10, price: 54, fees: 5 },
    stated: { quantity: 110, price: 54, cash: 4420 },
    cause: 'Posted too late',
  },
]

async function openAccount(send: Send, story: Story, share: { id: string; isin: string }): Promise<string> {
  const account = (await send('/api/accounts/', { name: story.name, currency: 'CHF' })).data.id
  const post = (facts: object) =>
    send('/api/transactions/', {
      account,
      currency: 'CHF',
      confirm: ['nav_change', 'before_first_day'],
      ...facts,
    })
  await post({ transaction_type: 'deposit', date: '2026-01-05', amount: 10_000 })
  const bought = { side: 'buy', quantity: 100, price: 50, fees: 35, instrument: share.id }
  await post({ transaction_type: 'trade', date: '2026-01-05', ...bought })
  if (story.more) await post({ ...story.more, instrument: share.id })
  const { quantity, price, cash } = story.stated
  await send(`/api/reconciliation/${account}/`, {
    date: day,
    lines: [
      { isin: share.isin, currency: 'CHF', quantity, price },
      { currency: 'CHF', quantity: cash },
    ],
  })
  return account
}

async function fixInOnePress(page: Page, { name, cause }: Story): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Data quality' })
  await panel.getByRole('row', { name: new RegExp(`^${name}`) }).click()
  const proposals = panel.getByRole('region', { name: 'Likely causes' })
  await expect(proposals).toContainText(cause)
  await expect(proposals).toContainText(/\d before, 0 after/)
  expect(await findViolations(page, { within: openDialog })).toEqual([])
  await expect(proposals.getByRole('button', { name: /^Post:/ })).toBeInViewport()
  await proposals.getByRole('button', { name: /^Post:/ }).click()
  await expect(panel.getByRole('row', { name: /Cash CHF/ })).toContainText('agrees')
  await expect(proposals.getByRole('button', { name: /^Post:/ })).toBeHidden()
  await panel.getByRole('button', { name: 'All accounts' }).click()
  await expect(panel.getByRole('row', { name: new RegExp(`^${name}.*agrees`) })).toBeVisible()
}

test('an investor fixes a split, a purchase with its fee, a fee, a sale and a late trade in one press each', async ({
  page,
  request,
}) => {
  test.slow()
  const username = await addFamily(request)
  const asAdmin = sender(request, await fetchAccessToken(request, 'admin', demoPassword))
  const send = sender(request, await fetchAccessToken(request, username, newPassword))
  for (const story of stories) {
    const isin = drawIsin()
    const facts = { name: `Journey ${story.name}`, instrument_type: 'equity', currency: 'CHF', isin }
    const { id } = (await asAdmin('/api/instruments/', facts)).data
    for (const [date, price] of Object.entries({ '2026-01-05': 50, '2026-01-07': 52, '2026-01-08': 54 }))
      await asAdmin(`/api/instruments/${id}/prices/`, { date, price, source: 'Journey' })
    await openAccount(send, story, { id, isin })
  }
  await openSignedIn(
    page,
    '/overview?period=all&modal=data-quality&modal.tab=reconciliation',
    username,
    newPassword,
  )
  const consoleErrors = watchConsole(page)
  for (const story of stories) await fixInOnePress(page, story)

  const panel = page.getByRole('dialog', { name: 'Data quality' })
  await panel.getByRole('row', { name: /^Fee/ }).click()
  await panel.getByRole('button', { name: 'Undo: Missing fee' }).click()
  await expect(panel.getByRole('row', { name: /Cash CHF/ })).toContainText('Missing fee')
  expect(consoleErrors).toEqual([])
})

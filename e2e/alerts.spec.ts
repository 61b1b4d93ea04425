import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { accessOf, addPerson, newPassword } from './people.ts'
import { demoPassword, openSignedIn } from './sign-in.ts'

// Rules are looked at once a minute, and the server takes its time.
test.setTimeout(240_000)

const dayMs = 86_400_000

/** The form of a new rule of a kind, to be told of by mail as well. */
async function newRule(page: Page, kind: string, name: string): Promise<Locator> {
  await page.goto('/watchlist?modal=notifications&modal.tab=rules')
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await dialog.getByRole('button', { name: 'New rule' }).first().click()
  const form = dialog.getByRole('form', { name: 'New rule' })
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: kind, exact: true }).click()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('checkbox', { name: 'By e-mail' }).check()
  return form
}

async function save(page: Page, form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('switch', { name: `${name} is on` })).toBeChecked()
}

/** Mails to someone that say something, as an administrator sees them. */
async function mailsTo(request: APIRequestContext, username: string, words: string): Promise<number> {
  const authorization = `Bearer ${await accessOf(request, 'admin', demoPassword)}`
  const reply = await request.get('/api/outbox/?limit=1000', { headers: { authorization } })
  const { data } = (await reply.json()) as { data: { to: string; text: string }[] }
  return data.filter(({ to, text }) => to.includes(username) && text.includes(words)).length
}

/** Opens the inbox as soon as the bell counts so many. */
async function openInbox(page: Page, count: number): Promise<Locator> {
  const bell = page.getByRole('banner').getByRole('button', { name: `Notifications, ${count} new` })
  await expect(async () => {
    await page.goto('/watchlist')
    await expect(bell).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 150_000 })
  await bell.click()
  return page.getByRole('list', { name: 'Inbox' })
}

/** The coupons of the days until the first of them, as Events has them: what several accounts hold is one. */
async function couponsAhead(request: APIRequestContext, username: string) {
  const headers = { authorization: `Bearer ${await accessOf(request, username, newPassword)}` }
  const reply = await request.post('/api/events/?limit=1000', { data: {}, headers })
  const { data } = (await reply.json()) as { data: { date: string; event_type: string; name: string }[] }
  const coupons = data.filter(({ event_type }) => event_type === 'coupon')
  const first = coupons[0]
  if (!first) throw new Error('the demo family is paid a coupon before long')
  const days = Math.round((Date.parse(first.date) - Date.now()) / dayMs + 1)
  const last = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  const ahead = coupons.filter(({ date }) => date <= last).map(({ date, name }) => `${name} ${date}`)
  return { days, count: new Set(ahead).size, name: first.name }
}

test('a price alert and a reminder fire once, in the app and by mail', async ({ page, request }) => {
  const username = `told${Date.now().toString(36)}`
  await addPerson(request, username)
  const coupons = await couponsAhead(request, username)
  await openSignedIn(page, '/overview', username, newPassword)
  await save(page, await newRule(page, 'Price target', 'Ether at last'), 'Ether at last')
  const reminder = await newRule(page, 'Event reminder', 'Coupons')
  await reminder.getByRole('button', { name: 'Coupon', exact: true }).click()
  await reminder.getByLabel('Days ahead').fill(String(coupons.days))
  await save(page, reminder, 'Coupons')

  // After the rule: what was reached before there was one is not told.
  await page.goto('/watchlist')
  await page.getByRole('button', { name: 'Add ticker' }).first().click()
  const ticker = page.getByRole('dialog', { name: 'Add ticker' })
  await ticker.getByLabel('Ticker').fill('ether')
  await page.getByRole('option', { name: /Ether/ }).first().click()
  await ticker.getByRole('button', { name: 'Add a target' }).click()
  // Lower than it has ever been: reached as soon as someone looks.
  await ticker.getByLabel('Price of target 1').fill('1')
  await ticker.getByRole('combobox', { name: /target 1/ }).click()
  await page.getByRole('option', { name: /above/i }).click()
  await ticker.getByRole('button', { name: 'Save' }).click()
  await expect(ticker).toBeHidden()

  const inbox = await openInbox(page, 1 + coupons.count)
  await expect(inbox.getByRole('button', { name: /^Ether rose to 1 / })).toHaveCount(1)
  await expect(inbox.getByRole('button', { name: /^Coupon ahead/ })).toHaveCount(coupons.count)
  await expect(inbox.getByRole('button', { name: new RegExp(coupons.name) }).first()).toBeVisible()
  expect(await mailsTo(request, username, 'Ether rose to 1')).toBe(1)
  expect(await mailsTo(request, username, 'Coupon ahead')).toBe(coupons.count)
})

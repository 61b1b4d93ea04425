import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { demoPassword, openSignedIn } from './support/sign-in.ts'
import { addUser, fetchAccessToken, newPassword } from './support/users.ts'

// The server evaluates rules once a minute.
test.setTimeout(240_000)

const dayMs = 86_400_000

/** Opens the form of a new rule that also notifies by e-mail. */
async function fillNewRule(page: Page, kind: string, name: string): Promise<Locator> {
  await page.goto('/watchlist?modal=notifications&modal.tab=rules')
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await dialog.getByRole('button', { name: 'New rule' }).first().click()
  const form = dialog.getByRole('form', { name: 'New rule' })
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: kind, exact: true }).click()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('checkbox', { name: 'By email' }).check()
  return form
}

async function save(page: Page, form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('switch', { name: `${name} is on` })).toBeChecked()
}

/** Counts mails to a user that contain a text, from the outbox of an administrator. */
async function countMails(request: APIRequestContext, username: string, part: string): Promise<number> {
  const authorization = `Bearer ${await fetchAccessToken(request, 'admin', demoPassword)}`
  const reply = await request.get('/api/outbox/?limit=1000', { headers: { authorization } })
  const { data } = (await reply.json()) as { data: { to: string; text: string }[] }
  return data.filter(({ to, text }) => to.includes(username) && text.includes(part)).length
}

/** Opens the inbox as soon as the bell shows this count. */
async function openInbox(page: Page, count: number): Promise<Locator> {
  const bell = page.getByRole('banner').getByRole('button', { name: `Notifications, ${count} new` })
  await expect(async () => {
    await page.goto('/watchlist')
    await expect(bell).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 150_000 })
  await bell.click()
  return page.getByRole('list', { name: 'Inbox' })
}

/** Upcoming coupons up to the day of the first one, counted once across accounts. */
async function findNextCoupons(request: APIRequestContext, username: string) {
  const headers = { authorization: `Bearer ${await fetchAccessToken(request, username, newPassword)}` }
  const reply = await request.post('/api/events/?limit=1000', { data: {}, headers })
  const { data } = (await reply.json()) as { data: { date: string; event_type: string; name: string }[] }
  const coupons = data.filter(({ event_type }) => event_type === 'coupon')
  const first = coupons[0]
  if (!first) throw new Error('the demo family has no upcoming coupon')
  const days = Math.round((Date.parse(first.date) - Date.now()) / dayMs + 1)
  const last = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  const ahead = coupons.filter(({ date }) => date <= last).map(({ date, name }) => `${name} ${date}`)
  return { days, count: new Set(ahead).size, name: first.name }
}

test('a user gets reminders once, in the app and in one mail, and no alert for a price passed long ago', async ({
  page,
  request,
}) => {
  const username = `alerts${Date.now().toString(36)}`
  await addUser(request, username)
  const coupons = await findNextCoupons(request, username)
  await openSignedIn(page, '/overview', username, newPassword)
  await save(page, await fillNewRule(page, 'Price target', 'Ether at last'), 'Ether at last')
  const reminder = await fillNewRule(page, 'Event reminder', 'Coupons')
  await reminder.getByRole('button', { name: 'Coupon', exact: true }).click()
  await reminder.getByLabel('Days ahead').fill(String(coupons.days))
  await save(page, reminder, 'Coupons')

  // A price that was passed before the target was set is no news.
  await page.goto('/watchlist')
  await page.getByRole('button', { name: 'Add ticker' }).first().click()
  const ticker = page.getByRole('dialog', { name: 'Add ticker' })
  await ticker.getByLabel('Ticker').fill('ether')
  await page.getByRole('option', { name: /Ether/ }).first().click()
  await ticker.getByRole('button', { name: 'Add a target' }).click()
  // Below any past price.
  await ticker.getByLabel('Price of target 1').fill('1')
  await ticker.getByRole('combobox', { name: /target 1/ }).click()
  await page.getByRole('option', { name: /above/i }).click()
  await ticker.getByRole('button', { name: 'Save' }).click()
  await expect(ticker).toBeHidden()

  const inbox = await openInbox(page, coupons.count)
  await expect(inbox.getByRole('button', { name: /^Upcoming: Coupon/ })).toHaveCount(coupons.count)
  await expect(inbox.getByRole('button', { name: new RegExp(coupons.name) }).first()).toBeVisible()
  await expect(inbox.getByRole('button', { name: /^Ether rose/ })).toHaveCount(0)
  expect(await countMails(request, username, 'Upcoming: Coupon')).toBe(1)
})

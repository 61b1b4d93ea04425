import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { accessOf, addFamily, addPerson, newPassword } from './people.ts'
import { demoPassword, signIn } from './sign-in.ts'

// Rules are looked at once a minute, and the server takes its time.
test.setTimeout(240_000)

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
    await page.reload()
    await expect(bell).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 150_000 })
  await bell.click()
  return page.getByRole('list', { name: 'Inbox' })
}

test('a price alert fires once, in the app and by mail', async ({ page, request }) => {
  const username = await addFamily(request)
  await signIn(page, username, newPassword)
  await save(page, await newRule(page, 'Price target', 'Ether at last'), 'Ether at last')

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

  const told = (await openInbox(page, 1)).getByRole('button', { name: /^Ether rose to 1 / })
  await expect(told).toHaveCount(1)
  expect(await mailsTo(request, username, 'Ether rose to 1')).toBe(1)
})

test('a reminder tells what is ahead once, in the app and by mail', async ({ page, request }) => {
  const username = `reminded${Date.now().toString(36)}`
  await addPerson(request, username)
  const headers = { authorization: `Bearer ${await accessOf(request, username, newPassword)}` }
  const reply = await request.post('/api/events/?limit=1000', { data: {}, headers })
  const { data } = (await reply.json()) as { data: { date: string; event_type: string; name: string }[] }
  const [first] = data.filter(({ event_type }) => event_type === 'coupon')
  expect(first, 'the demo family is paid a coupon before long').toBeDefined()
  const days = Math.round((Date.parse(first?.date ?? '') - Date.now()) / 86_400_000 + 1)
  const last = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const coupons = data.filter(({ event_type, date }) => event_type === 'coupon' && date <= last)
  const ahead = new Set(coupons.map(({ date, name }) => `${name} ${date}`))

  await signIn(page, username, newPassword)
  const form = await newRule(page, 'Event reminder', 'Coupons')
  await form.getByRole('button', { name: 'Coupon', exact: true }).click()
  await form.getByLabel('Days ahead').fill(String(days))
  await save(page, form, 'Coupons')
  const inbox = await openInbox(page, ahead.size)
  await expect(inbox.getByRole('button', { name: /^Coupon ahead/ })).toHaveCount(ahead.size)
  await expect(inbox.getByRole('button', { name: new RegExp(`${first?.name}`) }).first()).toBeVisible()
  expect(await mailsTo(request, username, 'Coupon ahead')).toBe(ahead.size)
})

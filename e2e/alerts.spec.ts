import { expect, test } from '@playwright/test'
import { accessOf, addFamily, newPassword } from './people.ts'
import { demoPassword, signIn } from './sign-in.ts'

// Rules are looked at once a minute, and the server takes its time.
test.setTimeout(240_000)

test('a price alert fires once, in the app and by mail', async ({ page, request }) => {
  const username = await addFamily(request)
  await signIn(page, username, newPassword)
  await page.goto('/watchlist?modal=notifications&modal.tab=rules')
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await dialog.getByRole('button', { name: 'New rule' }).first().click()
  const form = dialog.getByRole('form', { name: 'New rule' })
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Price target', exact: true }).click()
  await form.getByLabel('Name', { exact: true }).fill('Ether at last')
  await form.getByRole('checkbox', { name: 'By e-mail' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('switch', { name: 'Ether at last is on' })).toBeChecked()

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

  const authorization = `Bearer ${await accessOf(request, 'admin', demoPassword)}`
  const mails = async () => {
    const reply = await request.get('/api/outbox/?limit=1000', { headers: { authorization } })
    const { data } = await reply.json()
    return data.filter(
      ({ to, text }: { to: string; text: string }) =>
        to.includes(username) && text.includes('Ether rose to 1'),
    )
  }
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications, 1 new/ })
  await expect(async () => {
    await page.reload()
    await expect(bell).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 150_000 })
  await bell.click()
  const told = page.getByRole('list', { name: 'Inbox' }).getByRole('button', { name: /^Ether rose to 1 / })
  await expect(told).toHaveCount(1)
  expect(await mails()).toHaveLength(1)
})

import { expect, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'
import { addUser, newPassword } from './support/users.ts'

test('figures follow the number format of the settings', async ({ page, request }) => {
  const username = `numbers${Date.now().toString(36)}`
  await addUser(request, username)
  await openSignedIn(
    page,
    '/positions?period=all&modal=settings&modal.tab=preferences',
    username,
    newPassword,
  )
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('combobox', { name: 'Number format' }).click()
  const saved = page.waitForResponse(
    reply => reply.url().endsWith('/api/settings/') && reply.request().method() === 'PATCH',
  )
  await page.getByRole('option', { name: "1'234.56" }).click()
  expect((await saved).status()).toBe(200)
  await page.keyboard.press('Escape')
  const table = page.getByRole('grid').first()
  await expect(table).toContainText(/\d'\d{3}\.\d{2}/)
  await page.reload()
  await expect(table).toContainText(/\d'\d{3}\.\d{2}/)
  await expect(table).not.toContainText(/\d,\d{3}\.\d{2}/)
})

import { expect, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

test('an investor creates and prints a report and is notified; creates, pauses and deletes a rule', async ({
  page,
}) => {
  const consoleErrors = watchConsole(page)
  // Unique across runs on the same server.
  const name = `Statement ${Date.now().toString(36)}`
  await openSignedIn(page, '/overview?period=all', 'investor')
  await page.getByRole('banner').getByRole('button', { name: 'Reports' }).click()
  const reports = page.getByRole('dialog', { name: /^Reports/ })
  await reports.getByRole('button', { name: 'New report' }).first().click()
  const form = page.getByRole('dialog', { name: 'New report' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  const saved = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Save and create PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(reports.getByRole('row', { name: new RegExp(name) })).toContainText(/\d+ pages/)

  await test.step('the same tables as CSV', async () => {
    const tables = page.waitForEvent('download')
    await reports.getByRole('button', { name: `Other formats of ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Tables as CSV' }).click()
    expect((await tables).suggestedFilename()).toMatch(/\.(csv|zip)$/)
  })

  await test.step('the inbox lists both files and downloads one again', async () => {
    await reports.getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Notifications, \d+ new/ })
      .click()
    const inbox = page.getByRole('list', { name: 'Inbox' })
    const notices = inbox.getByRole('button', { name: new RegExp(`^${name} is ready`) })
    await expect(notices).toHaveCount(2)
    const again = page.waitForEvent('download')
    await notices.last().click()
    expect((await again).suggestedFilename()).toMatch(/\.pdf$/)
    await expect(inbox.getByRole('button', { name: `Mark ${name} is ready as read` })).toHaveCount(1)
  })

  await test.step('a rule', async () => {
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await dialog.getByRole('tab', { name: /^Rules/ }).click()
    await dialog.getByRole('button', { name: 'New rule' }).click()
    const rule = dialog.getByRole('form', { name: 'New rule' })
    await rule.getByLabel('Name', { exact: true }).fill(name)
    await rule.getByRole('button', { name: 'Coupon', exact: true }).click()
    await rule.getByLabel('Days ahead').fill('3')
    await rule.getByRole('button', { name: 'Save' }).click()
    const isOn = dialog.getByRole('switch', { name: `${name} is on` })
    await expect(isOn).toBeChecked()
    await isOn.click()
    await expect(isOn).not.toBeChecked()
    await dialog.getByRole('form', { name }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await expect(isOn).toBeHidden()
  })
  expect(consoleErrors).toEqual([])
})

import { type APIRequestContext, expect, test } from '@playwright/test'
import { findViolations, openDialog } from './support/accessibility.ts'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

/** Adds an account with transactions through the API. */
async function fillAccount(request: APIRequestContext, username: string, name: string, amounts: number[]) {
  const login = await request.post('/auth/login/', { data: { username, password: newPassword } })
  const headers = { authorization: `Bearer ${(await login.json()).access}` }
  const opened = await request.post('/api/accounts/', { data: { name, currency: 'CHF' }, headers })
  expect(opened.status(), await opened.text()).toBe(200)
  const account = (await opened.json()).data.id
  for (const amount of amounts) {
    const type = amount > 0 ? 'deposit' : 'withdrawal'
    const data = {
      account,
      transaction_type: type,
      date: '2026-01-06',
      currency: 'CHF',
      amount,
      confirm: ['nav_change'],
    }
    expect((await request.post('/api/transactions/', { data, headers })).status()).toBe(200)
  }
}

test('an investor types in a statement, compares it and posts the difference; accepts a finding and takes that back', async ({
  page,
  request,
}) => {
  const username = await addFamily(request)
  await fillAccount(request, username, 'Paper custody', [1000])
  await fillAccount(request, username, 'Overdrawn', [-50])
  await openSignedIn(
    page,
    '/overview?period=all&modal=data-quality&modal.tab=reconciliation',
    username,
    newPassword,
  )
  const consoleErrors = watchConsole(page)
  const panel = page.getByRole('dialog', { name: 'Data quality' })
  await panel.getByRole('row', { name: /Paper custody.*no statement yet/ }).click()
  await panel.getByRole('button', { name: 'Enter manually' }).click()
  const form = page.getByRole('dialog', { name: 'Enter manually' })
  await form.getByLabel('Statement date').fill('2026-01-08')
  await form.getByLabel('Quantity').fill('1,500.25')
  await form.getByRole('button', { name: 'Compare' }).click()
  const line = panel.getByRole('row', { name: /Cash CHF/ })
  await expect(line).toContainText('+500.25')
  await expect(line).toContainText('Missing payment')
  expect(await findViolations(page, { within: openDialog })).toEqual([])
  await panel.getByRole('button', { name: 'Post: Cash CHF' }).click()
  await expect(line).toContainText('agrees')
  await panel.getByRole('button', { name: 'All accounts' }).click()
  await expect(panel.getByRole('row', { name: /Paper custody.*agrees/ })).toBeVisible()

  await panel.getByRole('tab', { name: 'Data health' }).click()
  const finding = panel.getByRole('row', { name: /Cash CHF.*Overdrawn.*The balance is −50\.00 CHF/ })
  await expect(finding.getByRole('button', { name: 'Post the deposit' })).toBeVisible()
  expect(await findViolations(page, { within: openDialog })).toEqual([])
  await finding.getByText('Cash CHF').click()
  const decision = page.getByRole('dialog', { name: 'Cash CHF' })
  await decision.getByLabel('Reason').fill('A credit line.')
  await decision.getByRole('button', { name: 'Accept' }).click()
  await expect(panel.getByText('1 decision')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByText('Cash CHF').click()
  await expect(decision.getByText('A credit line.')).toBeVisible()
  await decision.getByRole('button', { name: 'Reopen' }).click()
  await expect(panel.getByText('1 decision')).toBeHidden()
  expect(consoleErrors).toEqual([])
})

test('an administrator runs a data source and uploads prices', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all&modal=admin&modal.tab=integrations', 'admin')
  const consoleErrors = watchConsole(page)
  const panel = page.getByRole('dialog', { name: 'Admin' })
  const source = panel.getByRole('row', { name: /European Central Bank/ })
  await source.getByRole('button', { name: 'Run now: European Central Bank' }).click()
  await expect(source).not.toContainText('No runs yet')
  await expect(source).toContainText(/success|no new data/)
  expect(await findViolations(page, { within: openDialog })).toEqual([])
  await source.getByText('European Central Bank').click()
  const details = page.getByRole('dialog', { name: 'European Central Bank' })
  await expect(
    details.getByRole('region', { name: 'Last runs' }).getByRole('listitem').first(),
  ).toContainText(/success|no new data/)
  await details.getByRole('button', { name: 'Cancel' }).click()

  await panel.getByRole('button', { name: 'Upload prices' }).click()
  const form = page.getByRole('dialog', { name: 'Upload prices or rates' })
  const upload = (text: string) =>
    form
      .locator('input[type=file]')
      .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload('symbol,date,price\nNOBODY,2026-01-06,1\n')
  await form.getByRole('button', { name: /^Upload/ }).click()
  await expect(form.getByText("Line 2: there is no instrument 'NOBODY'.")).toBeVisible()
  await upload('currency,date,rate\nISK,1999-01-04,0.0144\n')
  await form.getByRole('button', { name: /^Upload/ }).click()
  await expect(page.getByText('1 values read, 1 new or different.')).toBeVisible()
  await expect(panel.getByRole('row', { name: /Uploads/ })).toContainText('success')
  expect(consoleErrors.filter(line => !line.includes('400'))).toEqual([])
})

import { expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations } from './support/accessibility.ts'
import { openSignedIn } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

const table = (page: Page) => page.getByRole('grid', { name: 'Clients' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })

test('an adviser sees all clients, adds a task, marks it done, compares two and opens one', async ({
  page,
}) => {
  const problems = watchConsole(page)
  await openSignedIn(page, '/overview?family=all', 'adviser')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).first().click()
  await expect(page).toHaveURL(/\/clients\?/)
  await expect(row(page, 'Aebi-Laurent')).toBeVisible({ timeout: 30_000 })
  await expect(row(page, 'Moreau-Brandt')).toBeVisible()
  // Those that need attention come first, in a group of their own.
  await expect(table(page).getByRole('row').nth(1)).toContainText('Needs attention')
  await expect(row(page, 'Moreau-Brandt')).toContainText('EUR')
  // Beside the P/L of the year stands its share of the capital, not a return of another sign.
  await expect(table(page).getByRole('columnheader', { name: 'P&L YTD, %' })).toBeVisible()

  const task = `Call about the mortgage ${Date.now()}`
  await row(page, 'Moreau-Brandt')
    .getByRole('button', { name: /^Tasks of Moreau-Brandt/ })
    .click()
  const tasks = page.getByRole('dialog', { name: /Moreau-Brandt: tasks and notes/ })
  // Without tasks, the empty list has a button of the same name.
  await tasks.getByRole('button', { name: 'Add task' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add task' })
  await form.getByLabel('Task').fill(task)
  await form.getByLabel('Due date').fill('2020-01-31')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(tasks.getByRole('list', { name: 'Open tasks' })).toContainText(task)
  await tasks.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, 'Moreau-Brandt')).toContainText(task)

  // It is in the inbox too, where it can be done.
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const inbox = page.getByRole('dialog', { name: 'Notifications' })
  const done = inbox.getByRole('checkbox', { name: `Mark ${task} as done` })
  await done.click()
  await expect(done).toBeHidden()
  await inbox.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, 'Moreau-Brandt')).not.toContainText(task)

  for (const name of ['Aebi-Laurent', 'Moreau-Brandt'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page
    .getByRole('region', { name: 'Selected clients' })
    .getByRole('button', { name: 'Compare' })
    .click()
  const comparison = page.getByRole('dialog', { name: /^Compare/ })
  await expect(comparison.getByRole('table', { name: 'Allocation' })).toContainText('Equity')
  await expect(comparison.getByRole('row', { name: /Cash/ }).first()).toContainText('pp')
  await comparison.getByRole('button', { name: 'Close' }).click()

  await page.keyboard.press('/')
  await page.keyboard.type('aebi')
  await expect(row(page, 'Moreau-Brandt')).toBeHidden()
  await expectNoSeriousViolations(page)
  await row(page, 'Aebi-Laurent').getByText('Aebi-Laurent', { exact: true }).click()
  await expect(page).toHaveURL(/\/overview\?.*family=/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Family: Aebi-Laurent' })).toBeVisible()
  expect(problems).toEqual([])
})

test('an adviser selects clients on a phone, orders reports for them and can import statements', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, '/clients?family=all', 'adviser')
  const bar = page.getByRole('region', { name: 'Selected clients' })
  const moreau = page.getByRole('checkbox', { name: 'Select Moreau-Brandt' })
  await moreau.check({ timeout: 30_000 })
  await bar.getByRole('button', { name: 'Tasks' }).click()
  const tasks = page.getByRole('dialog', { name: /Moreau-Brandt: tasks and notes/ })
  await tasks.getByRole('button', { name: 'Close' }).click()
  for (const name of ['Aebi-Laurent', 'Moreau-Brandt'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check({ timeout: 30_000 })
  await expect(bar).toContainText('2 selected')
  await expectNoSeriousViolations(page)
  await bar.getByRole('button', { name: 'Reports' }).click()
  const reports = page.getByRole('dialog', { name: 'Reports for 2 clients' })
  await expect(reports.getByRole('button', { name: 'Create reports' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Import statements' }).click()
  await expect(page.getByRole('dialog', { name: 'Import statements for several clients' })).toBeVisible()
})

test('a client has no list of clients', async ({ page }) => {
  await openSignedIn(page, '/overview', 'investor')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clients' })).toHaveCount(0)
})

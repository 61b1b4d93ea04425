import { expect, test } from '@playwright/test'
import { expectNoSeriousViolations, openDialog } from './accessibility.ts'
import { callApi, formatAmount, phoneSize } from './figures.ts'
import { openSignedIn } from './sign-in.ts'
import { watchConsole } from './watch-console.ts'

test('finds open and closed positions while typing, and opens one', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  const searches: string[] = []
  page.on('request', request => {
    if (request.url().includes('/positions/search/')) searches.push(request.url())
  })
  await openSignedIn(page, '/overview?period=all', 'investor')
  await expect(page.getByRole('button', { name: 'Search positions' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await field.fill('   ')
  expect(searches).toEqual([])
  await field.fill('gr')
  const { data } = await callApi(page, '/api/positions/search/?type=open&q=gr&limit=10')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText(data[0].name)
  await expect(options.first()).toContainText(formatAmount(data[0].value))
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await options.nth(3).hover()
  await expect(options.nth(3)).toHaveAttribute('aria-selected', 'true')
  const closed = await callApi(page, '/api/positions/search/?type=closed&q=gr&limit=10')
  await page.keyboard.press('Tab')
  await expect(options.first()).toContainText(closed.data[0].name)
  await expect(field).toBeFocused()
  await expectNoSeriousViolations(page, openDialog)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(closed.data[0].name) })).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('opens a screen and runs an action on a phone', async ({ page }) => {
  await page.setViewportSize(phoneSize)
  await openSignedIn(page, '/overview?period=all', 'investor')
  await page.getByRole('button', { name: 'Search positions' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('fees')
  await page.getByRole('option', { name: 'Fees' }).click()
  await expect(page).toHaveURL(/\/fees/)
  await page.getByRole('button', { name: 'Search positions' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('hide or show')
  await page.keyboard.press('Enter')
  await expect(page.locator('html[data-private]')).toHaveCount(1)
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0)
})

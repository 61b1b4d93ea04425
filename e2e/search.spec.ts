import { expect, test } from '@playwright/test'
import { expectNoSeriousViolations, openDialog } from './support/accessibility.ts'
import { callApi, formatAmount, phoneSize } from './support/figures.ts'
import { demoPassword, openSignedIn } from './support/sign-in.ts'
import { fetchAccessToken } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

test('finds open and closed positions while typing, and opens one', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  const searches: string[] = []
  page.on('request', request => {
    if (request.url().includes('/positions/search/')) searches.push(request.url())
  })
  await openSignedIn(page, '/overview?period=all', 'investor')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
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
  await options.nth(2).hover()
  await expect(options.nth(2)).toHaveAttribute('aria-selected', 'true')
  expect(searches.length).toBe(1)
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
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('fees')
  await page.getByRole('option', { name: 'Fees' }).click()
  await expect(page).toHaveURL(/\/fees/)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('hide or show')
  await page.keyboard.press('Enter')
  await expect(page.locator('html[data-private]')).toHaveCount(1)
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0)
})

test('finds a family, a setting and an action, and lists what was opened last', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'admin')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search' })
  const find = async (typed: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await field.fill(typed)
    await page.getByRole('option', { name }).first().click()
    await expect(field).toHaveCount(0)
  }
  await find('number', /Number format/)
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  const access = await fetchAccessToken(page.request, 'admin', demoPassword)
  const reply = await page.request.get('/api/settings/', { headers: { authorization: `Bearer ${access}` } })
  const family = (await reply.json()).data.lists.families.at(-1)
  await find(`@${family.name}`, new RegExp(family.name))
  await expect(page).toHaveURL(new RegExp(`family=${family.id}`))
  await find('>import', /Import statements/)
  await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Recent', { exact: true })).toBeVisible()
  await expect(page.getByRole('option').first()).toContainText('Import statements')
})

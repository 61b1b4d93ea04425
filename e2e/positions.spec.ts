import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations } from './support/accessibility.ts'
import { callApi, formatAmount, measureOverflow, phoneSize, readCents, toCents } from './support/figures.ts'
import { openSignedIn, signInByApi } from './support/sign-in.ts'
import { addUser, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

interface Row {
  id: string
  name: string
  value: number
  pnl_abs_total: number
}

/** An address with a period overrides the saved filter of earlier visits. */
async function openList(page: Page, type: 'Open' | 'Closed' = 'Open', filter = '') {
  await page.goto(`/positions?period=all${filter}`)
  await page
    .getByRole('group', { name: 'Positions' })
    .getByRole('button', { name: new RegExp(`^${type}( [\\d,]+)?$`) })
    .click()
  const grid = page.getByRole('grid', { name: `${type} positions` })
  await expect(grid.locator('tfoot')).toContainText('positions')
  return grid
}

async function expectWithinCents(line: Locator, value: number, cents = 1): Promise<void> {
  const shown = await readCents(line)
  expect(shown.some(one => Math.abs(one - toCents(value)) <= cents)).toBe(true)
}

test('lists positions, group totals and the total of the API', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await signInByApi(page, 'investor')
  const grid = await openList(page)
  const reply = await callApi(page, '/api/positions/list/?type=open&limit=1000')
  await expect(grid.locator('tfoot')).toContainText(`${reply.count} positions`)
  await expect(grid.locator('tfoot')).toContainText(formatAmount(reply.total.value))
  await expect(grid.locator('tfoot')).toContainText(formatAmount(reply.total.pnl_abs_total, 'always'))
  const largest = reply.data.find((row: Row) => row.value !== null) as Row
  const line = grid.getByRole('row').filter({ hasText: largest.name }).first()
  // Rows are rounded so that they add up, which can move one by a cent.
  await expectWithinCents(line, largest.value)
  await expectWithinCents(line, largest.pnl_abs_total, 2)
  const detail = await callApi(
    page,
    '/api/grouped/detail/?filter_key=instrument_type&filter_value=equity&position_type=open&limit=1',
  )
  const equity = grid.getByRole('row').filter({ has: page.getByRole('button', { name: /^Equity/ }) })
  await expectWithinCents(equity, detail.totals.value)
  expect(consoleErrors).toEqual([])
})

test('sorts by a column header and keeps the order in the address', async ({ page, request }) => {
  // The server remembers the last list of each user, so use a separate user.
  const username = `sorts${Date.now().toString(36)}`
  await addUser(request, username)
  await signInByApi(page, username, newPassword)
  const grid = await openList(page, 'Closed')
  await grid.getByRole('button', { name: 'Proceeds, CHF' }).click()
  await expect(page).toHaveURL(/order_by=-proceeds/)
  const reply = await callApi(page, '/api/positions/list/?type=closed&limit=1&order_by=-proceeds')
  await expect(grid.locator('tbody tr').first()).toContainText(reply.data[0].name)
  await page.reload()
  await expect(grid.getByRole('columnheader', { name: 'Proceeds, CHF' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('keeps chosen columns, their order and their width after a reload', async ({ page }) => {
  await signInByApi(page, 'investor')
  const grid = await openList(page)
  const headers = () => grid.getByRole('columnheader').allInnerTexts()
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByLabel('Find a column').fill('isin')
  await chooser.getByRole('checkbox', { name: 'ISIN' }).check()
  await chooser.getByLabel('Find a column').fill('')
  await chooser.getByRole('checkbox', { name: 'Side' }).uncheck()
  await chooser.getByRole('checkbox', { name: 'Custodian' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Escape')
  const chosen = await headers()
  expect(chosen).toContain('ISIN')
  expect(chosen).not.toContain('Side')
  const quantity = grid.getByRole('columnheader', { name: 'Quantity' })
  const before = (await quantity.boundingBox())?.width ?? 0
  await quantity.getByRole('button').focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Alt+ArrowRight')
  await page.reload()
  await expect(grid.locator('tfoot')).toContainText('positions')
  expect(await headers()).toEqual(chosen)
  expect((await quantity.boundingBox())?.width ?? 0).toBeGreaterThan(before + 24)
})

test('saves the filtered list as CSV', async ({ page }) => {
  await signInByApi(page, 'investor')
  await openList(page, 'Open', '&type=bond')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  const { count } = await callApi(page, '/api/positions/list/?type=open&limit=1', {
    filters: { filter_instrument_type: ['bond'] },
  })
  expect(lines.length).toBe(count + 1)
  expect(lines[0]).toContain('pnl_abs_total')
})

test('works by keyboard alone, passes the accessibility check, and opens no details for the demo account', async ({
  page,
}) => {
  await signInByApi(page, 'investor')
  const grid = await openList(page)
  await grid.locator('tbody tr[tabindex="0"]').focus()
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('button', { name: /^Equity/ })).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/modal=position/)
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/modal/)
  await expect(grid.locator('tbody tr:focus')).toHaveCount(1)
  await expectNoSeriousViolations(page)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signInByApi(page, 'demo')
  const demo = await openList(page)
  await demo.locator('tbody tr').nth(2).click()
  await expect(page).not.toHaveURL(/modal/)
})

test('shows a list with the total above it on a phone', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await page.setViewportSize(phoneSize)
  await openSignedIn(page, '/positions?period=all', 'investor')
  await page
    .getByRole('group', { name: 'Positions' })
    .getByRole('button', { name: /^Open(?! price)/ })
    .click()
  const list = page.getByRole('list', { name: 'Open positions' })
  await expect(list.getByRole('listitem').nth(3)).toBeVisible()
  const { total } = await callApi(page, '/api/positions/list/?type=open&limit=1')
  await expect(page.locator('dl').first()).toContainText(formatAmount(total.value))
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
  await expectNoSeriousViolations(page)
  expect(consoleErrors).toEqual([])
})

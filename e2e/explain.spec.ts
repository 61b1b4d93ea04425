import { expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations, openDialog } from './support/accessibility.ts'
import { callApi, formatAmount, phoneSize, readCents, toCents } from './support/figures.ts'
import { openSignedIn, signInByApi } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

/** The last day with closes, or a number of days before it. */
async function findDay(page: Page, days = 0): Promise<string> {
  const { data } = await callApi(page, '/api/performance/?points=2')
  return new Date(Date.parse(data.basis.end_date) - days * 86_400_000).toISOString().slice(0, 10)
}

test('explains a day position by position, with rows that add up exactly to the total', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await signInByApi(page, 'investor')
  const day = await findDay(page)
  await page.goto(`/overview?period=all&modal=explain&modal.from=${day}&modal.to=${day}`)
  const dialog = page.getByRole('dialog', { name: 'Explain move' })
  const { data } = await callApi(page, '/api/explain/', { start_date: day, end_date: day })
  const table = dialog.getByRole('grid', { name: 'Details' })
  await expect(table.locator('tfoot')).toContainText(formatAmount(data.pnl_abs_total, 'always'))
  await expect(table.locator('tfoot')).toContainText('exact')
  await expect(dialog.getByText(formatAmount(data.pnl_abs_total, 'always')).first()).toBeVisible()
  const totals = table.locator('tbody tr td:nth-last-child(2)')
  const printed = (await Promise.all((await totals.all()).map(readCents))).flat()
  expect(printed.reduce((sum, part) => sum + part, 0)).toBe(toCents(data.pnl_abs_total))
  await table.getByRole('row', { name: /more/ }).click()
  await expect(table.locator('tbody tr')).toHaveCount(data.rows.length)
  await expectNoSeriousViolations(page, openDialog)
  expect(consoleErrors).toEqual([])
})

test('explains a range by week and sets it as the period', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await signInByApi(page, 'investor')
  const days = { start_date: await findDay(page, 59), end_date: await findDay(page, 22) }
  const range = `modal.from=${days.start_date}&modal.to=${days.end_date}`
  await page.goto(`/overview?period=all&modal=explain&${range}`)
  const dialog = page.getByRole('dialog', { name: 'Explain move' })
  const { data } = await callApi(page, '/api/explain/', { ...days, split_by: 'week' })
  await dialog.getByRole('button', { name: 'Week' }).click()
  const table = dialog.getByRole('grid', { name: 'Details' })
  await expect(table.locator('tbody tr')).toHaveCount(data.rows.length)
  await expect(table.locator('tfoot')).toContainText(formatAmount(data.pnl_abs_total, 'always'))
  await expect(dialog.getByText(`${data.trading_days} trading days`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Set as period' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${days.start_date}&to=${days.end_date}`))
  await expect(page).not.toHaveURL(/modal/)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  expect(consoleErrors).toEqual([])
})

test('explains a day clicked on the chart, or a range dragged on it', async ({ page }) => {
  await openSignedIn(page, '/overview?period=ytd', 'investor')
  const chart = page.getByRole('slider', { name: /Cumulative profit and loss/ })
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Explain this move' }).click()
  await expect(page).toHaveURL(/modal=explain/)
  const dialog = page.getByRole('dialog', { name: 'Explain move' })
  await expect(dialog.getByText('P&L for the day').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart is not drawn.')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.3, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Explain this move' }).click()
  await expect(dialog.getByText(/^\d+ trading days/)).toBeVisible()
  await page.goto('/overview?period=all')
})

test('explains a day as a waterfall of rows on a phone', async ({ page }) => {
  await page.setViewportSize(phoneSize)
  await signInByApi(page, 'investor')
  const day = await findDay(page)
  await page.goto(`/overview?period=all&modal=explain&modal.from=${day}&modal.to=${day}`)
  const dialog = page.getByRole('dialog', { name: 'Explain move' })
  await expect(dialog.getByRole('row', { name: /^P&L for the day/ })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Details' })).toBeVisible()
  await expectNoSeriousViolations(page, openDialog)
})

test('shows the receipt of any figure, recomputed without a difference', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await openSignedIn(page, '/overview?period=all', 'investor')
  const header = page.getByRole('region', { name: 'Net asset value' })
  const { data } = await callApi(page, '/api/receipt/', { figure: 'balance_total' })
  await header.getByTitle('How this figure is calculated').first().click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toContainText(data.title)
  await expect(receipt).toContainText(formatAmount(data.value))
  await expect(receipt).toContainText('recalculated just now, no difference')
  await expectNoSeriousViolations(page, openDialog)
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
  await page.goto('/positions?period=all')
  const figure = page.getByRole('grid').getByTitle('How this figure is calculated').nth(3)
  await figure.click()
  await expect(receipt).toContainText('recalculated just now, no difference')
  expect(consoleErrors).toEqual([])
})

import { expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations, openDialog } from './support/accessibility.ts'
import { callApi, expectEffectsAddUp, formatAmount, phoneSize, readCents } from './support/figures.ts'
import { openSignedIn, signInByApi } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

/** Finds a large foreign position with purchases, dividends and links. */
async function findPosition(page: Page): Promise<{ id: string; name: string }> {
  const { data } = await callApi(page, '/api/positions/search/?type=open&q=corvid&limit=1')
  return data[0]
}

test('shows a position in its own currency beside the calculated one, with lots that add up', async ({
  page,
}) => {
  const consoleErrors = watchConsole(page)
  await signInByApi(page, 'investor')
  const { id, name } = await findPosition(page)
  await page.goto(`/positions?period=all&modal=position&modal.id=${id}`)
  const dialog = page.getByRole('dialog', { name: new RegExp(name) })
  const { data } = await callApi(page, `/api/positions/${id}/`)
  const figures = dialog.getByRole('table', { name: 'Original and calculated' })
  await expect(figures.getByRole('row', { name: /^Value/ })).toContainText(
    formatAmount(data.original_pos.value),
  )
  await expect(figures.getByRole('row', { name: /^Value/ })).toContainText(
    formatAmount(data.calculated_pos.value),
  )
  const breakdown = dialog.getByRole('table', { name: 'P&L breakdown' })
  await expect(breakdown.getByRole('row', { name: /^P&L [+−]/ })).toContainText(
    formatAmount(data.calculated_pos.pnl_abs_total, 'always'),
  )
  await expect(breakdown.getByRole('columnheader', { name: /^Since purchase/ })).toBeVisible()
  const lots = dialog.getByRole('table', { name: 'Open lots' })
  await expect(lots.locator('tbody tr')).toHaveCount(data.calculated_pos.lots.length)
  await expect(lots.locator('tfoot')).toContainText(formatAmount(data.calculated_pos.value))
  const [cost = 0, value = 0, gain = 0] = await readCents(lots.locator('tfoot'))
  // The cost takes the rest of the rounding.
  expect(cost + gain).toBe(value)
  expect(Math.abs(cost - data.calculated_pos.cost * 100)).toBeLessThan(1.5)
  await expectEffectsAddUp(breakdown)
  await expectNoSeriousViolations(page, openDialog)
  expect(consoleErrors).toEqual([])
})

test('keeps the open tab in the address', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await signInByApi(page, 'investor')
  const { id, name } = await findPosition(page)
  await page.goto(`/positions?period=all&modal=position&modal.id=${id}`)
  const dialog = page.getByRole('dialog', { name: new RegExp(name) })
  await dialog.getByRole('tab', { name: /^Transactions/ }).click()
  await expect(page).toHaveURL(/modal\.tab=transactions/)
  const { count } = await callApi(page, `/api/transactions/list/${id}/?limit=1&fees=within`)
  await expect(dialog.getByRole('tab', { name: /^Transactions/ })).toContainText(String(count))
  await expect(dialog.getByRole('table', { name: 'Transactions' }).locator('tbody tr').first()).toBeVisible()
  await dialog.getByRole('tab', { name: 'P&L chart' }).click()
  await expect(dialog.getByRole('img', { name: 'P&L chart' })).toBeVisible()
  await expect(dialog.locator('svg path title').first()).toHaveText(/^(Buy|Sell) /)
  await page.reload()
  await expect(dialog.getByRole('tab', { name: 'P&L chart' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/modal/)
  expect(consoleErrors).toEqual([])
})

test('links another position, shows both together, and unlinks it after a confirmation', async ({ page }) => {
  await signInByApi(page, 'investor')
  const { id } = await findPosition(page)
  await page.goto(`/positions?period=all&modal=position&modal.id=${id}&modal.tab=linked`)
  const table = page.getByRole('grid', { name: 'Linked positions' })
  const rows = table.locator('tbody tr')
  await expect(table).toBeVisible()
  const before = await rows.count()
  await page.getByRole('button', { name: 'Link a position' }).click()
  const form = page.getByRole('dialog', { name: /^Link a position to/ })
  await form.getByRole('combobox').fill('bitcoin')
  await page
    .getByRole('option', { name: /Bitcoin/ })
    .first()
    .click()
  await form.getByRole('button', { name: 'Pair' }).click()
  await form.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(rows).toHaveCount(before + 1)
  const { total } = await callApi(page, `/api/linked-positions/?position_id=${id}`)
  await expect(table.locator('tfoot')).toContainText(formatAmount(total.pnl_abs_total, 'always'))
  await table.getByRole('button', { name: /^Unlink Bitcoin/ }).click()
  const confirmation = page.getByRole('dialog', { name: 'Unlink this position?' })
  await expect(confirmation.getByRole('button', { name: 'Keep' })).toBeFocused()
  await confirmation.getByRole('button', { name: 'Unlink' }).click()
  await expect(rows).toHaveCount(before)
})

test('moves to the next and previous position with the arrow keys', async ({ page }) => {
  await openSignedIn(page, '/positions?period=all', 'investor')
  await page
    .getByRole('group', { name: 'Positions' })
    .getByRole('button', { name: /^Open(?! price)/ })
    .click()
  const grid = page.getByRole('grid', { name: 'Open positions' })
  const { data } = await callApi(page, '/api/positions/list/?type=open&limit=3')
  await grid.getByRole('row').filter({ hasText: data[0].name }).first().click()
  const first = page.getByRole('dialog', { name: new RegExp(data[0].name) })
  await expect(first.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('dialog', { name: new RegExp(data[1].name) })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(first).toBeVisible()
})

test('lists transactions in a modal, fills a phone screen, and refuses the demo account', async ({
  page,
}) => {
  await page.setViewportSize(phoneSize)
  await signInByApi(page, 'investor')
  const { id, name } = await findPosition(page)
  await page.goto(`/overview?period=all&modal=position-transactions&modal.id=${id}`)
  await expect(page.getByRole('dialog', { name: `Transactions of ${name}` })).toBeVisible()
  await page.goto(`/overview?period=all&modal=position&modal.id=${id}`)
  const dialog = page.getByRole('dialog', { name: new RegExp(name) })
  await expect(dialog.getByRole('tab', { name: 'Summary' })).toBeVisible()
  expect((await dialog.boundingBox())?.width).toBe(phoneSize.width)
  await expectNoSeriousViolations(page, openDialog)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await openSignedIn(page, `/overview?period=all&modal=position&modal.id=${id}`, 'demo')
  await expect(page.getByText('The demo account does not show the details of a position.')).toBeVisible()
})

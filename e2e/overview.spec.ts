import { expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations } from './support/accessibility.ts'
import {
  callApi,
  formatAmount,
  formatPercent,
  measureOverflow,
  phoneSize,
  toCents,
} from './support/figures.ts'
import { scrollThrough } from './support/scroll-through.ts'
import { openSignedIn, signInByApi } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

/** Reads the equation of the header in whole cents: the value, then its components. */
async function readEquation(page: Page): Promise<number[]> {
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header).toBeVisible()
  const text = await header.innerText()
  const figures = text.match(/[+−]?\d{1,3}(?:,\d{3})*\.\d{2}(?!%)/g) ?? []
  return figures.map(figure => Number(figure.replace('−', '-').replaceAll(/[+,.]/g, '')))
}

/** An address with a period overrides the saved filter, so other journeys cannot interfere. */
async function openUnfiltered(page: Page): Promise<void> {
  await page.goto('/overview?period=all')
}

test('shows an equation that holds to the cent and matches the API', async ({ page }) => {
  await signInByApi(page, 'investor')
  await openUnfiltered(page)
  const figures = await readEquation(page)
  const { data } = await callApi(page, '/api/performance/?points=10', {})
  const [
    nav = 0,
    allocated = 0,
    cash = 0,
    flow = 0,
    deposits = 0,
    withdrawals = 0,
    pnl = 0,
    realized = 0,
    unrealized = 0,
  ] = figures
  expect(nav).toBe(toCents(data.balance.total))
  expect(allocated + cash).toBe(nav)
  expect(deposits + withdrawals).toBe(flow)
  expect(realized + unrealized).toBe(pnl)
  expect(flow + pnl).toBe(nav)
})

test('shows the opening value of a shorter period, also after a reload', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await page.getByRole('button', { name: 'YTD', exact: true }).click()
  await expect(page).toHaveURL(/ytd/)
  const { data } = await callApi(page, '/api/performance/?points=10', {
    settings: { period: { name: 'ytd' } },
  })
  await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('Opening value')
  const total = toCents(data.balance.total)
  expect(
    toCents(data.opening.total) + toCents(data.cash_flow.net_cashflow) + toCents(data.pnl.abs.total),
  ).toBeGreaterThanOrEqual(total - 2)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('Opening value')
})

test('shows groups that add up to the net asset value', async ({ page }) => {
  await signInByApi(page, 'investor')
  await openUnfiltered(page)
  await page.getByRole('button', { name: 'Value', exact: true }).click()
  await expect(page.getByText('adds up to NAV')).toBeVisible()
  const grouped = await callApi(page, '/api/grouped/?group_by=instrument_type', {})
  const { data } = await callApi(page, '/api/performance/?points=10', {})
  const sum = grouped.data.reduce((total: number, group: { value: number }) => total + group.value, 0)
  expect(toCents(sum)).toBe(toCents(data.balance.total))
})

test('hides every amount but keeps the percentages', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await readEquation(page)
  await page.getByRole('button', { name: /Hide amounts/ }).click()
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header.getByText(/^\d{1,3},\d{3}/).first()).toBeHidden()
  await expect(header).toContainText('%')
})

test('shows an adviser one family at a time, chosen in the header', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'adviser')
  const before = await readEquation(page)
  const switcher = page.getByRole('banner').getByRole('button', { name: /^Family:/ })
  await switcher.click()
  await page.getByRole('menuitemradio', { checked: false }).first().click()
  await expect(page).toHaveURL(/family=/)
  await expect.poll(async () => (await readEquation(page))[0]).not.toBe(before[0])
})

test('shows best positions, months, risk and currencies that match the API', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await openSignedIn(page, '/overview?period=all', 'investor')
  const best = page.getByRole('list', { name: 'Best 10' })
  const ranked = await callApi(page, '/api/positions/best-worst/?count=10', {})
  await expect(best.getByRole('listitem').first()).toContainText(ranked.data.best[0].name)
  await expect(page.getByRole('list', { name: 'Worst 10' }).getByRole('listitem').first()).toContainText(
    ranked.data.worst[0].name,
  )
  await scrollThrough(page)
  const performance = page.getByRole('region', { name: 'Performance' })
  const { data } = await callApi(page, '/api/performance/?points=2', {})
  await expect(performance).toContainText(formatPercent(data.returns.twr_annual))
  await expect(performance).toContainText(formatPercent(data.returns.xirr))
  await expect(performance).toContainText(/XIRR is \d+\.\d\d points (higher|lower)|They are alike/)
  const risk = await callApi(page, '/api/performance/risk/?points=2', {})
  await expect(page.getByRole('region', { name: 'Risk' })).toContainText(
    formatPercent(risk.data.volatility).replace('+', ''),
  )
  const months = await callApi(page, '/api/performance/months/', {})
  const table = page.getByRole('region', { name: 'Monthly returns' })
  await expect(table).toContainText(formatPercent(months.data.years.at(-1).twr))
  await expect(table).toContainText('months compound to years')
  const movers = await callApi(page, '/api/performance/currency-movers/', {})
  await expect(page.getByRole('region', { name: 'Currency effects', exact: true })).toContainText(
    formatAmount(movers.data.total.pnl_fx, 'always'),
  )
  await expect(page.getByRole('img', { name: 'Net asset value over time' })).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Recently opened' }).getByRole('listitem').first(),
  ).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('opens a group of the allocation with the total of its positions', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await page.getByRole('region', { name: 'Allocation' }).getByRole('button', { name: 'Bond' }).click()
  const dialog = page.getByRole('dialog', { name: /^Bond/ })
  const detail = await callApi(
    page,
    '/api/grouped/detail/?filter_key=instrument_type&filter_value=bond&position_type=open&limit=100',
    {},
  )
  await expect(dialog).toContainText(`${detail.count} positions`)
  await expect(dialog.locator('tfoot')).toContainText(formatAmount(detail.totals.value))
  await dialog.getByRole('button', { name: 'Filter by Bond' }).click()
  await expect(page).toHaveURL(/\/positions\?.*type=bond/)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
})

test('saves a filter as a template, applies it and deletes it', async ({ page }) => {
  await signInByApi(page, 'investor')
  const name = `Liquid ${Date.now().toString(36)}`
  await page.goto('/overview?period=all&type=equity,etf')
  await page.getByRole('button', { name: /^Templates:/ }).click()
  await page.getByRole('menuitem', { name: 'Save filter as…' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: `Templates: ${name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page).not.toHaveURL(/type=/)
  await page.getByRole('button', { name: /^Templates:/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await expect(page).toHaveURL(/type=equity,etf/)
  await page.getByRole('button', { name: /^Templates:/ }).click()
  await page.getByRole('menuitem', { name: 'Manage templates…' }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page
    .getByRole('dialog', { name: `Delete ${name}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText(name)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
})

test('passes the accessibility check and fits a phone', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('CHF')
  await scrollThrough(page)
  await expect(page.getByRole('region', { name: 'Monthly returns' })).toContainText('months compound')
  await expectNoSeriousViolations(page)
  await page.setViewportSize(phoneSize)
  await expect(page.getByRole('region', { name: 'Performance' })).toBeVisible()
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
  await expectNoSeriousViolations(page)
})

import { expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations } from './accessibility.ts'
import { amount, ask, cents, overflow, percent, phone } from './figures.ts'
import { beSignedIn, openSignedIn } from './sign-in.ts'
import { watchConsole } from './watch-console.ts'

/** Large figures of the equation as whole cents: the value, then what it is made of. */
async function equationCents(page: Page): Promise<number[]> {
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header).toBeVisible()
  const text = await header.innerText()
  const figures = text.match(/[+−]?\d{1,3}(?:,\d{3})*\.\d{2}(?!%)/g) ?? []
  return figures.map(figure => Number(figure.replace('−', '-').replaceAll(/[+,.]/g, '')))
}

/** An address that names a period speaks of the whole filter: what is saved elsewhere meanwhile does not count. */
async function openWhole(page: Page): Promise<void> {
  await page.goto('/overview?period=all')
}

test('shows an equation that holds to the cent and is what the API says', async ({ page }) => {
  await beSignedIn(page, 'investor')
  await openWhole(page)
  const figures = await equationCents(page)
  const { data } = await ask(page, '/api/performance/?points=10', {})
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
  expect(nav).toBe(cents(data.balance.total))
  expect(allocated + cash).toBe(nav)
  expect(deposits + withdrawals).toBe(flow)
  expect(realized + unrealized).toBe(pnl)
  expect(flow + pnl).toBe(nav)
})

test('opens a shorter period with its opening value, and the equation still holds', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await page.getByRole('button', { name: 'YTD', exact: true }).click()
  await expect(page).toHaveURL(/ytd/)
  const { data } = await ask(page, '/api/performance/?points=10', { settings: { period: { name: 'ytd' } } })
  await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('Opening value')
  const total = cents(data.balance.total)
  expect(
    cents(data.opening.total) + cents(data.cash_flow.net_cashflow) + cents(data.pnl.abs.total),
  ).toBeGreaterThanOrEqual(total - 2)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('Opening value')
})

test('adds its groups up to the net asset value', async ({ page }) => {
  await beSignedIn(page, 'investor')
  await openWhole(page)
  await page.getByRole('button', { name: 'Value', exact: true }).click()
  await expect(page.getByText('adds up to NAV')).toBeVisible()
  const grouped = await ask(page, '/api/grouped/?group_by=instrument_type', {})
  const { data } = await ask(page, '/api/performance/?points=10', {})
  const sum = grouped.data.reduce((total: number, group: { value: number }) => total + group.value, 0)
  expect(cents(sum)).toBe(cents(data.balance.total))
})

test('hides every amount when asked to, and keeps the percentages', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await equationCents(page)
  await page.getByRole('button', { name: /Hide amounts/ }).click()
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header.getByText(/^\d{1,3},\d{3}/).first()).toBeHidden()
  await expect(header).toContainText('%')
})

test('shows an adviser one family at a time, chosen in the header', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'adviser')
  const before = await equationCents(page)
  const switcher = page.getByRole('banner').getByRole('button', { name: /^Family:/ })
  await switcher.click()
  await page.getByRole('menuitemradio', { checked: false }).first().click()
  await expect(page).toHaveURL(/family=/)
  await expect.poll(async () => (await equationCents(page))[0]).not.toBe(before[0])
})

test('shows below what the API says of the best, the months, the risk and the currencies', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  await openSignedIn(page, '/overview?period=all', 'investor')
  const best = page.getByRole('list', { name: 'Best 10' })
  const ranked = await ask(page, '/api/positions/best-worst/?count=10', {})
  await expect(best.getByRole('listitem').first()).toContainText(ranked.data.best[0].name)
  await expect(page.getByRole('list', { name: 'Worst 10' }).getByRole('listitem').first()).toContainText(
    ranked.data.worst[0].name,
  )
  const performance = page.getByRole('region', { name: 'Performance' })
  const { data } = await ask(page, '/api/performance/?points=2', {})
  await expect(performance).toContainText(percent(data.returns.twr_annual))
  await expect(performance).toContainText(percent(data.returns.xirr))
  await expect(performance).toContainText(/XIRR is \d+\.\d\d points (higher|lower)|They are alike/)
  const risk = await ask(page, '/api/performance/risk/?points=2', {})
  await expect(page.getByRole('region', { name: 'Risk' })).toContainText(
    percent(risk.data.volatility).replace('+', ''),
  )
  const months = await ask(page, '/api/performance/months/', {})
  const table = page.getByRole('region', { name: 'Returns by month' })
  await expect(table).toContainText(percent(months.data.years.at(-1).twr))
  await expect(table).toContainText('months link to years')
  const movers = await ask(page, '/api/performance/currency-movers/', {})
  await expect(page.getByRole('region', { name: 'Currency movers', exact: true })).toContainText(
    amount(movers.data.total.pnl_fx, 'always'),
  )
  await expect(page.getByRole('img', { name: 'Net asset value over time' })).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Most recent open' }).getByRole('listitem').first(),
  ).toBeVisible()
  expect(complaints).toEqual([])
})

test('opens a group of the allocation, whose positions add up to it', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await page.getByRole('region', { name: 'Allocation' }).getByRole('button', { name: 'Bond' }).click()
  const dialog = page.getByRole('dialog', { name: /^Bond/ })
  const detail = await ask(
    page,
    '/api/grouped/detail/?filter_key=instrument_type&filter_value=bond&position_type=open&limit=100',
    {},
  )
  await expect(dialog).toContainText(`${detail.count} positions`)
  await expect(dialog.locator('tfoot')).toContainText(amount(detail.totals.value))
  await dialog.getByRole('button', { name: 'Filter by Bond' }).click()
  await expect(page).toHaveURL(/\/positions\?.*type=bond/)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
})

test('saves a filter as a template, applies it and deletes it', async ({ page }) => {
  await beSignedIn(page, 'investor')
  const name = `Liquid ${Date.now().toString(36)}`
  await page.goto('/overview?period=all&type=equity,etf')
  await page.getByRole('button', { name: /^Templates:/ }).click()
  await page.getByRole('menuitem', { name: 'Save this filter as…' }).click()
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

test('breaks no serious rule of accessibility and fits a phone', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all', 'investor')
  await expect(page.getByRole('region', { name: 'Returns by month' })).toContainText('months link')
  await expectNoSeriousViolations(page)
  await page.setViewportSize(phone)
  await expect(page.getByRole('region', { name: 'Performance' })).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectNoSeriousViolations(page)
})

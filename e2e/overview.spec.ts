import { expect, type Page, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

/** Large figures of the equation as whole cents: the value, then what it is made of. */
async function equationCents(page: Page): Promise<number[]> {
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header).toBeVisible()
  const text = await header.innerText()
  const figures = text.match(/[+−]?\d{1,3}(?:,\d{3})*\.\d{2}(?!%)/g) ?? []
  return figures.map(figure => Number(figure.replace('−', '-').replaceAll(/[+,.]/g, '')))
}

async function ask(page: Page, url: string, data: object) {
  const access = (await page.context().cookies()).find(cookie => cookie.name === 'plumbline_access')?.value
  const reply = await page.request.post(url, { data, headers: { authorization: `Bearer ${access}` } })
  expect(reply.status()).toBe(200)
  return reply.json()
}

const cents = (amount: number) => Math.round(amount * 100)

/** An address that names a period speaks of the whole filter: what is saved elsewhere meanwhile does not count. */
async function openWhole(page: Page): Promise<void> {
  await page.goto('/overview?period=all')
}

test('shows an equation that holds to the cent and is what the API says', async ({ page }) => {
  await signIn(page, 'investor')
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
  await signIn(page, 'investor')
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
  await signIn(page, 'investor')
  await openWhole(page)
  await page.getByRole('button', { name: 'Value', exact: true }).click()
  await expect(page.getByText('adds up to NAV')).toBeVisible()
  const grouped = await ask(page, '/api/grouped/?group_by=instrument_type', {})
  const { data } = await ask(page, '/api/performance/?points=10', {})
  const sum = grouped.data.reduce((total: number, group: { value: number }) => total + group.value, 0)
  expect(cents(sum)).toBe(cents(data.balance.total))
})

test('hides every amount when asked to, and keeps the percentages', async ({ page }) => {
  await signIn(page, 'investor')
  await equationCents(page)
  await page.getByRole('button', { name: /Hide amounts/ }).click()
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header.getByText(/^\d{1,3},\d{3}/).first()).toBeHidden()
  await expect(header).toContainText('%')
})

test('shows an adviser one family at a time', async ({ page }) => {
  await signIn(page, 'adviser')
  await equationCents(page)
  const settings = await page.evaluate(() => document.body.innerText)
  expect(settings).toMatch(/Aebi-Laurent|Moreau-Brandt|Hargrove-Tan/)
})

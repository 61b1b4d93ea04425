import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { buildAddress, listModals, navigateInApp, screens } from './support/addresses.ts'
import { callApi, expectEffectsAddUp, readUnits } from './support/figures.ts'
import { openSignedIn, signInByApi } from './support/sign-in.ts'
import { addUser, newPassword } from './support/users.ts'

/** The rows of a table as texts, by the names of their columns. */
async function readTable(table: Locator, rows: string): Promise<Record<string, string>[]> {
  const names = await table.locator('thead th').allInnerTexts()
  const lines = await table
    .locator(rows)
    .evaluateAll(found =>
      found.map(line => [...line.querySelectorAll('th, td')].map(cell => cell.textContent ?? '')),
    )
  return lines.map(cells =>
    Object.fromEntries(cells.map((cell, index) => [names[index]?.trim() ?? '', cell])),
  )
}

/** A percentage has the sign of the amount beside it, unless one of them rounds to zero. */
function expectSameSign(amount: string, percent: string): void {
  const [money, rate] = [readUnits(amount), readUnits(percent)]
  if (money !== 0 && rate !== 0) expect(Math.sign(rate), `${amount} beside ${percent}`).toBe(Math.sign(money))
}

async function expectEquation(page: Page): Promise<void> {
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header).toBeVisible()
  const terms = await header
    .locator('[data-amount=large]')
    .evaluateAll(found => found.map(term => term.textContent ?? ''))
  const [nav = 0, ...others] = terms.map(readUnits)
  expect(others.length).toBeGreaterThan(1)
  expect(others.reduce((sum, term) => sum + term, 0)).toBe(nav)
}

async function expectStrategySigns(page: Page, pnl: string): Promise<void> {
  await page.goto('/strategies?period=ytd&in=CHF')
  const strategies = page.getByRole('grid', { name: 'Strategies' })
  await expect(strategies.locator('tbody tr').first()).toBeVisible()
  for (const row of await readTable(strategies, 'tbody tr')) {
    const [amount = '', percent = ''] = (row[pnl] ?? '').match(/[+−]?\d[\d,.]*%?/g) ?? []
    expectSameSign(amount, percent)
  }
}

/** The server remembers currency and grouping of each user, so a journey that changes them has its own. */
async function signInAsNewUser(page: Page, request: APIRequestContext): Promise<void> {
  const username = `sums${Date.now().toString(36)}`
  await addUser(request, username)
  await signInByApi(page, username, newPassword)
}

for (const [currency, decimals] of [
  ['CHF', 2],
  ['JPY', 0],
] as const)
  test(`displayed parts add up and percentages have the sign of their amount in ${currency}`, async ({
    page,
    request,
  }) => {
    // The server remembers the currency of each user. Only the demo's own investor has strategies.
    if (currency === 'CHF') await signInByApi(page, 'investor')
    else await signInAsNewUser(page, request)
    await page.goto(`/overview?period=ytd&in=${currency}`)
    await expectEquation(page)
    // A return of other money than the P/L stands on its own card.
    await expect(page.getByRole('region', { name: 'Net asset value' })).not.toContainText('TWR')

    await page.goto(`/positions?period=ytd&in=${currency}`)
    await page
      .getByRole('group', { name: 'Positions' })
      .getByRole('button', { name: /^Open \d/ })
      .click()
    const grid = page.getByRole('grid', { name: 'Open positions' })
    const { count } = await callApi(page, '/api/positions/list/?type=open&limit=1')
    await expect(grid.locator('tfoot')).toContainText(`${count} positions`)
    const value = `Value, ${currency}`
    const pnl = `P&L YTD, ${currency}`
    const [total] = await readTable(grid, 'tfoot tr')
    expect(readUnits(total?.Unrealized ?? '') + readUnits(total?.Realized ?? '')).toBe(
      readUnits(total?.[pnl] ?? ''),
    )
    expect(total?.[value]).toMatch(decimals === 0 ? /\d{3}$/ : /\.\d\d$/)
    const rows = (await readTable(grid, 'tbody tr')).filter(row => row[pnl] !== undefined)
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) {
      expectSameSign(row[pnl] ?? '', row['P&L, %'] ?? '')
      expect(readUnits(row.Unrealized ?? '') + readUnits(row.Realized ?? '')).toBe(readUnits(row[pnl] ?? ''))
    }

    if (currency === 'CHF') await expectStrategySigns(page, pnl)

    const { data } = await callApi(page, '/api/positions/search/?type=open&q=corvid&limit=1')
    await page.goto(`/positions?period=ytd&in=${currency}&modal=position&modal.id=${data[0].id}`)
    await expectEffectsAddUp(page.getByRole('table', { name: 'P&L breakdown' }))
  })

test('a group has the same count and total before and after opening', async ({ page, request }) => {
  await signInAsNewUser(page, request)
  await page.goto('/positions?period=ytd&in=CHF&group=currency')
  await page
    .getByRole('group', { name: 'Positions' })
    .getByRole('button', { name: /^Open \d/ })
    .click()
  const grid = page.getByRole('grid', { name: 'Open positions' })
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Currency' }).click()
  const row = grid.getByRole('row', { name: /^CHF \d+/ }).first()
  const [, count = ''] = (await row.innerText()).match(/(\d+)\s/) ?? []
  expect(Number(count)).toBeGreaterThan(5)
  // The button shows while the pointer is on its row.
  await row.hover()
  await row.locator('button[aria-label="Open the group CHF"]').click()
  await expect(page.getByRole('dialog')).toContainText(`${count} positions`)
})

test('a period without data is replaced with a message', async ({ page }) => {
  await openSignedIn(page, '/overview?from=2030-01-01&to=2030-12-31', 'investor')
  await expect(page.getByRole('alert')).toContainText('No figures for')
  await expectEquation(page)
})

test('hidden amounts are not in the page, on any screen and in any modal', async ({ page }) => {
  test.setTimeout(300_000)
  await signInByApi(page, 'investor')
  await page.goto('/positions?period=ytd&in=CHF')
  await expect(page.getByRole('grid').first()).toBeVisible()
  await page.getByRole('button', { name: /Hide amounts/ }).click()
  const modals = (await listModals(page)).filter(({ isForAdmins }) => !isForAdmins)
  const found: string[] = []
  const read = async (address: string) => {
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main [class*=skeleton], [role=dialog] [class*=skeleton]')).toHaveCount(0)
    found.push(...(await readThousands(page)).map(text => `${address}: ${text}`))
  }
  // Within a year no count of days or charges has thousands. Prices and targets of the watchlist are public.
  for (const screen of screens.filter(each => each !== '/watchlist')) {
    const address = screen.replace('period=all', 'period=ytd&in=CHF')
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
    await read(address)
  }
  for (const modal of modals.filter(({ kind }) => kind !== 'ticker')) {
    const address = buildAddress(modal, '/overview?period=ytd&in=CHF')
    await navigateInApp(page, address)
    await expect(page.getByRole('dialog').first()).toBeVisible()
    await read(address)
    await navigateInApp(page, '/overview?period=ytd&in=CHF')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(found).toEqual([])
})

/** Texts, labels and typed values with thousands: amounts of this portfolio have them, percentages and years do not. */
function readThousands(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    for (const element of document.querySelectorAll('body *')) {
      for (const name of ['aria-label', 'title', 'aria-valuetext'])
        texts.push(element.getAttribute(name) ?? '')
      if (element instanceof HTMLInputElement) texts.push(element.value)
      if (element.children.length === 0) texts.push(element.textContent ?? '')
    }
    // The size of files is no amount.
    return texts.filter(text => /\d,\d{3}(?! [KMG]B)/.test(text))
  })
}

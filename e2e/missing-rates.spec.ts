import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { readPdfPages } from '../packages/importers/src/pdf/file/read-pages.ts'
import { findViolations } from './support/accessibility.ts'
import { measureOverflow } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

/** Adds two accounts through the API, one of them in a currency that has no exchange rate. */
async function fillAccounts(request: APIRequestContext, username: string): Promise<void> {
  const login = await request.post('/auth/login/', { data: { username, password: newPassword } })
  const headers = { authorization: `Bearer ${(await login.json()).access}` }
  for (const [name, currency, amount] of [
    ['Home', 'CHF', 1000],
    ['Almaty', 'KZT', 250_000],
  ] as const) {
    const opened = await request.post('/api/accounts/', { data: { name, currency }, headers })
    expect(opened.status(), await opened.text()).toBe(200)
    const account = (await opened.json()).data.id
    const confirm = ['nav_change', 'before_first_day']
    const data = { account, transaction_type: 'deposit', date: '2026-01-06', currency, amount, confirm }
    expect((await request.post('/api/transactions/', { data, headers })).status()).toBe(200)
  }
}

for (const width of [1440, 390])
  test(`a missing exchange rate makes the net asset value partial, from the overview to the report, ${width} px wide`, async ({
    page,
    request,
  }) => {
    const consoleErrors = watchConsole(page)
    const username = await addFamily(request)
    await fillAccounts(request, username)
    await page.setViewportSize({ width, height: 900 })
    await openSignedIn(page, '/overview?period=all', username, newPassword)

    const equation = page.getByRole('region', { name: 'Net asset value' })
    await expect(equation).toContainText('1,000.00')
    await expect(equation.getByRole('button', { name: /^Not shown: a price or exchange rate/ })).toHaveCount(
      2,
    )
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
    expect(await findViolations(page)).toEqual([])

    await test.step('the badge opens the list of what is missing', async () => {
      const badge = equation.getByRole('button', { name: /^Partial\. 1 of 2 positions and balances/ })
      await badge.click()
      const panel = page.getByRole('dialog', { name: 'Data quality' })
      await expect(panel.getByText('1 of 2 positions and balances are valued')).toBeVisible()
      await expect(panel.getByText('KZT to CHF')).toBeVisible()
      await expect(panel.getByText('An administrator can enter it.')).toBeVisible()
      await panel.getByRole('button', { name: 'Close' }).click()
    })

    await test.step('the printed report says so', async () => {
      await page.goto('/overview?period=all&modal=reports')
      const reports = page.getByRole('dialog', { name: /^Reports/ })
      await reports.getByRole('button', { name: 'New report' }).first().click()
      const form = page.getByRole('dialog', { name: 'New report' })
      await form.getByLabel('Name', { exact: true }).fill('Partial statement')
      const saved = page.waitForEvent('download')
      await form.getByRole('button', { name: 'Save and create PDF' }).click()
      const printed = await saved
      expect(printed.suggestedFilename()).toMatch(/\.pdf$/)
      const pages = await readPdfPages(await readFile(await printed.path()))
      const words = pages
        .flatMap(({ lines }) => lines.map(line => line.text))
        .join(' ')
        .replaceAll(/\s+/g, ' ')
      expect(words).toContain('(partial)')
      expect(words).toContain('Exchange rate missing since 6 Jan 2026: KZT')
      const tables = page.waitForEvent('download')
      await reports.getByRole('button', { name: 'Other formats of Partial statement' }).click()
      await page.getByRole('menuitem', { name: 'Tables as CSV' }).click()
      const text = await readFile(await (await tables).path(), 'utf8')
      expect(text).toContain('(partial)')
      expect(text).toContain('Exchange rate missing since')
    })
    expect(consoleErrors).toEqual([])
  })

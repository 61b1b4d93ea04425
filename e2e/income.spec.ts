import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { callApi, measureOverflow } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'

const format = (value: number, decimals = 2) =>
  value
    .toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace('-', '−')

for (const width of [1440, 390]) {
  test(`income at ${width} px matches the API, is grouped and downloaded`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openSignedIn(page, '/events', 'investor')
    await page.getByRole('button', { name: 'Income', exact: true }).click()
    await expect(page).toHaveURL(/\/events\/income/)
    const { data } = await callApi(page, '/api/income/', {})
    const header = page.getByRole('region', { name: 'Income', exact: true })
    await expect(header).toContainText(format(data.total.expected))
    await expect(header).toContainText(format(data.total.received))

    const table = page.getByRole('region', { name: 'Income by position', exact: true })
    await expect(table).toContainText(data.positions[0].name)
    await table.getByRole('button', { name: 'Account' }).click()
    await expect(page).toHaveURL(/income_by=account/)
    const accounts = page.getByRole('region', { name: 'Income by account', exact: true })
    await expect(accounts).toContainText(format(data.accounts[0].expected))

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).first().click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(data.payments.length + 1)
    const dry = data.cash.find((row: { runs_dry: string | null }) => row.runs_dry !== null)
    if (dry) await expect(page.getByRole('region', { name: 'Cash ladder' })).toContainText(dry.currency)
  })
}

/** An amount at the end of an entry; a comma is escaped. */
const namedAmount = /SUMMARY:.*, [A-Z]{3} [\d,\\]+\.\d\d/

test('a calendar is subscribed to, read without a sign-in, and gone once it is ended', async ({
  page,
  playwright,
  baseURL,
}) => {
  // The card is narrow here, and the link is long.
  await page.setViewportSize({ width: 1280, height: 800 })
  await openSignedIn(page, '/events/income', 'investor')
  const card = page.getByRole('region', { name: 'Calendar subscription' })
  await card.getByRole('button', { name: 'Subscribe' }).click()
  const shown = card.getByLabel('Calendar link')
  await expect(shown).toBeVisible()
  expect(await measureOverflow(page)).toBe(0)
  const link = new URL((await shown.textContent()) ?? '')
  const program = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const calendar = await program.get(link.pathname)
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const text = await calendar.text()
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).not.toMatch(namedAmount)

  const changed = page.waitForResponse(reply => reply.request().method() === 'PATCH' && reply.ok())
  await card.getByLabel('Show amounts').click()
  await expect(card.getByLabel('Show amounts')).toBeChecked()
  await changed
  expect(await (await program.get(link.pathname)).text()).toMatch(namedAmount)

  await card.getByRole('button', { name: 'End subscription' }).click()
  await expect(card.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  expect((await program.get(link.pathname)).status()).toBe(404)
  await program.dispose()
})

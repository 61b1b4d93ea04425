import { expect, test } from '@playwright/test'
import { callApi } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'

const yearToDate = { settings: { period: { name: 'ytd' } } }
const format = (value: number, decimals = 2) =>
  value
    .toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace('-', '−')

for (const width of [1440, 390]) {
  test(`fees at ${width} px match the API in total, by group and for a day`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openSignedIn(page, '/fees?period=ytd', 'investor')
    const { data } = await callApi(page, '/api/fees/', yearToDate)
    const header = page.getByRole('region', { name: 'Fees', exact: true })
    await expect(header).toContainText(format(data.total.sum))
    await expect(header).toContainText(`${format(data.total.bps, 1)}`)
    await expect(header).toContainText(format(data.total.trailer_fees))
    const groups = page.getByRole('region', { name: /^Fees by/ }).first()
    const [first] = data.group_by
    await expect(groups.getByText(first.name, { exact: true })).toBeVisible()
    await expect(groups).toContainText(format(first.sum))

    await groups.getByText(first.name, { exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Fees: ${first.name}` })
    await expect(dialog).toContainText(format(first.sum))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const day = data.total.daily_ts.findLast((one: { daily_fees_abs: number }) => one.daily_fees_abs > 0)
    await page.goto(`/fees?period=ytd&modal=fees-day&modal.date=${day.date}`)
    await expect(page.getByRole('dialog', { name: /^Fees of the day/ })).toContainText(
      format(day.daily_fees_abs),
    )
  })
}

import { expect, test } from '@playwright/test'
import { callApi, formatAmount } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'

for (const width of [1440, 390]) {
  test(`events at ${width} px match the API and keep the chosen horizon after a reload`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openSignedIn(page, '/events?period=all', 'investor')
    const all = await callApi(page, '/api/events/?limit=1000', {})
    const { total, event_type: types } = all.extra.statistics
    const statistics = page.getByRole('region', { name: 'Statistics' }).first()
    const dividends = types.find((one: { event_type: string }) => one.event_type === 'dividend')
    await expect(statistics).toContainText(formatAmount(dividends.calculated_amount, 'always'))
    if (width > 600) {
      await expect(statistics).toContainText(formatAmount(total.calculated_amount, 'always'))
      await expect(page.getByText(`${total.count} events, `)).toBeVisible()
    }
    const ahead = page.getByRole('region', { name: 'Upcoming events' })
    await ahead.getByRole('button', { name: '3M', exact: true }).click()
    await expect(page).toHaveURL(/ahead=3m/)
    await page.reload()
    await expect(ahead.getByRole('button', { name: '3M', exact: true, pressed: true })).toBeVisible()
    const [next] = all.data
    await expect(page.getByRole('region', { name: 'List' })).toContainText(next.name)
  })
}

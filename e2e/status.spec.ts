import { expect, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'

for (const width of [1440, 390]) {
  test(`the status of the data sources at ${width} px matches the API`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openSignedIn(page, '/overview?period=all', 'investor')
    const access = (await page.context().cookies()).find(cookie => cookie.name === 'plumbline_access')?.value
    const headers = { authorization: `Bearer ${access}` }
    const { data } = await (await page.request.post('/api/status/', { data: {}, headers })).json()
    if (width > 600) await page.getByRole('button', { name: /^Integration status/ }).click()
    else await page.getByRole('button', { name: 'More' }).click()
    const shown = page.getByRole('dialog')
    for (const { name, message, icon } of data) {
      const line = shown.getByRole('listitem').filter({ hasText: name })
      await expect(line).toContainText(icon === 1 ? 'Up to date' : icon === 0 ? 'No new data' : message)
    }
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
  })
}

import { expect, test } from '@playwright/test'
import { navigateInApp } from './support/addresses.ts'
import { callApi } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'

const screens = ['Overview', 'Positions', 'Transactions', 'Fees', 'Events', 'Strategies', 'Watchlist']

test('every screen prints in the light theme on white, without bars and buttons', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('plumbline_theme', 'dark'))
  await openSignedIn(page, '/overview?period=all', 'investor')
  for (const name of screens) {
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(name.toLowerCase()))
    await expect(page.getByRole('main').locator('table, dl, svg').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('search')).toBeHidden()
    const styles = await page.evaluate(() => ({
      background: getComputedStyle(document.documentElement).backgroundColor,
      // Figures and names that are buttons on screen remain as text.
      buttons: [...document.querySelectorAll('main button')].filter(
        button => button.checkVisibility() && /^(CSV|Columns|Reset|New |Add )/.test(button.textContent ?? ''),
      ).length,
    }))
    expect(styles).toEqual({ background: 'rgb(255, 255, 255)', buttons: 0 })
  }
  await test.step('the page prints to PDF, and the screen returns to its theme', async () => {
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'screen' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('banner')).toBeVisible()
  })
})

/** As the screens write it, such as 13 Nov 2026. */
function formatDay(iso: string): string {
  const date = new Date(iso)
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(date)
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`
}

test('a printed screen names the family, the period and the day of its figures', async ({ page }) => {
  await openSignedIn(page, '/overview?period=1y', 'investor')
  const settings = { period: { name: '1y', start_date: null, end_date: null } }
  const { data } = await callApi(page, '/api/performance/', { settings, filters: {} })
  await expect(page.getByRole('main').locator('table').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(`${data.basis.family.name} · 1Y · as of ${formatDay(data.basis.as_of)} · `),
  ).toBeVisible()
})

test('an open dialog is printed instead of the page behind it, with family, period and day', async ({
  page,
}) => {
  const shown = page.waitForResponse(reply => reply.url().includes('/api/explain/') && reply.ok())
  await openSignedIn(page, '/overview?period=all&modal=explain&modal.last=day', 'investor')
  const { basis } = (await (await shown).json()).data
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('table').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await expect(dialog).toBeVisible()
  const day = formatDay(basis.as_of)
  expect(basis.start_date).toBe(basis.end_date)
  await expect(
    dialog.getByText(`${basis.family.name} · ${day} · as of ${day} · ${basis.currency}`),
  ).toBeVisible()
})

test('printed position details name the family, the period and the day', async ({ page }) => {
  await openSignedIn(page, '/positions?period=all', 'investor')
  const { data } = await callApi(page, '/api/positions/list/?limit=1', { settings: {}, filters: {} })
  const shown = page.waitForResponse(
    reply => reply.url().includes(`/api/positions/${data[0].id}`) && reply.ok(),
  )
  await navigateInApp(page, `/positions?period=all&modal=position&modal.id=${data[0].id}`)
  const { basis } = (await (await shown).json()).data
  const dialog = page.getByRole('dialog')
  await page.emulateMedia({ media: 'print' })
  const summary = dialog.getByText(`${basis.family.name} · `)
  await expect(summary).toContainText(`${formatDay(basis.start_date)} – ${formatDay(basis.end_date)}`)
  await expect(summary).toContainText(`as of ${formatDay(basis.as_of)}`)
})

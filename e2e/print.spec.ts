import { expect, test } from '@playwright/test'
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

test('an open dialog is printed instead of the page behind it', async ({ page }) => {
  await openSignedIn(page, '/overview?period=all&modal=explain&modal.last=day', 'investor')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await expect(dialog).toBeVisible()
})

import { expect, type Page, test } from '@playwright/test'
import { findViolations } from '../support/accessibility.ts'
import { buildAddress, listModals, navigateInApp, screens, screensOfStaff } from '../support/addresses.ts'
import { waitUntilLoaded } from '../support/scroll-through.ts'
import { openSignedIn } from '../support/sign-in.ts'
import { newPassword } from '../support/users.ts'
import { watchConsole } from '../support/watch-console.ts'
import { findCut } from './find-cut.ts'
import { addLargeFamily } from './large-family.ts'

const allWidths = [390, 768, 1024, 1280, 1440, 1920, 2560]

async function waitUntilShown(page: Page): Promise<void> {
  await waitUntilLoaded(page)
  await page.waitForLoadState('networkidle')
}

/** Looks for cut content at each width; the page stays open, as when a window is resized. */
async function expectNothingCut(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    await waitUntilShown(page)
    expect.soft(await findCut(page), `${page.url()} at ${width} px`).toEqual([])
  }
}

/** In JPY amounts have the most digits of all reporting currencies. */
const inYen = (address: string) => `${address}${address.includes('?') ? '&' : '?'}in=JPY`

test('long names and large amounts are not cut on any screen, on a phone and on a desktop', async ({
  page,
  request,
}) => {
  const consoleErrors = watchConsole(page)
  await openSignedIn(page, inYen('/overview?period=all'), await addLargeFamily(request, 'en-US'), newPassword)
  for (const screen of screens) {
    await navigateInApp(page, inYen(screen))
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await waitUntilShown(page)
    await expectNothingCut(page, [1280, 390])
  }
  expect(consoleErrors).toEqual([])
})

test('all tabs of an adviser fit beside the search from 1280 px on, in both languages', async ({ page }) => {
  await openSignedIn(page, '/fees', 'adviser')
  for (const language of ['en-US', 'de']) {
    await page.evaluate(name => localStorage.setItem('plumbline_language', name), language)
    await page.reload()
    const tabs = page.getByRole('banner').getByRole('navigation')
    await expect(tabs.getByRole('link')).toHaveCount(8)
    for (const width of [1280, 1339, 1340, 1439, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const hiddenPx = await tabs.evaluate(element => element.scrollWidth - element.clientWidth)
      expect.soft(hiddenPx, `${language} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('the filter bar folds before it overflows', async ({ page }) => {
  const filter = 'from=2024-01-05&to=2025-06-10&type=equity,etf,bond&currency=CHF,USD,EUR&country=CH,US'
  await openSignedIn(page, `/positions?${filter}`, 'investor')
  const bar = page.getByRole('search', { name: 'Filter' })
  await expect(bar).toContainText('5 Jan 2024')
  for (const width of [1440, 1024, 640]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(bar.getByRole('button', { name: 'Reset' })).toBeInViewport({ ratio: 1 })
    await expect(bar.getByRole('button', { name: /CHF$/ })).toBeInViewport({ ratio: 1 })
    expect(await findCut(page)).toEqual([])
  }
  // A filter in use stays visible in a count, and opens.
  await bar.getByRole('button', { name: 'Filter 3' }).click()
  // A button until its list has been loaded.
  const type = page.getByRole('dialog', { name: 'Filter' })
  await type
    .getByRole('button', { name: /^Type: / })
    .or(type.getByRole('combobox', { name: /^Type: / }))
    .click()
  await expect(page.getByRole('option', { name: 'Equity', exact: true })).toBeVisible()
})

/** A part of the product for one user: small enough for its own time limit, so that a failure can be repeated alone. */
const parts = ['screens', 'modals'] as const

async function listAddresses(page: Page, name: string, part: (typeof parts)[number]): Promise<string[]> {
  const isAdmin = name === 'admin'
  if (part === 'screens') return (isAdmin ? screensOfStaff : screens).map(inYen)
  const modals = (await listModals(page)).filter(({ isForAdmins = false }) => isForAdmins === isAdmin)
  return modals.map(place => buildAddress(place, '/watchlist'))
}

for (const language of ['en-US', 'de'] as const)
  for (const name of ['large', 'investor', 'admin'])
    for (const part of parts)
      test(`nothing is cut from 390 to 2560 px wide and all is accessible: ${part} of ${name}, ${language}`, async ({
        page,
        request,
      }) => {
        test.setTimeout(1_800_000)
        await page.addInitScript(word => localStorage.setItem('plumbline_language', word), language)
        const isLarge = name === 'large'
        const username = isLarge ? await addLargeFamily(request, language) : name
        await openSignedIn(page, '/watchlist', username, isLarge ? newPassword : undefined)
        for (const address of await listAddresses(page, name, part)) {
          await test.step(address, async () => {
            await page.goto(address)
            await waitUntilShown(page)
            await expectNothingCut(page, allWidths)
            // Roles, contrast and sizes are the same in both languages.
            for (const width of language === 'de' ? [] : [1440, 390]) {
              await page.setViewportSize({ width, height: 900 })
              expect.soft(await findViolations(page), `${address} at ${width} px`).toEqual([])
            }
          })
        }
      })

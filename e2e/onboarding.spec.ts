import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './support/accessibility.ts'
import { measureOverflow } from './support/figures.ts'
import { signIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

/** The heading of each screen without transactions. */
const screens = [
  ['/positions', 'No positions yet'],
  ['/transactions', 'No transactions yet'],
  ['/fees', 'No fees yet'],
  ['/events', 'No upcoming events'],
  ['/strategies', 'Group positions into strategies'],
] as const

async function expectFits(page: Page): Promise<void> {
  expect(await measureOverflow(page), `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0)
}

for (const width of [1440, 390]) {
  test(`an empty family sees the first steps on every screen, ${width} px wide`, async ({ page }) => {
    const consoleErrors = watchConsole(page)
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, await addFamily(page.request), newPassword)

    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByText('0 of 5 done')).toBeVisible()
    await expect(steps.getByRole('button', { name: 'Add an asset' })).toBeDisabled()
    await expectFits(page)
    expect(await findViolations(page)).toEqual([])

    for (const [address, title] of screens) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Open an account' })).toBeVisible()
      await expectFits(page)
    }
    await page.goto('/watchlist')
    await expect(page.getByText('You do not need an account for it.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add ticker' }).first()).toBeVisible()
    await page.goto('/overview?modal=assets')
    const manager = page.getByRole('dialog', { name: 'Asset manager' })
    await expect(manager.getByRole('heading', { name: 'No manual assets yet' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    await test.step('opening an account completes the first step', async () => {
      await manager.getByRole('button', { name: 'Open an account' }).click()
      const opening = page.getByRole('dialog', { name: 'New account' })
      await opening.getByLabel('Name').fill('Home')
      await opening.getByRole('button', { name: 'Create' }).click()
      await expect(opening).toBeHidden()
      await expect(steps.getByText('1 of 5 done')).toBeVisible()
      await expect(steps.getByText('Home, CHF')).toBeVisible()
      await steps.getByRole('button', { name: 'Import a file' }).click()
      await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
      await page.goto('/positions')
      await page.getByRole('button', { name: 'Add an asset' }).click()
      await expect(manager.getByLabel('Name', { exact: true })).toBeVisible()
    })

    await test.step('the steps can be hidden and shown again', async () => {
      await page.goto('/overview')
      await steps.getByRole('button', { name: 'Hide' }).click()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No figures yet' })).toBeVisible()
      await expect(steps).toBeHidden()
      await page.getByRole('button', { name: 'Show first steps' }).click()
      await expect(steps.getByText('1 of 5 done')).toBeVisible()
    })
    expect(consoleErrors).toEqual([])
  })
}

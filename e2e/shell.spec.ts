import { expect, test } from '@playwright/test'
import { findViolations } from './support/accessibility.ts'
import { measureOverflow } from './support/figures.ts'
import { signIn } from './support/sign-in.ts'

const tabs = ['Overview', 'Positions', 'Transactions', 'Watchlist', 'Strategies', 'Events', 'Fees']

test('opens a screen from each of the seven tabs', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await signIn(page, 'investor')
  for (const tab of tabs) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${tab.toLowerCase()}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(errors).toEqual([])
})

test('shows a page for an address that does not exist, with a link back', async ({ page }) => {
  await signIn(page, 'investor')
  await page.goto('/nothing-here')
  await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(/\/overview/)
})

test('changes theme and language on the sign-in page, and keeps the theme after a reload', async ({
  page,
}) => {
  await page.goto('/login')
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? 'dark')
  expect(await theme()).toBe('dark')
  await page.getByLabel('Theme').selectOption('Light theme')
  expect(await theme()).toBe('light')
  await page.reload()
  expect(await theme()).toBe('light')
  await page.getByLabel('Language').selectOption('Deutsch')
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('shows a message while the connection is lost', async ({ page, context }) => {
  await signIn(page, 'investor')
  await context.setOffline(true)
  await expect(page.getByText('No internet connection.').last()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('No internet connection.')).toHaveCount(0)
})

test('passes the accessibility check on the sign-in page and in the shell', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await signIn(page, 'investor')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Net asset value' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('fits a phone, where tabs open screens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'investor')
  await page.getByRole('link', { name: 'Positions' }).click()
  await expect(page).toHaveURL(/\/positions/)
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
})

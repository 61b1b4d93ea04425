import { expect, test } from '@playwright/test'
import { demoPassword, signIn } from './support/sign-in.ts'

test('signs in, stays signed in after a reload, and signs out', async ({ page }) => {
  await signIn(page, 'investor')
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(page).toHaveURL(/\/overview/)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account:/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/overview')
  await expect(page).toHaveURL(/\/login/)
})

test('hides the refresh token from scripts', async ({ page }) => {
  await signIn(page, 'investor')
  const readable = await page.evaluate(
    () => `${document.cookie} ${JSON.stringify({ ...localStorage, ...sessionStorage })}`,
  )
  expect(readable).toContain('plumbline_access')
  expect(readable).not.toContain('plumbline_refresh')
  const cookies = await page.context().cookies()
  expect(cookies.map(cookie => cookie.name)).toContain('plumbline_access')
})

test('shows a message after a failed sign-in and keeps the username', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill('investor')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ooops, login failed. Please try again later.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('investor')
})

test('returns to the requested page after sign-in', async ({ page }) => {
  await page.goto('/fees?a=1')
  await expect(page).toHaveURL(/\/login\?r=/)
  await page.getByLabel('Username').fill('adviser')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/fees\?a=1/)
})

test('does not redirect to another site after sign-in', async ({ page }) => {
  for (const hostile of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example']) {
    await page.context().clearCookies()
    await page.goto(`/login?r=${encodeURIComponent(hostile)}`)
    await page.getByLabel('Username').fill('investor')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/overview/)
  }
})

test('offers a recent sign-in and forgets it on request', async ({ page }) => {
  await signIn(page, 'investor')
  await page.context().clearCookies()
  await page.goto('/login')
  await page
    .getByRole('button', { name: /^investor/ })
    .first()
    .click()
  await expect(page.getByLabel('Username')).toHaveValue('investor')
  await page.getByRole('button', { name: /Remove investor/ }).click()
  await expect(page.getByRole('button', { name: /Remove investor/ })).toHaveCount(0)
})

test('shows the sign-in page after the server has ended the session', async ({ page, request }) => {
  await signIn(page, 'adviser')
  const access = (await page.context().cookies()).find(cookie => cookie.name === 'plumbline_access')?.value
  await request.post('/auth/logout/', { data: {}, headers: { authorization: `Bearer ${access}` } })
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
})

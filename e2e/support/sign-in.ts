import { expect, type Page } from '@playwright/test'

export const demoPassword = 'plumbline-demo'

/**
 * Signs in with the API call of the sign-in page. Journeys about other features use it, since it is much faster than the
 * page itself.
 */
export async function signInByApi(page: Page, username: string, password = demoPassword): Promise<void> {
  const reply = await page.request.post('/auth/login/', {
    headers: { 'x-plumbline-client': 'web' },
    data: { username, password },
  })
  expect(reply.status()).toBe(200)
}

/**
 * Signs in and opens an address. Journeys that check figures pass a period in the address: it overrides the saved filter,
 * which another journey of the same user may change.
 */
export async function openSignedIn(
  page: Page,
  address: string,
  username: string,
  password = demoPassword,
): Promise<void> {
  await signInByApi(page, username, password)
  await page.goto(address)
}

/** Signs in through the sign-in page. */
export async function signIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/overview/)
}

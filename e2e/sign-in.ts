import { expect, type Page } from '@playwright/test'

export const demoPassword = 'plumbline-demo'

/**
 * Signs in by the call that the sign-in page makes. A journey that is about something else begins with this: the page
 * and the first screen after it would take longer than what it wants to see.
 */
export async function beSignedIn(page: Page, username: string, password = demoPassword): Promise<void> {
  const reply = await page.request.post('/auth/login/', {
    headers: { 'x-plumbline-client': 'web' },
    data: { username, password },
  })
  expect(reply.status()).toBe(200)
}

/**
 * Opens an address as someone who is signed in. Where figures are looked at it names a period: then it speaks of the
 * whole filter, and what another journey of the same person has saved meanwhile narrows nothing.
 */
export async function openSignedIn(
  page: Page,
  address: string,
  username: string,
  password = demoPassword,
): Promise<void> {
  await beSignedIn(page, username, password)
  await page.goto(address)
}

/** Signs in by the sign-in page, as a person does. */
export async function signIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/overview/)
}

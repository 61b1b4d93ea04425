import { expect, type Page } from '@playwright/test'

export const demoPassword = 'plumbline-demo'

/** Signs in by the sign-in page, as a person does. */
export async function signIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/overview/)
}

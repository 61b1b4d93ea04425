import { expect, type Locator } from '@playwright/test'

/**
 * Chooses from a list that opens. A click right after it has opened counts as the one that opened it, and a list
 * that is searched while one types changes under the pointer: whoever sees it still open clicks again.
 */
export async function pick(option: Locator): Promise<void> {
  const open = option.page().getByRole('option')
  await expect(option).toBeVisible()
  await expect(async () => {
    if ((await open.count()) > 0) await option.click({ timeout: 5000 })
    await expect(open).toHaveCount(0, { timeout: 3000 })
  }).toPass({ timeout: 30_000 })
}

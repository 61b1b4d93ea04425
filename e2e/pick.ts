import { expect, type Locator } from '@playwright/test'

/**
 * Chooses from a list or menu that opens. A click right after it has opened counts as the one that opened it, and a
 * list that is searched while one types changes under the pointer: whoever sees it still open clicks again.
 */
export async function pick(choice: Locator): Promise<void> {
  await expect(choice).toBeVisible()
  await expect(async () => {
    if (await choice.isVisible()) await choice.click({ timeout: 5000 })
    await expect(choice).toBeHidden({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
}

import { expect, type Page } from '@playwright/test'

/**
 * Scrolls to the end and back, since cards below the fold are rendered and loaded once they come into view. Repeats this
 * until nothing on the page is loading: a card that arrives late may bring others into the page.
 */
export async function scrollThrough(page: Page): Promise<void> {
  await expect(async () => {
    await scrollToEnd(page)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(done => requestAnimationFrame(done))
    const isAtEnd = () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1
    window.scrollTo(0, 0)
    let before: number
    do {
      before = window.scrollY
      window.scrollBy(0, window.innerHeight / 2)
      // The first frame reports what came into view, the second one has rendered it.
      await nextFrame()
      await nextFrame()
      // A dialog that opens meanwhile holds the page where it is.
    } while (!isAtEnd() && window.scrollY !== before)
  })
}

/** Waits for all content, also below the fold; of an open dialog alone, since the page behind it does not scroll. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').first()
  if (new URL(page.url()).searchParams.has('modal')) await expect(dialog).toBeVisible()
  if ((await dialog.count()) === 0) await scrollThrough(page)
  else await expect(page.locator('[role=dialog] [aria-busy=true]')).toHaveCount(0)
}

import type { Page } from '@playwright/test'

/** Scrolls to the end and back, since cards below the fold are rendered once they come into view. */
export async function scrollThrough(page: Page): Promise<void> {
  const isAtEnd = () =>
    page.evaluate(() => {
      window.scrollBy(0, window.innerHeight / 2)
      return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1
    })
  // Rendered cards change the height, so the end has to stay the end for a few frames.
  for (let atEnd = 0; atEnd < 4; ) {
    atEnd = (await isAtEnd()) ? atEnd + 1 : 0
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}

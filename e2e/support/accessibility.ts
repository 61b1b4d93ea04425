import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface CheckOptions {
  /** Limits the check to this selector, where another journey covers the rest. */
  within?: string
  /** Ignores violations below serious impact. */
  isLenient?: boolean
}

/** Further rows of a table repeat the same markup, and checking all of them dominates the time. */
const repeatedRows = 'tbody tr:nth-child(n+9)'

/** `npm test` checks the dark theme, `npm run journeys:all` the light one. */
const theme = process.env.PLUMBLINE_JOURNEYS === 'all' ? 'light' : 'dark'

/** Lists accessibility violations of the page with their elements. */
export async function findViolations(
  page: Page,
  { within, isLenient = false }: CheckOptions = {},
): Promise<string[]> {
  await changeTheme(page)
  // The app has no frames; the other mode opens an extra page to check them.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .exclude(repeatedRows)
    .options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  const { violations: found } = await axe.analyze()
  return found
    .filter(({ impact }) => !isLenient || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map(node => node.html).join(' ')}`)
}

export const openDialog = '[role=dialog]'

/** Expects no violation of serious or critical impact. */
export async function expectNoSeriousViolations(page: Page, within?: string): Promise<void> {
  expect(await findViolations(page, { isLenient: true, ...(within && { within }) })).toEqual([])
}

/** Waits for running transitions, whose intermediate colours belong to neither theme. */
async function changeTheme(page: Page): Promise<void> {
  await page.evaluate(name => {
    if (name === 'light') document.documentElement.dataset.theme = 'light'
    else delete document.documentElement.dataset.theme
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    )
  }, theme)
}

import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Look {
  /** Looks at this alone, where what lies around it is looked at elsewhere. */
  within?: string
  /** Leaves out what does no serious harm. */
  isLenient?: boolean
}

/** Rows of a table after these are made alike; looking at all of them takes longer than everything else. */
const alike = 'tbody tr:nth-child(n+9)'

/** Each run looks in the theme that is its own: `npm test` in the dark one, `npm run journeys:all` in the light one. */
const theme = process.env.PLUMBLINE_JOURNEYS === 'all' ? 'light' : 'dark'

/** Rules of accessibility that the page breaks, and where. */
export async function violations(page: Page, { within, isLenient = false }: Look = {}): Promise<string[]> {
  await changeTheme(page)
  // There are no frames, which the other way opens a page of its own for.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .exclude(alike)
    .options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  const { violations: found } = await axe.analyze()
  return found
    .filter(({ impact }) => !isLenient || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map(node => node.html).join(' ')}`)
}

export const openDialog = '[role=dialog]'

/** A page breaks no rule that does serious harm. */
export async function expectNoSeriousViolations(page: Page, within?: string): Promise<void> {
  expect(await violations(page, { isLenient: true, ...(within && { within }) })).toEqual([])
}

/** Colours on their way from one theme to the other are nobody's. */
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

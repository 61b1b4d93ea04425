import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** Asks the API what a screen should show, as the person who is signed in. */
export async function ask(page: Page, url: string, data: object = {}) {
  const access = (await page.context().cookies()).find(cookie => cookie.name === 'plumbline_access')?.value
  const reply = await page.request.post(url, { data, headers: { authorization: `Bearer ${access}` } })
  expect(reply.status()).toBe(200)
  return reply.json()
}

/** An amount as the screen prints it. */
export function amount(value: number, sign: 'minus' | 'always' = 'minus'): string {
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  }).format(value)
  return text.replace('-', '−')
}

export function percent(fraction: number, decimals = 2): string {
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  }).format(fraction * 100)
  return `${text.replace('-', '−')}%`
}

/** The amounts within an element, in whole cents and in their order. */
export async function centsIn(place: Locator): Promise<number[]> {
  const text = await place.innerText()
  const figures = text.match(/[+−]?\d{1,3}(?:,\d{3})*\.\d{2}(?![%\d])/g) ?? []
  return figures.map(figure => Number(figure.replace('−', '-').replaceAll(/[+,.]/g, '')))
}

export const cents = (value: number) => Math.round(value * 100)

/** Rows of a table after these are made alike; looking at all of them takes longer than everything else. */
const alike = 'tbody tr:nth-child(n+9)'

/** Rules of accessibility that the page breaks, in both themes; those that do no serious harm are left out. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['dark', 'light']) {
    await page.evaluate(name => {
      if (name === 'light') document.documentElement.dataset.theme = 'light'
      else delete document.documentElement.dataset.theme
    }, theme)
    // Colours on their way from one theme to the other are nobody's.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map(({ finished }) => finished),
      ),
    )
    const { violations } = await new AxeBuilder({ page }).exclude(alike).analyze()
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        found.push(`${theme}: ${id}: ${nodes.map(node => node.html).join(' ')}`)
  }
  return found
}

export const phone = { width: 390, height: 844 }

/** How far the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

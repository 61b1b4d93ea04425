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

export const phone = { width: 390, height: 844 }

/** How far the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

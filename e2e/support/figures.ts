import { expect, type Locator, type Page } from '@playwright/test'

/** Reads expected figures from the API as the user who is signed in. */
export async function callApi(page: Page, url: string, data: object = {}) {
  const access = (await page.context().cookies()).find(cookie => cookie.name === 'plumbline_access')?.value
  const reply = await page.request.post(url, { data, headers: { authorization: `Bearer ${access}` } })
  expect(reply.status()).toBe(200)
  return reply.json()
}

/** Formats an amount as the screens do. */
export function formatAmount(value: number, sign: 'minus' | 'always' = 'minus'): string {
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  }).format(value)
  return text.replace('-', '−')
}

export function formatPercent(fraction: number, decimals = 2): string {
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  }).format(fraction * 100)
  return `${text.replace('-', '−')}%`
}

/** Reads the amounts in an element in order, in whole cents. */
export async function readCents(element: Locator): Promise<number[]> {
  const text = await element.innerText()
  const figures = text.match(/[+−]?\d{1,3}(?:,\d{3})*\.\d{2}(?![%\d])/g) ?? []
  return figures.map(figure => Number(figure.replace('−', '-').replaceAll(/[+,.]/g, '')))
}

/** Reads one amount in units of its last decimal; 0 for a dash. */
export function readUnits(text: string): number {
  const figure = text.match(/[+−]?\d[\d,]*(?:\.\d+)?/)?.[0] ?? '0'
  return Number(figure.replace('−', '-').replaceAll(/[+,.]/g, ''))
}

/** Checks every column of a P&L breakdown: the effects add up to the P&L, and so do realized and unrealized. */
export async function expectEffectsAddUp(breakdown: Locator): Promise<void> {
  await expect(breakdown).toBeVisible()
  const rows = await breakdown
    .locator('tbody tr')
    .evaluateAll(lines =>
      lines.map(line => [...line.querySelectorAll('th, td')].map(cell => cell.textContent ?? '')),
    )
  const total = rows.findIndex(([name]) => name === 'P&L')
  expect(total).toBeGreaterThan(0)
  const columns = (rows[total]?.length ?? 1) - 1
  expect(columns).toBeGreaterThan(1)
  const sum = (lines: string[][], column: number) =>
    lines.reduce((all, cells) => all + readUnits(cells[column] ?? ''), 0)
  for (let column = 1; column <= columns; column += 1) {
    const expected = readUnits(rows[total]?.[column] ?? '')
    expect(sum(rows.slice(0, total), column)).toBe(expected)
    expect(sum(rows.slice(total + 1, total + 3), column)).toBe(expected)
  }
}

export const toCents = (value: number) => Math.round(value * 100)

export const phoneSize = { width: 390, height: 844 }

/** Measures by how many pixels the page is wider than the screen. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

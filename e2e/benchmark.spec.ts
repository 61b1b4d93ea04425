import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations } from './support/accessibility.ts'
import { callApi, measureOverflow, phoneSize } from './support/figures.ts'
import { scrollThrough } from './support/scroll-through.ts'
import { openSignedIn } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

const periods = (page: Page) => page.getByRole('region', { name: 'Portfolio against benchmark' })
const effects = (page: Page) => page.getByRole('table', { name: 'Where the difference comes from' })
const points = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(2)} pp`

test('an investor follows the benchmark from the overview to where the difference comes from', async ({
  page,
}) => {
  const problems = watchConsole(page)
  await openSignedIn(page, '/overview?period=3y', 'investor')
  await expect(page.getByRole('region', { name: 'Allocation' })).toContainText('%')
  await scrollThrough(page)
  const performance = page.getByRole('region', { name: 'Performance' })
  await expect(performance).toContainText(/Balanced benchmark: [+−][\d.]+%, difference [+−][\d.]+ pp/)
  await performance.getByRole('link', { name: 'Benchmark' }).click()
  await expect(page).toHaveURL(/\/benchmark/)

  const body = { settings: { period: { name: '3y' } } }
  const { data } = await callApi(page, '/api/benchmarks/compare/', body)
  const [chosen] = data.periods
  await expect(periods(page).getByRole('row', { name: /^Difference/ })).toContainText(
    points(chosen.difference),
  )
  await expect(page.getByText(`is ${points(chosen.total.difference)}`)).toBeVisible()
  await expect(effects(page).getByRole('row', { name: /^Difference/ })).toContainText(
    points(data.attribution.total.total),
  )
  expect(data.attribution.total.total).toBe(chosen.total.difference)
  await expect(page.getByRole('region', { name: 'Relative risk' })).toContainText('Tracking error')
  const download = page.waitForEvent('download')
  await periods(page).getByRole('button', { name: 'Export as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(data.periods.length + 1)

  await expectNoSeriousViolations(page)
  await page.setViewportSize(phoneSize)
  await expect(page.getByText('Where the difference comes from').last()).toBeVisible()
  expect(await measureOverflow(page)).toBe(0)
  expect(problems).toEqual([])
})

test('an investor sets a blend with dated weights for shares, changes it and deletes it', async ({
  page,
}) => {
  const problems = watchConsole(page)
  await openSignedIn(page, '/benchmark?period=1y&currency=EUR', 'investor')
  await page.getByRole('button', { name: 'Set for EUR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set benchmark' })
  const name = `Euro ${Date.now().toString(36)}`
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await expect(dialog.getByLabel('Applies to')).toContainText('EUR')
  for (const found of ['Trivet Europe', 'Trivet World Bonds']) {
    await dialog.getByLabel('Add instrument or index').fill(found)
    await page.getByRole('option', { name: new RegExp(`^${found}`) }).click()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('must add up to 100%', { exact: false })).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(periods(page).getByRole('rowheader', { name })).toBeVisible()

  await page.getByRole('button', { name: 'Edit benchmark' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit benchmark' })
  await edit.getByLabel('Weight of Trivet Europe in percent, column 1').fill('60')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('must add up to 100%', { exact: false })).toBeVisible()
  await edit.getByLabel('Weight of Trivet World Bonds in percent, column 1').fill('40')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('row', { name: /Trivet World Bonds/ })).toContainText('40%')

  await page.getByRole('button', { name: 'Edit benchmark' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${name}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(periods(page).getByRole('rowheader', { name: 'Balanced benchmark' })).toBeVisible()
  expect(problems).toEqual([])
})

test('a strategy shows its return beside its own benchmark', async ({ page }) => {
  await openSignedIn(page, '/strategies?period=1y', 'investor')
  await page.getByText('Dividend core').first().click()
  const card = page.getByRole('region', { name: 'Dividend core' })
  await card.getByRole('button', { name: '%', exact: true }).click()
  await expect(card.getByText('Trivet Swiss Shares').last()).toBeVisible()
  await card.getByRole('link', { name: 'Benchmark' }).click()
  await expect(page).toHaveURL(/\/benchmark\?.*strategy=/)
  await expect(periods(page).getByRole('rowheader', { name: 'Trivet Swiss Shares' })).toBeVisible()
})

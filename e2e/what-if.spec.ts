import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations } from './support/accessibility.ts'
import { callApi, measureOverflow, phoneSize } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: /^What-if/ })
const row = (page: Page, name: string) =>
  drawer(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

async function add(page: Page, kind: string): Promise<void> {
  await drawer(page).getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}

test('an investor tries a trade, a price and a rate, and shares them as a link', async ({
  page,
  request,
}) => {
  const problems = watchConsole(page)
  await openSignedIn(page, '/positions', 'investor')
  await page.getByRole('button', { name: 'What-if' }).click()
  await expect(drawer(page).getByText('nothing is saved')).toBeVisible()
  await expect(row(page, 'Net asset value')).toContainText('=')

  const { data } = await callApi(page, '/api/positions/list/?type=open&limit=1000')
  const held = data.find((position: { instrument_type: string }) => position.instrument_type === 'equity')
  await add(page, 'Trade')
  await drawer(page).getByRole('button', { name: 'Add', exact: true }).last().click()
  await expect(drawer(page).getByText('Required').first()).toBeVisible()
  await drawer(page)
    .getByLabel('Security')
    .fill(held.symbol ?? held.name)
  await page
    .getByRole('option', { name: new RegExp(held.name) })
    .first()
    .click()
  await drawer(page).getByLabel('Account').click()
  await page.getByRole('option', { name: new RegExp(held.account.name) }).click()
  await drawer(page)
    .getByRole('radio', { name: 'Sell' })
    .or(drawer(page).getByRole('button', { name: 'Sell' }))
    .click()
  await drawer(page)
    .getByLabel('Size')
    .fill(String(held.quantity + 1))
  await drawer(page).getByRole('button', { name: 'Add', exact: true }).last().click()
  await expect(drawer(page).getByText(`${held.name} is held short in`)).toBeVisible()

  await drawer(page)
    .getByRole('button', { name: /^Edit / })
    .click()
  await drawer(page).getByLabel('Size').fill(String(held.quantity))
  await drawer(page).getByRole('button', { name: 'Apply' }).click()
  await expect(row(page, `${held.name}, break-even`)).toContainText('not held')
  await expect(row(page, `${held.name}, quantity`)).toContainText('0')

  await add(page, 'Exchange rate')
  await drawer(page).getByLabel('Currency', { exact: true }).fill('USD')
  await page.getByRole('option', { name: /^USD/ }).click()
  await drawer(page).getByLabel('Change against all others, %').fill('-10')
  await drawer(page).getByRole('button', { name: 'Add', exact: true }).last().click()
  await expect(row(page, 'Net asset value')).toContainText('−')

  const figure = row(page, 'Net asset value').getByRole('button').nth(1)
  await figure.click()
  await expect(
    page.getByText('Recomputed from its inputs').or(page.getByRole('article').last()),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await drawer(page).getByLabel('Divided by').selectOption('currency')
  await expect(row(page, 'USD').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await drawer(page)
    .getByRole('button', { name: /Export|CSV/ })
    .click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Net asset value')
  await expectNoSeriousViolations(page)

  const address = page.url()
  expect(address).toContain('modal.changes')
  await page.reload()
  await expect(row(page, `${held.name}, break-even`)).toContainText('not held')
  await page.setViewportSize(phoneSize)
  await expect(row(page, 'Net asset value')).toBeVisible()
  expect(await measureOverflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()

  const stranger = await addFamily(request)
  await page.context().clearCookies()
  await openSignedIn(page, new URL(address).pathname + new URL(address).search, stranger, newPassword)
  await expect(drawer(page).getByRole('alert').first()).toContainText('that you do not see')
  await expect(drawer(page).getByText(held.account.name)).toHaveCount(0)
  expect(problems.filter(problem => !/40[04]/.test(problem))).toEqual([])
})

test('the drawer opens from the palette, and from position details with the trade filled in', async ({
  page,
}) => {
  await openSignedIn(page, '/positions', 'investor')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('What-if')
  await expect(page.getByRole('option', { name: /^What-if/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByText('nothing is saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  const { data } = await callApi(page, '/api/positions/list/?type=open&limit=1000')
  const held = data.find((position: { instrument_type: string }) => position.instrument_type === 'equity')
  await page.goto(`/positions?modal=position&modal.id=${held.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'What-if' }).click()
  await expect(drawer(page).getByLabel('Security')).toHaveValue(held.name)
  await drawer(page).getByLabel('Size').fill('1')
  await page.keyboard.press('Enter')
  await expect(row(page, `${held.name}, quantity`)).toContainText('+1')
})

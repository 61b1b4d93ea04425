import { expect, type Page, test } from '@playwright/test'
import { callApi, measureOverflow } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

const readNav = async (page: Page): Promise<number> =>
  (await callApi(page, '/api/performance/?points=10')).data.balance.total

/** Makes a name unique across runs on the same server. */
const makeUnique = (name: string) => `${name} ${Date.now().toString(36)}`

test('an investor creates a strategy with a position, deletes it and undoes that', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  await openSignedIn(page, '/strategies?period=all', 'investor')
  const name = makeUnique('Ladder')
  await page.getByRole('button', { name: 'New strategy' }).click()
  const dialog = page.getByRole('dialog', { name: 'New strategy' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel(/^Positions/).fill('bitcoin')
  await page
    .getByRole('option', { name: /Bitcoin/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('gridcell', { name: new RegExp(name) }).click()
  const card = page.getByRole('region', { name })
  await expect(card.getByText('Return (TWR)')).toBeVisible()
  const { data } = await callApi(page, '/api/strategy/list/?limit=1000')
  const saved = data.find((row: { name: string }) => row.name === name)
  const exposure = saved.total_exposure.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  await expect(card).toContainText(exposure)
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByRole('gridcell', { name: new RegExp(name) })).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('an investor watches a ticker with two targets, deletes one and removes the ticker', async ({
  page,
}) => {
  await openSignedIn(page, '/watchlist', 'investor')
  await page.getByRole('button', { name: 'Add ticker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add ticker' })
  await dialog.getByLabel('Ticker').fill('ether')
  await page.getByRole('option', { name: /Ether/ }).first().click()
  for (const [number, price] of [
    ['1', '99,999'],
    ['2', '88,888'],
  ]) {
    await dialog.getByRole('button', { name: 'Add a target' }).click()
    await dialog.getByLabel(`Price of target ${number}`).fill(price ?? '')
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('gridcell', { name: /^Ether/ }).click()
  const card = page.getByRole('region', { name: 'Ether' })
  await expect(card.getByRole('img', { name: 'Price of Ether' })).toBeVisible()
  await card.getByRole('button', { name: 'Delete the target at 88,888' }).click()
  await page.getByRole('button', { name: 'Delete target' }).click()
  await expect(card.getByText('88,888', { exact: true })).toBeHidden()
  await expect(card.getByText('99,999', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Ether' }).click()
  await page.getByRole('menuitem', { name: 'Remove from watchlist' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('gridcell', { name: /^Ether/ })).toBeHidden()
})

test('an investor of an empty family opens an account and adds an asset, which counts until it is deleted', async ({
  page,
}) => {
  await openSignedIn(
    page,
    '/overview?modal=assets&modal.form=accounts',
    await addFamily(page.request),
    newPassword,
  )
  const manager = page.getByRole('dialog', { name: 'Asset manager' })
  await manager.getByRole('button', { name: 'Open an account' }).first().click()
  const opening = page.getByRole('dialog', { name: 'New account' })
  await opening.getByLabel('Name').fill('Keepsakes')
  await opening.getByRole('combobox', { name: 'Cash' }).click()
  await page.getByRole('option').last().click()
  await opening.getByRole('button', { name: 'Create' }).click()
  await expect(opening).toBeHidden()
  await page.goto('/overview?modal=assets&modal.form=new')
  await manager.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Art', exact: true }).click()
  await manager.getByLabel('Name', { exact: true }).fill('Sculpture')
  await manager.getByRole('tab', { name: /Transactions/ }).click()
  await manager.getByRole('button', { name: 'Add transaction' }).click()
  const entry = page.getByRole('dialog', { name: 'Transaction of Sculpture' })
  await entry.getByLabel('Date').fill('2026-01-05')
  await entry.getByLabel(/^Amount/).fill('1,000')
  await entry.getByRole('button', { name: 'Add', exact: true }).click()
  await manager.getByRole('tab', { name: /Valuations/ }).click()
  await manager.getByRole('button', { name: 'Add valuation' }).click()
  const valuation = page.getByRole('dialog', { name: 'Valuation of Sculpture' })
  await valuation.getByLabel('Date').fill('2026-06-30')
  await valuation.getByLabel(/^Value/).fill('1,500')
  await valuation.getByRole('button', { name: 'Add', exact: true }).click()
  await manager.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(manager.getByText('CHF 1,500.00 on 30 Jun 2026')).toBeVisible()
  expect(await readNav(page)).toBe(1500)
  const { data } = await callApi(page, '/api/positions/list/')
  expect(data.map((row: { name: string; value: number }) => [row.name, row.value])).toEqual([
    ['Sculpture', 1500],
  ])
  await manager.getByRole('button', { name: 'Delete asset' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Sculpture?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Sculpture deleted')).toBeVisible()
  expect(await readNav(page)).toBe(0)
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByText('Sculpture restored')).toBeVisible()
  expect(await readNav(page)).toBe(1500)

  await test.step('the investor enters a transaction, corrects it with a reason and voids it', async () => {
    await page.goto('/overview?modal=transaction')
    const dialog = page.getByRole('dialog', { name: 'Add a transaction' })
    await dialog.getByRole('button', { name: 'Fee', exact: true }).click()
    await dialog.getByLabel('Date').fill('2026-11-09')
    await dialog.getByLabel('Amount').fill('7')
    await expect(dialog.getByText(/NAV /)).toBeVisible()
    const replied = page.waitForResponse(reply => reply.url().endsWith('/api/transactions/'))
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const { id } = (await (await replied).json()).data
    await page.goto(`/overview?modal=transaction&modal.id=${id}`)
    const form = page.getByRole('dialog', { name: /Correct a transaction/ })
    await form.getByLabel(/^Amount/).fill('-8')
    await form.getByLabel('Reason').fill('Typo')
    await form.getByRole('button', { name: 'Save correction' }).click()
    await expect(page.getByText('Correction saved')).toBeVisible()
    await page.goto(`/overview?modal=transaction&modal.id=${id}`)
    await expect(form.getByText('2 versions')).toBeVisible()
    await form.getByRole('button', { name: /Void/ }).click()
    const confirmation = page.getByRole('dialog', { name: 'Void this transaction?' })
    await confirmation.getByLabel('Reason').fill('Only a try')
    await confirmation.getByRole('button', { name: 'Void', exact: true }).click()
    await expect(page.getByText('Transaction voided')).toBeVisible()
  })
})

test('strategies and the asset manager fit a phone in the light theme', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('plumbline_theme', 'light'))
  await openSignedIn(page, '/strategies?period=all', 'investor')
  await expect(page.getByText('A position can belong to several strategies')).toBeVisible()
  await page.goto('/overview?modal=assets')
  const manager = page.getByRole('dialog', { name: 'Asset manager' })
  await manager
    .getByRole('button', { name: /Lindenhofweg/ })
    .first()
    .click()
  await expect(manager.getByRole('tab', { name: /Valuations/ })).toBeVisible()
  await manager.getByRole('button', { name: 'Back' }).click()
  await expect(manager.getByRole('button', { name: /Lindenhofweg/ }).first()).toBeVisible()
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
})

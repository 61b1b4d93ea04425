import { expect, type Page, test } from '@playwright/test'
import { callApi, measureOverflow } from './support/figures.ts'
import { openSignedIn, signInByApi } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

const readNav = async (page: Page): Promise<number> =>
  (await callApi(page, '/api/performance/?points=10')).data.balance.total

/** One security under two names, of which only one comes with its ISIN. */
const statement = Buffer.from(
  [
    'Buchungstag;Valuta;Vorgang;ISIN;Bezeichnung;Stück;Kurs;Whg;Kurswert;Spesen;Betrag',
    '05.01.2026;05.01.2026;Einzahlung;;;;;EUR;;;50.000,00',
    '13.01.2026;15.01.2026;Kauf;DE0007164600;Kontor Software;40;231,10;EUR;9.244,00;23,11;-9.267,11',
    '20.02.2026;22.02.2026;Kauf;;KONTOR SOFTWARE AG;15;240,00;EUR;3.600,00;10,00;-3.610,00',
  ].join('\r\n'),
)

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function importStatement(page: Page): Promise<void> {
  await page.goto('/watchlist?modal=import')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'depot.csv', mimeType: 'text/csv', buffer: statement })
  await dialog.getByRole('button', { name: 'Next: columns of 1 file' }).click()
  await choose(page, 'Account of depot.csv', 'New manual account …')
  const opening = page.getByRole('dialog', { name: 'New manual account' })
  await opening.getByLabel('Name').fill('Tannwald')
  await opening.getByRole('button', { name: 'Use this account' }).click()
  await dialog.getByRole('button', { name: 'Next: preview 3 rows' }).click()
  await dialog.getByRole('button', { name: 'Post 3 transactions' }).click()
  await expect(dialog.getByText('3 transactions posted.')).toBeVisible()
}

test('an administrator merges two imported duplicates, and the family sees one position', async ({
  page,
}) => {
  const consoleErrors = watchConsole(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const family = await addFamily(page.request)
  await signInByApi(page, family, newPassword)
  await importStatement(page)
  const held = async () =>
    (await callApi(page, '/api/positions/list/')).data
      .map((row: { name: string; quantity: number }) => [row.name, row.quantity])
      .toSorted()
  expect(await held()).toEqual([
    ['KONTOR SOFTWARE AG', 15],
    ['Kontor Software', 40],
  ])
  const nav = await readNav(page)

  await signInByApi(page, 'admin')
  await page.goto(
    `/watchlist?modal=admin&modal.tab=instruments&modal.q=${encodeURIComponent('DE0007164600')}`,
  )
  await page.getByRole('gridcell', { name: new RegExp(`Kontor Software.*${family}`) }).click()
  const master = page.getByRole('dialog', { name: 'Edit Kontor Software' })
  await expect(master.getByText('derived')).toBeVisible()
  await expect(master.getByText('Held by')).toBeVisible()
  await master.getByRole('button', { name: 'Merge with another instrument' }).click()
  const merging = page.getByRole('dialog', { name: 'Merge Kontor Software' })
  await merging.getByLabel('The other instrument').fill('KONTOR SOFTWARE AG')
  await page
    .getByRole('option', { name: new RegExp(`KONTOR SOFTWARE AG.*${family}`) })
    .first()
    .click()
  await merging.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('KONTOR SOFTWARE AG was merged')).toBeVisible()
  await expect(master.getByRole('button', { name: 'Separate KONTOR SOFTWARE AG' })).toBeVisible()

  await openSignedIn(page, '/positions?period=all', family, newPassword)
  await expect(page.getByRole('row').filter({ hasText: 'Kontor Software' }).first()).toContainText('55')
  expect(await held()).toEqual([['Kontor Software', 55]])

  await test.step('undoing the merge gives both positions back', async () => {
    await signInByApi(page, 'admin')
    await page.goto(
      `/watchlist?modal=admin&modal.tab=instruments&modal.q=${encodeURIComponent('DE0007164600')}`,
    )
    await page.getByRole('gridcell', { name: new RegExp(`Kontor Software.*${family}`) }).click()
    await master.getByRole('button', { name: 'Separate KONTOR SOFTWARE AG' }).click()
    await expect(page.getByText('KONTOR SOFTWARE AG is an instrument of its own again')).toBeVisible()
    await openSignedIn(page, '/watchlist', family, newPassword)
    expect(await held()).toEqual([
      ['KONTOR SOFTWARE AG', 15],
      ['Kontor Software', 40],
    ])
    expect(await readNav(page)).toBe(nav)
  })
  expect(consoleErrors).toEqual([])
})

for (const width of [1440, 390])
  test(`a house with a mortgage counts at its equity, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openSignedIn(page, '/watchlist?modal=new-account', await addFamily(page.request), newPassword)
    const opening = page.getByRole('dialog', { name: 'New account' })
    await opening.getByLabel('Name').fill('Home')
    await opening.getByRole('button', { name: 'Create' }).click()
    await expect(opening).toBeHidden()

    const manager = page.getByRole('dialog', { name: 'Asset manager' })
    const enter = async (name: string, amount: string) => {
      await manager.getByLabel('Name', { exact: true }).fill(name)
      await manager.getByRole('tab', { name: /Transactions/ }).click()
      await manager.getByRole('button', { name: 'Add transaction' }).click()
      const entry = page.getByRole('dialog', { name: `Transaction of ${name}` })
      await entry.getByLabel('Date').fill('2026-01-05')
      await entry.getByLabel(/^Amount/).fill(amount)
      // The account holds no cash, so the question is answered with elsewhere.
      await expect(entry.getByRole('radio', { name: /^No, elsewhere/ })).toBeChecked()
      expect(await measureOverflow(page)).toBe(0)
      await entry.getByRole('button', { name: 'Add', exact: true }).click()
      await manager.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await page.goto('/watchlist?modal=assets&modal.form=new')
    await enter('Chalet', '900,000')
    await expect(page.getByText('Chalet saved')).toBeVisible()
    expect(await readNav(page)).toBe(900_000)

    await page.goto('/watchlist?modal=assets&modal.form=new')
    await manager.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Loan', exact: true }).click()
    await manager.getByRole('combobox', { name: 'Lent or borrowed' }).click()
    await page.getByRole('option', { name: 'Borrowed', exact: true }).click()
    await enter('Mortgage', '600,000')
    await page.getByRole('button', { name: 'Save anyway' }).click()
    await expect(page.getByText('Mortgage saved')).toBeVisible()
    expect(await readNav(page)).toBe(300_000)
  })

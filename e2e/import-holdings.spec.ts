import { expect, type Page, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

const list = (shares: number) =>
  Buffer.from(
    [
      'Depotauszug;;;;;;;',
      'Stand per;31.10.2026;;;;;;',
      ';;;;;;;',
      'Anlagekategorie;ISIN;Bezeichnung;Bestand;Währung;Einstandskurs;Kurs;Marktwert CHF',
      "Liquidität;;Kontokorrent CHF;12'500.25;CHF;;;12'500.25",
      `Aktien;CH99ALP00011;Alpen Holding N;${shares};CHF;85.40;102.50;${(shares * 102.5).toFixed(2)}`,
      "Obligationen;CH99BND00011;1.25% Bund 2031;50'000;CHF;99.10;101.25;50'625.00",
      "Total;;;;;;;77'890.25",
    ].join('\r\n'),
    'latin1',
  )

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
}

async function upload(page: Page, name: string, buffer: Buffer) {
  await page.goto('/overview?modal=import')
  const dialog = page.getByRole('dialog', { name: /^Import/ })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(dialog.getByText(name)).toBeVisible()
  return dialog
}

const kinds = 'No column states the type. All rows are'

test('an investor opens an account from a list of holdings, and later compares it with another one', async ({
  page,
}) => {
  const consoleErrors = watchConsole(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, '/overview', await addFamily(page.request), newPassword)

  await test.step('the list is recognized and opens a new account at cost', async () => {
    const dialog = await upload(page, 'bestand.csv', list(120))
    await dialog.getByRole('button', { name: 'Next: columns of 1 file' }).click()
    await expect(page.getByRole('combobox', { name: kinds })).toHaveText('Holdings, to compare')
    await expect(dialog.getByLabel('Holdings as of')).toHaveValue('31 Oct 2026')
    await choose(page, 'Account of bestand.csv', 'New manual account …')
    const opening = page.getByRole('dialog', { name: 'New manual account' })
    await opening.getByLabel('Name').fill('Privatbank')
    await opening.getByRole('button', { name: 'Use this account' }).click()
    await choose(page, kinds, 'Holdings, to open the account')
    await dialog.getByRole('button', { name: 'Next: preview 3 rows' }).click()
    await dialog.getByRole('button', { name: 'Post 3 transactions' }).click()
    await expect(dialog.getByText('3 transactions posted.')).toBeVisible()
  })

  await test.step('the positions are those of the list, at their cost and price', async () => {
    await page.goto('/positions?period=all')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
    await expect(row('Alpen Holding N')).toContainText('120')
    await expect(row('1.25% Bund 2031')).toContainText('50,000')
  })

  await test.step('a later list is kept to compare, and posts nothing', async () => {
    const dialog = await upload(page, 'bestand-neu.csv', list(100))
    await choose(page, 'Account of bestand-neu.csv', /^Privatbank/)
    // Its layout is known from the first list.
    await dialog.getByRole('button', { name: /^Next: preview/ }).click()
    await expect(dialog.getByRole('table', { name: /^Holdings as of 31 Oct 2026/ })).toContainText(
      'Alpen Holding N',
    )
    await dialog.getByRole('button', { name: 'Keep holdings and prices' }).click()
    await expect(dialog.getByText('The holdings are kept and compared with the account.')).toBeVisible()
  })
  expect(consoleErrors).toEqual([])
})

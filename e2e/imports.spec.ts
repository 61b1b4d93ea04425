import { expect, type Page, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

/** A statement with columns that match no preset; line 4 has an invalid date. */
const statement = [
  'Wann;Was;Ding;Menge;Je;Geld',
  '05.01.2026;Einlage;;;;10000,00',
  '12.01.2026;Erwerb;Harbour Rail;100;45,50;-4550,00',
  '31.02.2026;Erwerb;Harbour Rail;10;45,50;-455,00',
].join('\n')

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  // The next list may contain the same options, so wait until this one is closed.
  await expect(page.getByRole('listbox')).toBeHidden()
}

for (const width of [1440, 390])
  test(`an investor maps the columns of a file, posts it, sees it in Positions and undoes it at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const consoleErrors = watchConsole(page)
    await openSignedIn(page, '/overview?modal=import', await addFamily(page.request), newPassword)
    const dialog = page.getByRole('dialog', { name: /^Import/ })
    const upload = (name: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(statement) })
    await upload('depot.csv')
    await expect(dialog.getByText('Layout not known yet')).toBeVisible()
    await dialog.getByRole('button', { name: 'Next: columns of 1 file' }).click()

    for (const [column, meaning] of [
      ['Wann', 'Trade date'],
      ['Was', 'Transaction type'],
      ['Ding', 'Name'],
      ['Menge', 'Quantity'],
      ['Je', 'Price'],
      ['Geld', 'Amount'],
    ] as const)
      await choose(page, `Meaning of the column ${column}`, meaning)
    await choose(page, 'Meaning of the word Erwerb', 'Trade: Buy')
    await choose(page, 'Account of depot.csv', 'New manual account …')
    const opening = page.getByRole('dialog', { name: 'New manual account' })
    await opening.getByLabel('Name').fill('Harbor Bank')
    await opening.getByRole('button', { name: 'Use this account' }).click()
    await expect(opening).toBeHidden()
    await dialog.getByRole('button', { name: 'Next: preview 2 rows' }).click()

    const rows = dialog.getByRole('list', { name: 'Rows of the files' })
    await expect(rows.getByText('“31.02.2026” is not a date.')).toBeVisible()
    await rows.getByRole('button', { name: 'Fix line 4 of depot.csv' }).click()
    const editing = page.getByRole('dialog', { name: 'Line 4 of depot.csv' })
    await editing.getByLabel('Date').fill('2026-02-27')
    await editing.getByRole('button', { name: 'Use these values' }).click()
    await expect(editing).toBeHidden()
    await dialog.getByRole('button', { name: 'Post 3 transactions' }).click()
    await expect(dialog.getByText('3 transactions posted.')).toBeVisible()
    await dialog.getByRole('link', { name: 'See positions' }).click()
    await expect(page).toHaveURL(/\/positions/)
    await page.goto('/positions?period=all')
    await expect(page.getByText('Harbour Rail').first()).toBeVisible()

    // Columns are remembered and duplicates skipped; one size suffices to check this.
    if (width > 600) {
      await page.goto('/overview?modal=import')
      await upload('the same again.csv')
      await expect(dialog.getByText('depot', { exact: false }).first()).toBeVisible()
      await choose(page, 'Account of the same again.csv', /^Harbor Bank/)
      await dialog.getByRole('button', { name: 'Next: preview' }).click()
      await expect(dialog.getByRole('button', { name: 'Post 0 transactions' })).toBeDisabled()
    }

    await page.goto('/overview?modal=import&modal.form=earlier')
    const earlier = page.getByRole('dialog', { name: 'Previous imports' })
    await earlier.getByRole('button', { name: 'Undo the import of depot.csv' }).click()
    await page
      .getByRole('dialog', { name: 'Undo this import?' })
      .getByRole('button', { name: 'Undo import' })
      .click()
    await expect(earlier.getByRole('button', { name: 'Post the import of depot.csv again' })).toBeVisible()
    await page.goto('/positions?period=all')
    await expect(page.getByText('Harbour Rail')).toHaveCount(0)
    expect(consoleErrors).toEqual([])
  })

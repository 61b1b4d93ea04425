import { expect, type Page, test } from '@playwright/test'
import { addFamily, newPassword } from './people.ts'
import { openSignedIn } from './sign-in.ts'
import { watchConsole } from './watch-console.ts'

/** A statement in columns that no preset knows; line 5 has a day that is none. */
const statement = [
  'Wann;Was;Ding;Menge;Je;Geld',
  '05.01.2026;Einlage;;;;10000,00',
  '12.01.2026;Erwerb;Harbour Rail;100;45,50;-4550,00',
  '31.02.2026;Erwerb;Harbour Rail;10;45,50;-455,00',
].join('\n')

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  // The next list may have the same words: this one is gone before it opens.
  await expect(page.getByRole('listbox')).toBeHidden()
}

for (const width of [1440, 390])
  test(`a file is read by hand, booked, seen in Positions and undone at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const complaints = watchConsole(page)
    await openSignedIn(page, '/overview?modal=import', await addFamily(page.request), newPassword)
    const dialog = page.getByRole('dialog', { name: /^Import/ })
    const give = (name: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(statement) })
    await give('depot.csv')
    await expect(dialog.getByText('Unknown CSV')).toBeVisible()
    await dialog.getByRole('button', { name: 'Next: columns of 1 file' }).click()

    for (const [column, meaning] of [
      ['Wann', 'Transaction date'],
      ['Was', 'Transaction type'],
      ['Ding', 'Name'],
      ['Menge', 'Quantity'],
      ['Je', 'Price'],
      ['Geld', 'Amount'],
    ] as const)
      await choose(page, `Meaning of the column ${column}`, meaning)
    await choose(page, 'Meaning of the word Einlage', 'Deposit')
    await choose(page, 'Meaning of the word Erwerb', 'Trade: Buy')
    await choose(page, 'Account of depot.csv', 'New manual account …')
    const opening = page.getByRole('dialog', { name: 'New manual account' })
    await opening.getByLabel('Name').fill('Harbor Bank')
    await opening.getByRole('button', { name: 'Use this account' }).click()
    await expect(opening).toBeHidden()
    await dialog.getByRole('button', { name: 'Next: preview' }).click()

    const rows = dialog.getByRole('list', { name: 'Rows of the files' })
    await expect(rows.getByText('“31.02.2026” is not a date.')).toBeVisible()
    await rows.getByRole('button', { name: 'Mend line 4 of depot.csv' }).click()
    const mending = page.getByRole('dialog', { name: 'Line 4 of depot.csv' })
    await mending.getByLabel('Date').fill('2026-02-27')
    await mending.getByRole('button', { name: 'Take over' }).click()
    await expect(mending).toBeHidden()
    await dialog.getByRole('button', { name: 'Apply 3 transactions' }).click()
    await expect(dialog.getByText('3 transactions booked.')).toBeVisible()
    await dialog.getByRole('link', { name: 'See positions' }).click()
    await expect(page).toHaveURL(/\/positions/)
    await page.goto('/positions?period=all')
    await expect(page.getByText('Harbour Rail').first()).toBeVisible()

    // The columns are remembered and nothing is posted twice: once is enough to see it.
    if (width > 600) {
      await page.goto('/overview?modal=import')
      await give('the same again.csv')
      await expect(dialog.getByText('depot', { exact: false }).first()).toBeVisible()
      await choose(page, 'Account of the same again.csv', /^Harbor Bank/)
      await dialog.getByRole('button', { name: 'Next: preview' }).click()
      await expect(dialog.getByRole('button', { name: 'Apply 0 transactions' })).toBeDisabled()
    }

    await page.goto('/overview?modal=import&modal.form=earlier')
    const earlier = page.getByRole('dialog', { name: 'Earlier imports' })
    await earlier.getByRole('button', { name: 'Undo the import of depot.csv' }).click()
    await page
      .getByRole('dialog', { name: 'Undo this import?' })
      .getByRole('button', { name: 'Undo import' })
      .click()
    await expect(earlier.getByRole('button', { name: 'Apply the import of depot.csv again' })).toBeVisible()
    await page.goto('/positions?period=all')
    await expect(page.getByText('Harbour Rail')).toHaveCount(0)
    expect(complaints).toEqual([])
  })

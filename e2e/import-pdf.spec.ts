import { expect, test } from '@playwright/test'
import { inventedStatements } from '../packages/importers/test/pdf/invented-statements.ts'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

for (const width of [1440, 390])
  test(`an investor posts several PDFs, each value beside its page, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const consoleErrors = watchConsole(page)
    await openSignedIn(page, '/overview?modal=import', await addFamily(page.request), newPassword)
    const dialog = page.getByRole('dialog', { name: /^Import/ })
    const files = ['kauf.pdf', 'contract-note.pdf', 'avis-opere.pdf'] as const
    const uploads = await Promise.all(
      files.map(async name => ({
        name,
        mimeType: 'application/pdf',
        buffer: Buffer.from(await inventedStatements[name]()),
      })),
    )
    await dialog.locator('input[type=file]').setInputFiles(uploads)
    await page.getByRole('combobox', { name: 'Account of the 3 files without one' }).click()
    await page.getByRole('option', { name: 'New manual account …' }).click()
    const opening = page.getByRole('dialog', { name: 'New manual account' })
    await opening.getByLabel('Name').fill('Uferbank')
    await opening.getByRole('button', { name: 'Use this account' }).click()
    await expect(opening).toBeHidden()
    await dialog.getByRole('button', { name: 'Next: preview' }).click()

    await dialog.getByRole('button', { name: /^Show page 1, line \d+ of kauf.pdf$/ }).click()
    const text = dialog.getByRole('region', { name: 'Text of page 1' })
    await expect(text.getByText('Wertpapierabrechnung: Kauf')).toBeVisible()
    const fees = dialog.getByRole('button', { name: /^Fees: page 1, line/ })
    await expect(fees).toHaveCount(2)
    await fees.first().focus()
    await page.keyboard.press('Enter')
    await expect(text.locator('[aria-current=true]')).toHaveText(/Provision/)
    await dialog.getByRole('button', { name: 'All rows' }).click()
    await dialog.getByRole('button', { name: 'Post 3 transactions' }).click()
    await expect(dialog.getByText('3 transactions posted.')).toBeVisible()
    await dialog.getByRole('link', { name: 'See positions' }).click()
    await page.goto('/positions?period=all')
    await expect(page.getByText('Lac Bleu SA').first()).toBeVisible()
    expect(consoleErrors).toEqual([])
  })

import { expect, test } from '@playwright/test'
import { findViolations, openDialog } from './support/accessibility.ts'
import { openSignedIn } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

test('an administrator enters an exchange rate, corrects it, deletes it and takes that back', async ({
  page,
}) => {
  await openSignedIn(page, '/overview?modal=data-quality&modal.tab=entered', 'admin')
  const consoleErrors = watchConsole(page)
  const panel = page.getByRole('dialog', { name: 'Data quality' })
  // Nobody holds this currency, so that no figure of another test changes.
  await panel.getByRole('button', { name: 'Enter an exchange rate' }).click()
  const form = page.getByRole('dialog', { name: 'Enter an exchange rate' })
  await form.getByRole('combobox', { name: 'One unit of' }).fill('MAD')
  await page.getByRole('option', { name: /^MAD/ }).click()
  await form.getByLabel('1 MAD in USD').fill('0.1072')
  await form.getByLabel('Date').fill('2026-01-06')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = panel.getByRole('row', { name: /MAD\/USD/ })
  await expect(row).toContainText('0.1072')
  await expect(row).toContainText('Typed')

  await row.getByRole('button', { name: /^Correct/ }).click()
  const correction = page.getByRole('dialog', { name: /MAD\/USD/ })
  await correction.getByLabel('1 MAD in USD').fill('0.1074')
  await correction.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('0.1074')
  expect(await findViolations(page, { within: openDialog })).toEqual([])

  await row.getByRole('button', { name: /^Delete/ }).click()
  await page
    .getByRole('dialog', { name: /Delete MAD\/USD/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('0.1074')
  expect(consoleErrors).toEqual([])
})

import { expect, type Page, test } from '@playwright/test'
import { buildAddress, type ModalAddress, navigateInApp } from './support/addresses.ts'
import { openSignedIn } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

/** Forms that an address opens, and the field that is typed into. */
const forms: readonly (ModalAddress & { field: string })[] = [
  { kind: 'transaction', field: 'Note' },
  { kind: 'strategy', field: 'Name' },
  { kind: 'target', field: 'Name' },
  { kind: 'benchmark', field: 'Name' },
  { kind: 'new-account', field: 'Name' },
  { kind: 'ticker', field: 'Note' },
  { kind: 'assets', fields: { form: 'new' }, field: 'Name' },
  { kind: 'reports', fields: { form: 'new' }, field: 'Name' },
  { kind: 'notifications', fields: { tab: 'rules', form: 'new' }, field: 'Name' },
  { kind: 'settings', fields: { form: 'name' }, field: 'Your name' },
  { kind: 'settings', fields: { form: 'username' }, field: 'New username' },
  { kind: 'settings', fields: { form: 'password' }, field: 'New password' },
]

const typed = 'typed and not saved'

async function openEdited(page: Page, form: (typeof forms)[number]): Promise<void> {
  // A step of its own in the history, which Back leaves.
  await navigateInApp(page, '/watchlist')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await navigateInApp(page, buildAddress(form, '/watchlist'))
  await field(page, form).fill(typed)
}

function field(page: Page, { field: label }: (typeof forms)[number]) {
  return page.getByRole('dialog').last().getByLabel(label, { exact: true })
}

const ways: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Escape: page => page.keyboard.press('Escape'),
  'a click outside': page => page.mouse.click(5, 450),
  Back: page => page.evaluate(() => history.back()),
  'the search shortcut': page => page.keyboard.press('Control+k'),
}

test('entered values are lost only after a question, however a form is left', async ({ page }) => {
  test.setTimeout(600_000)
  const consoleErrors = watchConsole(page)
  // Nothing is saved, so the demo family stays as it is.
  await openSignedIn(page, '/watchlist', 'investor')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  for (const form of forms) {
    await openEdited(page, form)
    for (const [way, leave] of Object.entries(ways)) {
      await test.step(`${buildAddress(form)} left by ${way}`, async () => {
        await leave(page)
        await question.getByRole('button', { name: 'Keep editing' }).click()
        await expect(question).toHaveCount(0)
        await expect(field(page, form)).toHaveValue(typed)
        expect(page.url()).toContain(`modal=${form.kind}`)
      })
    }
    await ways.Back?.(page)
    await question.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(page.url()).not.toContain('modal=')
  }
  expect(consoleErrors).toEqual([])
})

test('reloading or closing asks while values are not saved, and only then', async ({ page }) => {
  await openSignedIn(page, '/watchlist?modal=strategy', 'investor')
  const asked: string[] = []
  page.on('dialog', async dialog => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
  await expect(name).toBeVisible()
  await page.reload()
  expect(asked).toEqual([])
  await name.fill(typed)
  await page.reload()
  await expect(name).toHaveValue('')
  expect(asked).toEqual(['beforeunload'])
})

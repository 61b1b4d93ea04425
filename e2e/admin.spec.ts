import { expect, type Page, test } from '@playwright/test'
import { findViolations, openDialog } from './support/accessibility.ts'
import { openSignedIn } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

/** Deletes an item and types its name where the dialog asks for it. */
async function erase(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: new RegExp(`^Delete .*${name}`) })
  const button = confirmation.getByRole('button', { name: action })
  const typed = confirmation.getByRole('textbox')
  if ((await typed.count()) > 0) {
    await expect(button).toBeDisabled()
    await typed.fill(name)
  }
  await button.click()
  await expect(page.getByText(`${name} deleted`)).toBeVisible()
}

test('an administrator adds a family, an account and a user, and deletes them', async ({ page }) => {
  await openSignedIn(page, '/watchlist', 'admin')
  const consoleErrors = watchConsole(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account:/ })
    .click()
  await page.getByRole('menuitem', { name: /^Admin/ }).click()
  await page.getByRole('tab', { name: /Families/ }).click()
  await page.getByRole('button', { name: 'New family' }).click()
  const family = page.getByRole('dialog', { name: 'New family' })
  await family.getByLabel('Name').fill('Journey Keller')
  await family.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: /Journey Keller/ })).toBeVisible()

  await page.getByRole('tab', { name: /Accounts/ }).click()
  await page.getByRole('button', { name: 'New account' }).click()
  const account = page.getByRole('dialog', { name: 'New account' })
  await account.getByRole('combobox', { name: 'Family' }).click()
  await page.getByRole('option', { name: 'Journey Keller' }).click()
  await account.getByLabel('Name').fill('Journey vault')
  await account.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill('Journey')
  await expect(page.getByRole('row', { name: /Journey vault/ })).toContainText('Journey Keller')
  await expect(page).toHaveURL(/modal\.q=Journey/)
  await page.reload()
  await expect(page.getByRole('row', { name: /Journey vault/ })).toBeVisible()

  await page.getByRole('tab', { name: /Users/ }).click()
  await page.getByRole('button', { name: 'Invite user' }).click()
  const user = page.getByRole('dialog', { name: 'Invite a user' })
  await user.getByLabel('Email').fill('jo.journey@example.com')
  await user.getByLabel('Name').fill('Jo Journey')
  await user.getByRole('combobox', { name: 'Family' }).click()
  await page.getByRole('option', { name: 'Journey Keller' }).click()
  await user.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill('Jo Journey')
  await expect(page.getByRole('row', { name: /Jo Journey/ })).toContainText('pending registration')

  await erase(page, 'Jo Journey', 'Delete')
  await page.getByRole('tab', { name: /Accounts/ }).click()
  await erase(page, 'Journey vault', 'Delete account')
  await page.getByRole('tab', { name: /Families/ }).click()
  await erase(page, 'Journey Keller', 'Delete family')
  await expect(page.getByRole('row', { name: /Journey Keller/ })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page.getByText('Family deleted').first()).toBeVisible()
  await expect(page.getByText('chain intact')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('an investor can open manual accounts only and sees whom to contact about others', async ({ page }) => {
  await openSignedIn(page, '/watchlist?modal=new-account', 'investor')
  const form = page.getByRole('dialog', { name: 'New account' })
  await form.getByRole('combobox', { name: 'Custodian' }).click()
  await page.getByRole('option').nth(1).click()
  await expect(form.getByText(/^Contact your account manager/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Create' })).toBeDisabled()
  await page.goto('/watchlist?modal=admin')
  await expect(page.getByText('Only administrators can open this.')).toBeVisible()
})

/** Filtered to short lists, since rows look alike and checking each of them takes time. */
const modals = [
  'modal=settings',
  'modal=settings&modal.tab=preferences',
  'modal=settings&modal.form=two-factor',
  'modal=settings&modal.form=password',
  'modal=admin&modal.q=vault',
  'modal=admin&modal.tab=users&modal.q=marc',
  'modal=admin&modal.tab=users&modal.q=marc&modal.form=new',
  'modal=admin&modal.tab=instruments&modal.q=aarwerk',
  'modal=admin&modal.tab=audit&modal.action=registered',
]

test('settings and admin panel pass the accessibility check', async ({ page }) => {
  await openSignedIn(page, '/watchlist', 'admin')
  const consoleErrors = watchConsole(page)
  for (const modal of modals) {
    await page.goto(`/watchlist?${modal}`)
    await expect(page.getByRole('dialog').last()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await findViolations(page, { within: openDialog }), modal).toEqual([])
  }
  expect(consoleErrors).toEqual([])
})

test('settings and admin panel fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, '/watchlist', 'admin')
  for (const modal of modals) {
    await page.goto(`/watchlist?${modal}`)
    const dialog = page.getByRole('dialog').last()
    await expect(dialog).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const { scrollWidth, clientWidth } = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }))
    expect(scrollWidth, modal).toBeLessThanOrEqual(clientWidth)
  }
  await page.goto('/watchlist?modal=admin&modal.tab=users')
  await page.getByRole('list', { name: 'Users' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: /^Edit/ })).toBeVisible()
})

import { expect, type Locator, type Page, test } from '@playwright/test'
import { buildAddress, knownModalKinds, listModals, navigateInApp } from './support/addresses.ts'
import { signInByApi } from './support/sign-in.ts'
import { addUser, newPassword } from './support/users.ts'

const maxTabs = 60

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < maxTabs; count++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not reached by ${maxTabs} tabs: ${target}`)
}

/** Opens a screen, position or action through the search. */
async function openBySearch(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

test('a user does the five main tasks by keyboard alone', async ({ page }) => {
  const username = `keys${Date.now().toString(36)}`
  await addUser(page.request, username)
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/overview/)
  await expect(page.getByRole('region', { name: 'Net asset value' })).toBeVisible()

  await test.step('find a position', async () => {
    await openBySearch(page, 'bitcoin', /Bitcoin/)
    const details = page.getByRole('dialog', { name: /Bitcoin/ })
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })

  await test.step('explain yesterday', async () => {
    await openBySearch(page, 'explain', /Explain the last day/)
    const move = page.getByRole('dialog', { name: 'Explain move' })
    await expect(move.getByText(/exact/i).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(move).toBeHidden()
  })

  await test.step('change the period', async () => {
    await page.keyboard.press('/')
    const whole = page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'All' })
    await tabTo(page, page.getByRole('group', { name: 'Period' }).locator(':focus').or(whole).first())
    while (!(await page.getByRole('button', { name: 'YTD' }).evaluate(one => one === document.activeElement)))
      await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/period=ytd/)
  })

  await test.step('export fees', async () => {
    await openBySearch(page, 'fees', /^Fees/)
    await expect(page).toHaveURL(/\/fees/)
    const csv = page.getByRole('main').getByRole('button', { name: /CSV/ }).first()
    await expect(csv).toBeVisible()
    await page.keyboard.press('/')
    await tabTo(page, csv)
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  })

  await test.step('sign out', async () => {
    await openBySearch(page, 'sign out', /Sign out/)
    const confirmation = page.getByRole('dialog', { name: 'Sign out?' })
    await tabTo(page, confirmation.getByRole('button', { name: 'Sign out' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login/)
  })
})

test('every modal opens by its address, traps the focus, closes with Esc and restores the focus', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await signInByApi(page, 'investor')
  const all = await listModals(page)
  expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(knownModalKinds().sort())
  // A screen that loads fast, since only the modal matters.
  await page.goto('/watchlist')
  const start = page.getByRole('banner').getByRole('button', { name: /^Account:/ })
  await expect(start).toBeVisible()
  for (const place of all.filter(({ isForAdmins }) => !isForAdmins)) {
    await test.step(buildAddress(place), async () => {
      await start.focus()
      await navigateInApp(page, buildAddress(place, '/watchlist'))
      const dialog = page.getByRole('dialog').first()
      await expect(dialog).toBeVisible()
      const isInside = () => dialog.evaluate(one => one.contains(document.activeElement))
      await expect.poll(isInside).toBe(true)
      for (const key of ['Shift+Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key)
        // Loaded content may replace the focused element; the focus then returns by itself.
        await expect.poll(isInside, { message: `${key} leaves ${place.kind}` }).toBe(true)
      }
      // The first Escape closes an open tooltip.
      if ((await page.locator('[data-tooltip-open]').count()) > 0) await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(new URL(page.url()).searchParams.has('modal')).toBe(false)
      await expect(start).toBeFocused()
    })
  }
})

import { expect, type Locator, type Page, test } from '@playwright/test'
import { addPerson, newPassword } from './people.ts'
import { addressOf, goWithin, knownModalKinds, modalPlaces } from './places.ts'
import { beSignedIn } from './sign-in.ts'

const mostTabs = 60

/** Presses Tab until it is there, as someone without a mouse does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let count = 0; count < mostTabs; count++) {
    if (await wanted.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not reached by ${mostTabs} tabs: ${wanted}`)
}

/** Finds a screen, a position or an action by its name, from anywhere. */
async function find(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

test('the five main tasks are done by keyboard alone', async ({ page }) => {
  const username = `keys${Date.now().toString(36)}`
  await addPerson(page.request, username)
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/overview/)
  await expect(page.getByRole('region', { name: 'Net asset value' })).toBeVisible()

  await test.step('find a position', async () => {
    await find(page, 'bitcoin', /Bitcoin/)
    const details = page.getByRole('dialog', { name: /Bitcoin/ })
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })

  await test.step('explain yesterday', async () => {
    await find(page, 'explain', /Explain the last day/)
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
    await find(page, 'fees', /^Fees/)
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
    await find(page, 'sign out', /Sign out/)
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await tabTo(page, question.getByRole('button', { name: 'Sign out' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login/)
  })
})

test('every modal opens by its address, keeps the focus, closes with Esc and gives the focus back', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await beSignedIn(page, 'investor')
  const all = await modalPlaces(page)
  expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(knownModalKinds().sort())
  // A light screen behind it: what is looked at is in front.
  await page.goto('/watchlist')
  const start = page.getByRole('banner').getByRole('button', { name: /^Account:/ })
  await expect(start).toBeVisible()
  for (const place of all.filter(({ isForAdmins }) => !isForAdmins)) {
    await test.step(addressOf(place), async () => {
      await start.focus()
      await goWithin(page, addressOf(place, '/watchlist'))
      const dialog = page.getByRole('dialog').first()
      await expect(dialog).toBeVisible()
      const isInside = () => dialog.evaluate(one => one.contains(document.activeElement))
      await expect.poll(isInside).toBe(true)
      for (const key of ['Shift+Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key)
        // What had the focus may just have been replaced by what was loading: then it comes back by itself.
        await expect.poll(isInside, { message: `${key} leaves ${place.kind}` }).toBe(true)
      }
      // What floats above it, such as the tooltip of what has the focus, goes first.
      if ((await page.locator('[data-tooltip-open]').count()) > 0) await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(new URL(page.url()).searchParams.has('modal')).toBe(false)
      await expect(start).toBeFocused()
    })
  }
})

import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { ask } from '../figures.ts'
import { addFamily, newPassword } from '../people.ts'
import { addressOf, modalPlaces, screens } from '../places.ts'
import { signIn } from '../sign-in.ts'

const folder = process.env.PLUMBLINE_SHOTS ?? path.join(import.meta.dirname, '../../shots')

interface Picture {
  name: string
  address: string
  /** What must be there before the picture is taken. */
  ready?: (page: Page) => Promise<unknown>
  isWhole?: boolean
}

const dialog = (page: Page) => expect(page.getByRole('dialog').first()).toBeVisible()

async function pictures(page: Page): Promise<Picture[]> {
  const { data } = await ask(page, '/api/performance/?points=2')
  const end: string = data.basis.end_date
  const before = (days: number) => new Date(Date.parse(end) - days * 86_400_000).toISOString().slice(0, 10)
  const found = await ask(page, '/api/positions/search/?type=open&q=corvid&limit=1')
  const position = `modal=position&modal.id=${found.data[0].id}`
  return [
    {
      name: 'overview',
      address: '/overview?period=all',
      ready: of => expect(of.getByRole('region', { name: 'Returns by month' })).toContainText('%'),
      isWhole: true,
    },
    { name: 'overview-ytd', address: '/overview?period=ytd&series=total,realized,unrealized' },
    { name: 'positions', address: '/positions?period=all' },
    { name: 'position-summary', address: `/positions?${position}`, ready: dialog },
    {
      name: 'position-transactions',
      address: `/positions?${position}&modal.tab=transactions`,
      ready: dialog,
    },
    { name: 'position-linked', address: `/positions?${position}&modal.tab=linked`, ready: dialog },
    { name: 'position-chart', address: `/positions?${position}&modal.tab=chart`, ready: dialog },
    {
      name: 'explain-day',
      address: `/overview?modal=explain&modal.from=${end}&modal.to=${end}`,
      ready: dialog,
    },
    {
      name: 'explain-range',
      address: `/overview?modal=explain&modal.from=${before(59)}&modal.to=${before(22)}`,
      ready: dialog,
    },
    {
      name: 'group',
      address: '/overview?modal=group&modal.by=instrument_type&modal.key=bond',
      ready: dialog,
    },
    {
      name: 'search',
      address: '/overview?modal=search',
      ready: async of => {
        await of.getByRole('combobox', { name: 'Search' }).fill('gr')
        await expect(of.getByRole('option').nth(2)).toBeVisible()
      },
    },
    {
      name: 'receipt',
      address: '/overview?period=all',
      ready: async of => {
        await of.getByTitle('How this figure came about').nth(3).click()
        await expect(of.getByText('recomputed just now')).toBeVisible()
      },
    },
    ...['transactions', 'watchlist', 'strategies', 'events', 'fees'].map(screen => ({
      name: screen,
      address: `/${screen}`,
    })),
  ]
}

/** The modals that have no picture of their own among those above. */
async function otherModals(page: Page, isForAdmins: boolean): Promise<Picture[]> {
  const shown = new Set(['position', 'explain', 'group', 'search'])
  const places = await modalPlaces(page)
  return places
    .filter(place => !shown.has(place.kind) && (place.isForAdmins ?? false) === isForAdmins)
    .map(place => {
      const words = [place.fields?.tab, place.fields?.form].filter(word => word !== undefined)
      return { name: ['modal', place.kind, ...words].join('-'), address: addressOf(place), ready: dialog }
    })
}

/** What is open to everybody, and what an address says that leads nowhere. */
const pagesBefore: readonly Picture[] = [
  { name: 'login', address: '/login' },
  { name: 'register', address: '/register' },
  { name: 'password-reset', address: '/password-reset' },
]

const statusOf = async (page: Page) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  await page.getByRole('button', { name: isPhone ? 'More' : /^Integration status/ }).click()
  await dialog(page)
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

for (const theme of ['dark', 'light']) {
  for (const size of sizes) {
    const take = async (page: Page, { name, address, ready, isWhole = false }: Picture) => {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await ready?.(page)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(300)
      await page.screenshot({
        path: path.join(folder, `${name}-${theme}-${size.width}.png`),
        fullPage: isWhole,
      })
    }

    test.describe(`in ${theme} at ${size.width}`, () => {
      test.use({ viewport: size })
      test.beforeEach(async ({ page }) => {
        await page.addInitScript(name => localStorage.setItem('plumbline_theme', name), theme)
      })

      test('what an investor sees', async ({ page }) => {
        for (const picture of pagesBefore) await take(page, picture)
        await signIn(page, 'investor')
        for (const picture of await pictures(page)) await take(page, picture)
        for (const picture of await otherModals(page, false)) await take(page, picture)
        await take(page, { name: 'status', address: '/overview', ready: statusOf })
        await take(page, { name: 'nowhere', address: '/nowhere' })
      })

      test('what administrators see', async ({ page }) => {
        await signIn(page, 'admin')
        for (const picture of await otherModals(page, true)) await take(page, picture)
      })

      test('what a new family sees', async ({ page }) => {
        await signIn(page, await addFamily(page.request), newPassword)
        for (const screen of screens) {
          const [address = ''] = screen.split('?')
          await take(page, { name: `empty-${address.slice(1)}`, address })
        }
      })
    })
  }
}

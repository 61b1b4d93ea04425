import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { buildAddress, listModals, screens } from '../support/addresses.ts'
import { callApi } from '../support/figures.ts'
import { scrollThrough } from '../support/scroll-through.ts'
import { signIn } from '../support/sign-in.ts'
import { addFamily, newPassword } from '../support/users.ts'

const folder = process.env.PLUMBLINE_SHOTS ?? path.join(import.meta.dirname, '../../shots')

interface Screenshot {
  name: string
  address: string
  /** Waits until the page is ready for the screenshot. */
  ready?: (page: Page) => Promise<unknown>
  isFullPage?: boolean
}

const waitForDialog = (page: Page) => expect(page.getByRole('dialog').first()).toBeVisible()

async function listScreenshots(page: Page): Promise<Screenshot[]> {
  const { data } = await callApi(page, '/api/performance/?points=2')
  const end: string = data.basis.end_date
  const before = (days: number) => new Date(Date.parse(end) - days * 86_400_000).toISOString().slice(0, 10)
  const found = await callApi(page, '/api/positions/search/?type=open&q=corvid&limit=1')
  const position = `modal=position&modal.id=${found.data[0].id}`
  return [
    {
      name: 'overview',
      address: '/overview?period=all',
      ready: async opened => {
        await scrollThrough(opened)
        await expect(opened.getByRole('region', { name: 'Monthly returns' })).toContainText('%')
      },
      isFullPage: true,
    },
    { name: 'overview-ytd', address: '/overview?period=ytd&series=total,realized,unrealized' },
    { name: 'positions', address: '/positions?period=all' },
    { name: 'position-summary', address: `/positions?${position}`, ready: waitForDialog },
    {
      name: 'position-transactions',
      address: `/positions?${position}&modal.tab=transactions`,
      ready: waitForDialog,
    },
    { name: 'position-linked', address: `/positions?${position}&modal.tab=linked`, ready: waitForDialog },
    { name: 'position-chart', address: `/positions?${position}&modal.tab=chart`, ready: waitForDialog },
    {
      name: 'explain-day',
      address: `/overview?modal=explain&modal.from=${end}&modal.to=${end}`,
      ready: waitForDialog,
    },
    {
      name: 'explain-range',
      address: `/overview?modal=explain&modal.from=${before(59)}&modal.to=${before(22)}`,
      ready: waitForDialog,
    },
    {
      name: 'group',
      address: '/overview?modal=group&modal.by=instrument_type&modal.key=bond',
      ready: waitForDialog,
    },
    {
      name: 'search',
      address: '/overview?modal=search',
      ready: async opened => {
        await opened.getByRole('combobox', { name: 'Search' }).fill('gr')
        await expect(opened.getByRole('option').nth(2)).toBeVisible()
      },
    },
    {
      name: 'receipt',
      address: '/overview?period=all',
      ready: async opened => {
        await opened.getByTitle('How this figure is calculated').nth(3).click()
        await expect(opened.getByText('recalculated just now')).toBeVisible()
      },
    },
    ...['transactions', 'watchlist', 'strategies', 'events', 'fees', 'targets'].map(screen => ({
      name: screen,
      address: `/${screen}`,
    })),
    { name: 'benchmark', address: '/benchmark?period=1y' },
    { name: 'income', address: '/events/income' },
  ]
}

/** Lists the modals without a screenshot above. */
async function listOtherModals(page: Page, isForAdmins: boolean): Promise<Screenshot[]> {
  const shown = new Set(['position', 'explain', 'group', 'search'])
  const places = await listModals(page)
  return places
    .filter(place => !shown.has(place.kind) && (place.isForAdmins ?? false) === isForAdmins)
    .map(place => {
      const words = [place.fields?.tab, place.fields?.form].filter(word => word !== undefined)
      return {
        name: ['modal', place.kind, ...words].join('-'),
        address: buildAddress(place),
        ready: waitForDialog,
      }
    })
}

/** Pages that need no sign-in. */
const publicPages: readonly Screenshot[] = [
  { name: 'login', address: '/login' },
  { name: 'register', address: '/register' },
  { name: 'password-reset', address: '/password-reset' },
]

const openStatus = async (page: Page) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  await page.getByRole('button', { name: isPhone ? 'More' : /^Integration status/ }).click()
  await waitForDialog(page)
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

for (const theme of ['dark', 'light']) {
  for (const size of sizes) {
    const take = async (page: Page, { name, address, ready, isFullPage = false }: Screenshot) => {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await ready?.(page)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(300)
      await page.screenshot({
        path: path.join(folder, `${name}-${theme}-${size.width}.png`),
        fullPage: isFullPage,
      })
    }

    test.describe(`in ${theme} at ${size.width}`, () => {
      test.use({ viewport: size })
      test.beforeEach(async ({ page }) => {
        await page.addInitScript(name => localStorage.setItem('plumbline_theme', name), theme)
      })

      test('screens of an investor', async ({ page }) => {
        for (const screenshot of publicPages) await take(page, screenshot)
        await signIn(page, 'investor')
        for (const screenshot of await listScreenshots(page)) await take(page, screenshot)
        for (const screenshot of await listOtherModals(page, false)) await take(page, screenshot)
        await take(page, { name: 'status', address: '/overview', ready: openStatus })
        await take(page, { name: 'nowhere', address: '/nowhere' })
      })

      test('the clients of an adviser', async ({ page }) => {
        await signIn(page, 'adviser')
        await take(page, { name: 'clients', address: '/clients?family=all' })
      })

      test('modals of an administrator', async ({ page }) => {
        await signIn(page, 'admin')
        for (const screenshot of await listOtherModals(page, true)) await take(page, screenshot)
      })

      test('screens of an empty family', async ({ page }) => {
        await signIn(page, await addFamily(page.request), newPassword)
        for (const screen of screens) {
          const [address = ''] = screen.split('?')
          await take(page, { name: `empty-${address.slice(1)}`, address })
        }
      })
    })
  }
}

import { expect, type Page, test } from '@playwright/test'
import { findViolations } from '../support/accessibility.ts'
import { buildAddress, listModals, navigateInApp, screens } from '../support/addresses.ts'
import { measureOverflow } from '../support/figures.ts'
import { waitUntilLoaded } from '../support/scroll-through.ts'
import { demoPassword } from '../support/sign-in.ts'
import { addUser, newPassword } from '../support/users.ts'
import { watchConsole } from '../support/watch-console.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Signs in through the API. An investor also gets German as the language of server texts. */
async function signInGerman(page: Page, role: 'investor' | 'admin'): Promise<void> {
  const isAdmin = role === 'admin'
  const username = isAdmin ? 'admin' : `de${Date.now().toString(36)}`
  if (!isAdmin) await addUser(page.request, username)
  const password = isAdmin ? demoPassword : newPassword
  const headers = { 'x-plumbline-client': 'web' }
  const reply = await page.request.post('/auth/login/', { data: { username, password }, headers })
  expect(reply.status()).toBe(200)
  if (isAdmin) return
  const auth = { authorization: `Bearer ${(await reply.json()).access}` }
  const changed = await page.request.patch('/api/settings/', { data: { language: 'de' }, headers: auth })
  expect(changed.status()).toBe(200)
}

/** Names in the demo data, which are not translated. */
const demoNames = new Set([
  ...['Manual', 'Buy', 'Sell', 'Rent', 'Taxes', 'Interest', 'Repayment', 'Hedges'],
  ...['Fees by custodian', 'Realized gains'],
])

/** Lists English texts that differ from the German ones; their presence means a missing translation. */
async function listEnglishTexts(page: Page): Promise<Set<string>> {
  const loadTexts = async (language: string): Promise<Record<string, string>> =>
    (await (await page.request.get(`/api/internal/settings?language=${language}`)).json()).data.texts
  const [english, german] = [await loadTexts('en-US'), await loadTexts('de')]
  const germanTexts = new Set(Object.values(german))
  const other = Object.values(english).filter(
    text => !germanTexts.has(text) && !demoNames.has(text) && !text.includes('{'),
  )
  return new Set(other)
}

interface Findings {
  /** All visible texts and accessible names, without duplicates. */
  words: string[]
  /** Controls and headings whose text is truncated. */
  cut: string[]
}

function inspectPage(page: Page): Promise<Findings> {
  return page.evaluate(() => {
    const words = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.checkVisibility()) words.add((node.textContent ?? '').trim())
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) words.add(element.getAttribute(name) ?? '')
    const named = document.querySelectorAll<HTMLElement>(
      'button, [role=tab], a[href], label, legend, th, dt, kbd',
    )
    const cut = [...named].filter(element => {
      if (!element.checkVisibility() || element.classList.contains('visually-hidden')) return false
      const { overflowX, textOverflow } = getComputedStyle(element)
      return (
        overflowX !== 'visible' &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      )
    })
    const spilled = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter(
      heading =>
        heading.checkVisibility() &&
        getComputedStyle(heading).overflowX === 'visible' &&
        getComputedStyle(heading).display !== 'inline' &&
        // Headings for screen readers only have no width.
        heading.clientWidth > 1 &&
        heading.scrollWidth > heading.clientWidth + 1,
    )
    return {
      words: [...words],
      cut: [...cut, ...spilled].map(element => element.outerHTML.slice(0, 200)),
    }
  })
}

async function expectGerman(page: Page, english: Set<string>): Promise<void> {
  await waitUntilLoaded(page)
  await page.waitForLoadState('networkidle')
  const { words, cut } = await inspectPage(page)
  expect.soft(words.filter(text => english.has(text) || /^_[a-z_]+_$/.test(text))).toEqual([])
  expect.soft(cut).toEqual([])
  expect.soft(await measureOverflow(page)).toBeLessThanOrEqual(0)
  expect.soft(await findViolations(page, { isLenient: true })).toEqual([])
}

for (const viewport of sizes) {
  test.describe(`in German and light, ${viewport.width} px wide`, () => {
    test.use({ viewport })
    test.setTimeout(600_000)

    test('public pages are translated and fit', async ({ page }) => {
      const english = await listEnglishTexts(page)
      for (const address of ['/login', '/register', '/password-reset', '/user-invitation']) {
        await test.step(address, async () => {
          await page.goto(address)
          await expectGerman(page, english)
        })
      }
    })

    test('every screen is translated and fits', async ({ page }) => {
      const consoleErrors = watchConsole(page)
      const english = await listEnglishTexts(page)
      await signInGerman(page, 'investor')
      for (const address of [...screens, '/nowhere']) {
        await test.step(address, async () => {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
          expect(page.url()).toContain(address)
          await expectGerman(page, english)
        })
      }
      expect(consoleErrors).toEqual([])
    })

    for (const role of ['investor', 'admin'] as const) {
      test(`every modal of an ${role === 'admin' ? 'administrator' : 'investor'} is translated and fits`, async ({
        page,
      }) => {
        const consoleErrors = watchConsole(page)
        const english = await listEnglishTexts(page)
        await signInGerman(page, role)
        await page.goto('/watchlist')
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        const places = (await listModals(page)).filter(
          ({ isForAdmins = false }) => isForAdmins === (role === 'admin'),
        )
        for (const place of places) {
          await test.step(buildAddress(place), async () => {
            await navigateInApp(page, buildAddress(place, '/watchlist'))
            await expect(page.getByRole('dialog').first()).toBeVisible()
            await expectGerman(page, english)
          })
        }
        expect(consoleErrors).toEqual([])
      })
    }
  })
}

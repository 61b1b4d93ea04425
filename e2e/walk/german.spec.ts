import { expect, type Page, test } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { overflow } from '../figures.ts'
import { addPerson, newPassword } from '../people.ts'
import { addressOf, goWithin, modalPlaces, screens } from '../places.ts'
import { demoPassword } from '../sign-in.ts'
import { watchConsole } from '../watch-console.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Someone who reads German, also in what the server writes; signed in by the calls alone. */
async function enter(page: Page, role: 'investor' | 'admin'): Promise<void> {
  const isAdmin = role === 'admin'
  const username = isAdmin ? 'admin' : `de${Date.now().toString(36)}`
  if (!isAdmin) await addPerson(page.request, username)
  const password = isAdmin ? demoPassword : newPassword
  const headers = { 'x-plumbline-client': 'web' }
  const reply = await page.request.post('/auth/login/', { data: { username, password }, headers })
  expect(reply.status()).toBe(200)
  if (isAdmin) return
  const as = { authorization: `Bearer ${(await reply.json()).access}` }
  const changed = await page.request.patch('/api/settings/', { data: { language: 'de' }, headers: as })
  expect(changed.status()).toBe(200)
}

/** Names that the demo world gives to things: they are data and stay as they were entered. */
const names = new Set([
  ...['Manual', 'Buy', 'Sell', 'Rent', 'Taxes', 'Interest', 'Repayment', 'Hedges'],
  ...['Fees by custodian', 'Realized gains'],
])

/** English words that German has other words for, so that seeing them says that something is not translated. */
async function englishOnly(page: Page): Promise<Set<string>> {
  const textsOf = async (language: string): Promise<Record<string, string>> =>
    (await (await page.request.get(`/api/internal/settings?language=${language}`)).json()).data.texts
  const [english, german] = [await textsOf('en-US'), await textsOf('de')]
  const spoken = new Set(Object.values(german))
  const other = Object.values(english).filter(
    words => !spoken.has(words) && !names.has(words) && !words.includes('{'),
  )
  return new Set(other)
}

interface Findings {
  /** Everything that is read or seen, each once. */
  words: string[]
  /** Names of controls and headings that do not fit where they stand. */
  cut: string[]
}

function lookAround(page: Page): Promise<Findings> {
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
        // One that only a screen reader finds has no width.
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
  // Skeletons say nothing: what is looked at has arrived.
  await expect(page.locator('main [aria-busy=true], [role=dialog] [aria-busy=true]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const { words, cut } = await lookAround(page)
  expect.soft(words.filter(text => english.has(text) || /^_[a-z_]+_$/.test(text))).toEqual([])
  expect.soft(cut).toEqual([])
  expect.soft(await overflow(page)).toBeLessThanOrEqual(0)
  expect.soft(await violations(page, { isLenient: true })).toEqual([])
}

for (const viewport of sizes) {
  test.describe(`in German and light, ${viewport.width} px wide`, () => {
    test.use({ viewport })
    test.setTimeout(600_000)

    test('the pages before sign-in', async ({ page }) => {
      const english = await englishOnly(page)
      for (const address of ['/login', '/register', '/password-reset', '/user-invitation']) {
        await test.step(address, async () => {
          await page.goto(address)
          await expectGerman(page, english)
        })
      }
    })

    test('every screen', async ({ page }) => {
      const complaints = watchConsole(page)
      const english = await englishOnly(page)
      await enter(page, 'investor')
      for (const address of [...screens, '/nowhere']) {
        await test.step(address, async () => {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
          expect(page.url()).toContain(address)
          await expectGerman(page, english)
        })
      }
      expect(complaints).toEqual([])
    })

    for (const who of ['investor', 'admin'] as const) {
      test(`every modal of ${who === 'admin' ? 'administrators' : 'an investor'}`, async ({ page }) => {
        const complaints = watchConsole(page)
        const english = await englishOnly(page)
        await enter(page, who)
        await page.goto('/watchlist')
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        const places = (await modalPlaces(page)).filter(
          ({ isForAdmins = false }) => isForAdmins === (who === 'admin'),
        )
        for (const place of places) {
          await test.step(addressOf(place), async () => {
            await goWithin(page, addressOf(place, '/watchlist'))
            await expect(page.getByRole('dialog').first()).toBeVisible()
            await expectGerman(page, english)
          })
        }
        expect(complaints).toEqual([])
      })
    }
  })
}

import { expect, type Page, test } from '@playwright/test'
import { accessOf, addFamily, newPassword } from '../people.ts'
import { addressOf, goWithin, type ModalPlace, modalPlaces, screens } from '../places.ts'
import { demoPassword, openSignedIn } from '../sign-in.ts'
import { fillFamily, fillSite, watch } from './fill.ts'
import { allNames } from './payloads.ts'
import { expectTamePrint, type Traces, watchForScripts } from './traces.ts'

/** Nobody may have more than two hundred of some things: three people share the texts. */
const perPerson = 100

// Tall enough that a page of a list is drawn whole.
test.use({ viewport: { width: 1440, height: 6000 } })
test.setTimeout(900_000)
test.describe.configure({ mode: 'serial' })

/** Lists that show all of what was filled in. */
const wholeOfInvestor = [
  '/positions?period=all',
  '/transactions?period=all',
  '/watchlist',
  '/strategies',
  '?modal=reports',
  '?modal=notifications&modal.tab=rules',
  '?modal=assets',
]
const wholeOfAdministrator = ['families', 'users', 'instruments', 'custodians'].map(
  tab => `?modal=admin&modal.tab=${tab}`,
)

let instruments: string[] = []
test.beforeAll(async ({ request }) => {
  expect(allNames).toHaveLength(300)
  instruments = await fillSite(request, allNames)
})

/** Goes through all pages of what is open and gives those of the names that stand there as they were given. */
async function lookThrough(page: Page, traces: Traces, names: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>()
  for (;;) {
    await traces.untilQuiet()
    await expect(page.locator('main [aria-busy=true], [role=dialog] [aria-busy=true]')).toHaveCount(0)
    await traces.expectNone()
    const dialog = page.getByRole('dialog').last()
    const place = (await dialog.count()) > 0 ? dialog : page.getByRole('main')
    const drawn = (await place.textContent()) ?? ''
    for (const name of names) if (drawn.includes(name)) seen.add(name)
    const next = place.getByRole('button', { name: 'Next page' }).last()
    if ((await next.count()) === 0 || (await next.isDisabled())) return seen
    await next.click()
  }
}

/** Every screen and modal, of which these must show every name. */
async function walk(
  page: Page,
  traces: Traces,
  places: readonly ModalPlace[],
  names: readonly string[],
  whole: readonly string[],
): Promise<void> {
  const unseen: Record<string, string[]> = {}
  const look = async (address: string) => {
    const seen = await lookThrough(page, traces, names)
    if (whole.includes(address)) unseen[address] = names.filter(name => !seen.has(name))
  }
  for (const address of screens) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await look(address)
    })
  }
  for (const place of places) {
    await test.step(addressOf(place), async () => {
      await goWithin(page, addressOf(place, '/watchlist'))
      await expect(page.getByRole('dialog').first()).toBeVisible()
      await look(addressOf(place, ''))
      // Closed again, or the next step would take this one for its own.
      await goWithin(page, '/watchlist')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }
  expect(unseen).toEqual(Object.fromEntries(whole.map(address => [address, []])))
}

for (const first of [0, perPerson, 2 * perPerson]) {
  test(`texts ${first + 1} to ${first + perPerson} on every screen and modal of an investor, and in print`, async ({
    page,
    request,
  }) => {
    const names = allNames.slice(first, first + perPerson)
    const traces = await watchForScripts(page)
    const username = await addFamily(request)
    const { report } = await fillFamily(request, username, names)
    await watch(request, username, instruments.slice(first, first + perPerson), names)
    await openSignedIn(page, '/watchlist', username, newPassword)
    const places = (await modalPlaces(page))
      .filter(({ isForAdmins }) => !isForAdmins)
      // The only kind of thing that this family holds.
      .map(place =>
        place.kind === 'group' ? { ...place, fields: { ...place.fields, key: 'real_estate' } } : place,
      )
    await walk(page, traces, places, names, wholeOfInvestor)
    await expectTamePrint(request, report, await accessOf(request, username, newPassword))
  })
}

test('all of them on every screen and modal of an administrator', async ({ page }) => {
  const traces = await watchForScripts(page)
  await openSignedIn(page, '/watchlist', 'admin', demoPassword)
  const tabs = [
    'accounts',
    'families',
    'users',
    'instruments',
    'custodians',
    'integrations',
    'outbox',
    'audit',
  ]
  const places = tabs.map(tab => ({ kind: 'admin', fields: { tab } }))
  await walk(page, traces, places, allNames, wholeOfAdministrator)
})

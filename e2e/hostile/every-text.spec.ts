import { expect, type Page, test } from '@playwright/test'
import { accessOf, addFamily, newPassword } from '../people.ts'
import { addressOf, goWithin, type ModalPlace, modalPlaces, screens } from '../places.ts'
import { demoPassword, openSignedIn } from '../sign-in.ts'
import { callsOf, unfilledFields } from './calls.ts'
import {
  archiveOf,
  fillCorners,
  fillFamily,
  fillPrices,
  fillSite,
  nameSources,
  quoted,
  watch,
} from './fill.ts'
import { fillImports } from './fill-imports.ts'
import { allNames, fewNames } from './payloads.ts'
import { expectTamePrint, type Traces, watchForScripts } from './traces.ts'

/** Nobody may have more than fifty of some things: six people share the texts. */
const perPerson = 50

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
  '?modal=settings&modal.tab=tokens',
]
const wholeOfAdministrator = ['families', 'users', 'instruments', 'custodians'].map(
  tab => `?modal=admin&modal.tab=${tab}`,
)

let instruments: string[] = []
let archive: Buffer = Buffer.alloc(0)
test.beforeAll(async ({ request }) => {
  expect(allNames).toHaveLength(300)
  instruments = await fillSite(request, allNames)
  await fillPrices(request, instruments[0] ?? '', allNames)
  await nameSources(request, allNames)
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

for (let first = 0; first < 300; first += perPerson) {
  test(`texts ${first + 1} to ${first + perPerson} on every screen and modal of an investor, and in print`, async ({
    page,
    request,
  }) => {
    const names = allNames.slice(first, first + perPerson)
    const traces = await watchForScripts(page)
    const username = await addFamily(request)
    const family = await fillFamily(request, username, names)
    await fillCorners(request, username, family, names)
    const imports = await fillImports(request, username, names)
    archive = await archiveOf(request, username)
    await watch(request, username, instruments.slice(first, first + perPerson), names)
    await openSignedIn(page, '/watchlist', username, newPassword)
    const places = (await modalPlaces(page))
      .filter(({ isForAdmins }) => !isForAdmins)
      // The only kind of thing that this family holds.
      .map(place =>
        place.kind === 'group' ? { ...place, fields: { ...place.fields, key: 'real_estate' } } : place,
      )
    const { position: id, transaction, account } = family
    places.push(
      { kind: 'position', fields: { id, tab: 'linked' } },
      { kind: 'transaction', fields: { id: transaction } },
      { kind: 'data-quality', fields: { tab: 'reconciliation', account } },
      { kind: 'data-quality', fields: { tab: 'reconciliation', account, date: '2026-03-05' } },
      { kind: 'import', fields: { form: 'earlier' } },
      ...imports.flatMap(made =>
        ['files', 'columns', 'preview', 'apply'].map(step => ({
          kind: 'import',
          fields: { id: made, step },
        })),
      ),
    )
    await walk(page, traces, places, names, [
      ...wholeOfInvestor,
      addressOf({ kind: 'transaction', fields: { id: transaction } }, ''),
    ])
    await expectTamePrint(request, family.report, await accessOf(request, username, newPassword))
  })
}

test('all of them on every screen and modal of an administrator', async ({ page, request }) => {
  const { send } = await callsOf(request, 'admin', demoPassword)
  await send('/api/families/archive/contents/', '', archive)
  await send('/api/families/archive/', `${allNames[0]} restored`, archive)
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
  const places: ModalPlace[] = tabs.map(tab => ({ kind: 'admin', fields: { tab } }))
  const [id = ''] = instruments
  places.push({ kind: 'admin', fields: { tab: 'instruments', q: allNames[0] ?? '', form: 'prices', id } })
  await walk(page, traces, places, allNames, wholeOfAdministrator)

  const give = (name: string, content: Buffer) =>
    page.locator('[role=dialog] input[type=file]').setInputFiles({ name, mimeType: '', buffer: content })
  await test.step('an archive', async () => {
    await page.goto(addressOf({ kind: 'import' }, '/watchlist'))
    await give(`${allNames[0]}.zip`, archive)
    await expect(page.getByText('Archive of a family', { exact: true })).toBeVisible()
    await traces.expectNone()
  })
  await test.step('names of sources, as many at a time as there are', async () => {
    for (let first = 0; first < allNames.length; ) {
      const names = allNames.slice(first, first + (await nameSources(request, allNames.slice(first))))
      await page.goto(addressOf({ kind: 'admin', fields: { tab: 'integrations' } }, '/watchlist'))
      const seen = await lookThrough(page, traces, names)
      expect(names.filter(name => !seen.has(name))).toEqual([])
      first += names.length
    }
  })
  await test.step('prices that are none', async () => {
    for (const name of fewNames) {
      await page.goto(
        addressOf({ kind: 'admin', fields: { tab: 'integrations', form: 'new' } }, '/watchlist'),
      )
      const dialog = page.getByRole('dialog', { name: 'Upload prices' })
      await give(`${name}.csv`, Buffer.from(`symbol;date;price\nX;2026-01-05;${quoted(name)}`))
      await dialog.getByRole('button', { name: 'Upload prices' }).click()
      await expect(dialog.getByRole('alert')).toContainText('Line 2')
      await traces.expectNone(/status of 400/)
    }
  })
})

test('no field that takes a text was forgotten', async ({ request }) => {
  expect(await unfilledFields(request)).toEqual([])
})

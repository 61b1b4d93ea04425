import { expect, type Page, test } from '@playwright/test'
import { buildAddress, listModals, type ModalAddress, navigateInApp, screens } from '../support/addresses.ts'
import { waitUntilLoaded } from '../support/scroll-through.ts'
import { demoPassword, openSignedIn } from '../support/sign-in.ts'
import { addFamily, fetchAccessToken, newPassword } from '../support/users.ts'
import { createCalls, listUnfilledFields } from './calls.ts'
import {
  downloadArchive,
  fillFamily,
  fillPrices,
  fillRareFields,
  fillSite,
  fillWatchlist,
  quoteCell,
  renameSources,
} from './fill.ts'
import { fillImports } from './fill-imports.ts'
import { allNames, fewNames } from './payloads.ts'
import { expectPdfWithoutScripts, type Traces, watchForScripts } from './traces.ts'

/** Some lists are limited to fifty items per user, so six users share the texts. */
const textsPerUser = 50

// Tall enough to render a whole page of a list.
test.use({ viewport: { width: 1440, height: 6000 } })
test.setTimeout(900_000)
test.describe.configure({ mode: 'serial' })

/** Lists that show every text. */
const completeForInvestor = [
  '/positions?period=all',
  '/transactions?period=all',
  '/watchlist',
  '/strategies',
  '?modal=reports',
  '?modal=notifications&modal.tab=rules',
  '?modal=assets',
  '?modal=settings&modal.tab=tokens',
]
const completeForAdministrator = ['families', 'users', 'instruments', 'custodians'].map(
  tab => `?modal=admin&modal.tab=${tab}`,
)

let instruments: string[] = []
let archive: Buffer = Buffer.alloc(0)
test.beforeAll(async ({ request }) => {
  expect(allNames).toHaveLength(300)
  instruments = await fillSite(request, allNames)
  await fillPrices(request, instruments[0] ?? '', allNames)
  await renameSources(request, allNames)
})

/** Pages through the open list and returns the names that appear literally. */
async function collectNames(page: Page, traces: Traces, names: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>()
  for (;;) {
    await traces.waitUntilIdle()
    await waitUntilLoaded(page)
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

/** Visits every screen and modal; the complete ones must show every name. */
async function visitAll(
  page: Page,
  traces: Traces,
  places: readonly ModalAddress[],
  names: readonly string[],
  complete: readonly string[],
): Promise<void> {
  const unseen: Record<string, string[]> = {}
  const check = async (address: string) => {
    const seen = await collectNames(page, traces, names)
    if (complete.includes(address)) unseen[address] = names.filter(name => !seen.has(name))
  }
  for (const address of screens) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await check(address)
    })
  }
  for (const place of places) {
    await test.step(buildAddress(place), async () => {
      await navigateInApp(page, buildAddress(place, '/watchlist'))
      await expect(page.getByRole('dialog').first()).toBeVisible()
      await check(buildAddress(place, ''))
      // Close it, or the next step would mistake it for its own.
      await navigateInApp(page, '/watchlist')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }
  expect(unseen).toEqual(Object.fromEntries(complete.map(address => [address, []])))
}

for (let first = 0; first < 300; first += textsPerUser) {
  test(`an investor sees texts ${first + 1} to ${first + textsPerUser} literally on every screen and modal, and in print`, async ({
    page,
    request,
  }) => {
    const names = allNames.slice(first, first + textsPerUser)
    const traces = await watchForScripts(page)
    const username = await addFamily(request)
    const family = await fillFamily(request, username, names)
    await fillRareFields(request, username, family, names)
    const imports = await fillImports(request, username, names)
    archive = await downloadArchive(request, username)
    await fillWatchlist(request, username, instruments.slice(first, first + textsPerUser), names)
    await openSignedIn(page, '/watchlist', username, newPassword)
    const places = (await listModals(page))
      .filter(({ isForAdmins }) => !isForAdmins)
      // This family holds only real estate and art.
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
    await visitAll(page, traces, places, names, [
      ...completeForInvestor,
      buildAddress({ kind: 'transaction', fields: { id: transaction } }, ''),
    ])
    await expectPdfWithoutScripts(
      request,
      family.report,
      await fetchAccessToken(request, username, newPassword),
    )
  })
}

test('an administrator sees all texts literally on every screen and modal', async ({ page, request }) => {
  const { send } = await createCalls(request, 'admin', demoPassword)
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
  const places: ModalAddress[] = tabs.map(tab => ({ kind: 'admin', fields: { tab } }))
  const [id = ''] = instruments
  places.push({ kind: 'admin', fields: { tab: 'instruments', q: allNames[0] ?? '', form: 'prices', id } })
  await visitAll(page, traces, places, allNames, completeForAdministrator)

  const upload = (name: string, content: Buffer) =>
    page.locator('[role=dialog] input[type=file]').setInputFiles({ name, mimeType: '', buffer: content })
  await test.step('an archive', async () => {
    await page.goto(buildAddress({ kind: 'import' }, '/watchlist'))
    await upload(`${allNames[0]}.zip`, archive)
    await expect(page.getByText('Archive of a family', { exact: true })).toBeVisible()
    await traces.expectNone()
  })
  await test.step('names of sources, in batches of the number of sources', async () => {
    for (let first = 0; first < allNames.length; ) {
      const names = allNames.slice(first, first + (await renameSources(request, allNames.slice(first))))
      await page.goto(buildAddress({ kind: 'admin', fields: { tab: 'integrations' } }, '/watchlist'))
      const seen = await collectNames(page, traces, names)
      expect(names.filter(name => !seen.has(name))).toEqual([])
      first += names.length
    }
  })
  await test.step('invalid prices', async () => {
    for (const name of fewNames) {
      await page.goto(
        buildAddress({ kind: 'admin', fields: { tab: 'integrations', form: 'new' } }, '/watchlist'),
      )
      const dialog = page.getByRole('dialog', { name: 'Upload prices' })
      await upload(`${name}.csv`, Buffer.from(`symbol;date;price\nX;2026-01-05;${quoteCell(name)}`))
      await dialog.getByRole('button', { name: /^Upload/ }).click()
      await expect(dialog.getByRole('alert')).toContainText('Line 2')
      await traces.expectNone(/status of 400/)
    }
  })
})

test('every free text field of the API has received markup', async ({ request }) => {
  expect(await listUnfilledFields(request)).toEqual([])
})

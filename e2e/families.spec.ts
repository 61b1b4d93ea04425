import { expect, type Page, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'
import { watchConsole } from './support/watch-console.ts'

/** The two client families of the adviser. */
const clients = ['Aebi-Laurent', 'Moreau-Brandt'] as const
type Client = (typeof clients)[number]

const tabs = ['Overview', 'Positions', 'Transactions', 'Watchlist', 'Strategies', 'Events', 'Fees']

const quietMs = 400

/** Collects the families named in the basis of replies since the last call. */
function watchFamilies(page: Page): () => Promise<Set<string>> {
  let families = new Set<string>()
  let pending: Promise<void>[] = []
  let pendingCount = 0
  let lastAt = Date.now()
  const count = (change: 1 | -1) => () => {
    pendingCount += change
    lastAt = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  page.on('response', response => {
    if (!response.url().includes('/api/') || !response.ok()) return
    const read = async () => {
      const text = await response.text().catch(() => '')
      for (const [, name] of text.matchAll(/"basis":\{"family":(?:null|\{"id":"[^"]*","name":"([^"]*)"\})/g))
        families.add(name ?? 'several')
    }
    pending.push(read())
  })
  return async () => {
    // Wait until all requests of the screen have finished.
    await expect
      .poll(() => pendingCount === 0 && Date.now() - lastAt > quietMs, { timeout: 30_000 })
      .toBe(true)
    await Promise.all(pending)
    const seen = families
    families = new Set()
    pending = []
    return seen
  }
}

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Family:/ })

async function choose(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

/** Expects that the header and all replies since the last call name this client. */
async function expectClient(page: Page, seen: () => Promise<Set<string>>, client: Client): Promise<void> {
  await expect(switcher(page)).toHaveAccessibleName(`Family: ${client}`)
  const families = await seen()
  expect([...families]).toEqual(families.size === 0 ? [] : [client])
  await expect(page).toHaveURL(/[?&]family=/)
}

test('an adviser sees figures of the family in the header after every click, reload, back, link and in a second tab', async ({
  page,
  context,
}) => {
  const consoleErrors = watchConsole(page)
  const seen = watchFamilies(page)
  await openSignedIn(page, '/overview?period=all', 'adviser')
  await expectClient(page, seen, 'Aebi-Laurent')
  await choose(page, 'Moreau-Brandt')
  await seen()
  for (const tab of tabs) {
    await page.getByRole('banner').getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: tab, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectClient(page, seen, 'Moreau-Brandt')
  }

  await test.step('reload, back and forward', async () => {
    await page.reload()
    await expectClient(page, seen, 'Moreau-Brandt')
    await page.goBack()
    await expectClient(page, seen, 'Moreau-Brandt')
    await page.goForward()
    await expectClient(page, seen, 'Moreau-Brandt')
  })

  const address = page.url()
  await test.step('a second tab with another client leaves the first alone', async () => {
    const other = await context.newPage()
    const seenThere = watchFamilies(other)
    await other.goto('/positions')
    await expectClient(other, seenThere, 'Moreau-Brandt')
    await choose(other, 'Aebi-Laurent')
    await seenThere()
    await other.getByRole('banner').getByRole('link', { name: 'Fees', exact: true }).click()
    await expectClient(other, seenThere, 'Aebi-Laurent')
    await page.getByRole('banner').getByRole('link', { name: 'Overview', exact: true }).click()
    await expectClient(page, seen, 'Moreau-Brandt')
    // The reload reads the saved choice of the other tab; the address takes precedence.
    await page.reload()
    await expectClient(page, seen, 'Moreau-Brandt')
    await page.getByRole('banner').getByRole('link', { name: 'Positions', exact: true }).click()
    await expectClient(page, seen, 'Moreau-Brandt')
    await other.close()
  })

  await test.step('a shared link opens with its client', async () => {
    await page.goto(address)
    await expectClient(page, seen, 'Moreau-Brandt')
  })

  await test.step('a link to a foreign family shows an error and no other figures', async () => {
    await page.goto(`/overview?family=${crypto.randomUUID()}`)
    await expect(page.getByText('This family does not exist')).toBeVisible()
    expect([...(await seen())]).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'All families' }).click()
    await expect(switcher(page)).toHaveAccessibleName('Family: All families')
    expect([...(await seen())]).toEqual(['several'])
  })
  // The 404 of the foreign family is expected.
  expect(consoleErrors.filter(text => !text.includes('404'))).toEqual([])
})

test('reports, rules, strategies and imports of an adviser belong to the chosen family', async ({ page }) => {
  const consoleErrors = watchConsole(page)
  const name = `Client ${Date.now().toString(36)}`
  await openSignedIn(page, '/overview?period=all', 'adviser')
  await choose(page, 'Moreau-Brandt')

  await test.step('a report: its file, its cover and its notification name the family', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Reports' }).click()
    const reports = page.getByRole('dialog', { name: /^Reports/ })
    await reports.getByRole('button', { name: 'New report' }).first().click()
    const form = page.getByRole('dialog', { name: 'New report' })
    await expect(form.getByLabel('Family')).toHaveValue('Moreau-Brandt')
    await form.getByLabel('Name', { exact: true }).fill(name)
    const saved = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Save and create PDF' }).click()
    expect((await saved).suggestedFilename()).toContain(`Moreau-Brandt ${name}`)
    await reports.getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Notifications/ })
      .click()
    await expect(page.getByRole('button', { name: new RegExp(`^${name} is ready`) })).toContainText(
      'Moreau-Brandt',
    )
  })

  await test.step('a rule', async () => {
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await dialog.getByRole('tab', { name: /^Rules/ }).click()
    await dialog.getByRole('button', { name: 'New rule' }).click()
    const rule = dialog.getByRole('form', { name: 'New rule' })
    await expect(rule.getByLabel('Family')).toHaveValue('Moreau-Brandt')
    await rule.getByLabel('Name', { exact: true }).fill(name)
    await rule.getByRole('button', { name: 'Coupon', exact: true }).click()
    await rule.getByLabel('Days ahead').fill('3')
    await rule.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('switch', { name: `${name} is on` })).toBeChecked()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a strategy', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Strategies', exact: true }).click()
    await page.getByRole('button', { name: 'New strategy' }).first().click()
    const form = page.getByRole('dialog', { name: 'New strategy' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('an import', async () => {
    await page.goto('/overview?modal=import')
    const dialog = page.getByRole('dialog', { name: /^Import/ })
    await expect(dialog.getByLabel('Family')).toHaveValue('Moreau-Brandt')
    await dialog.locator('input[type=file]').setInputFiles({
      name: `${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from('Wann;Geld\n05.01.2026;100,00\n'),
    })
    // Its name alone is shown before it is stored.
    await expect(dialog.getByText('Layout not known yet')).toBeVisible()
  })

  const rows = await readFamilies(page, name)
  expect(rows).toEqual({
    report: 'Moreau-Brandt',
    rule: 'Moreau-Brandt',
    strategy: 'Moreau-Brandt',
    import: 'Moreau-Brandt',
  })
  expect(consoleErrors).toEqual([])
})

/** Reads the family of each created item from the API. */
async function readFamilies(page: Page, name: string): Promise<Record<string, string>> {
  const login = await page.request.post('/auth/login/', {
    data: { username: 'adviser', password: 'plumbline-demo' },
  })
  const headers = { authorization: `Bearer ${(await login.json()).access}` }
  const get = async (url: string) => (await (await page.request.get(url, { headers })).json()).data
  const list = await page.request.post('/api/strategy/list/', { headers, data: {} })
  const findFamily = (rows: { name?: string; file_names?: string[]; family: { name: string } }[]) =>
    rows.find(row => row.name === name || row.file_names?.includes(`${name}.csv`))?.family.name ?? 'none'
  return {
    report: findFamily(await get('/api/reports/')),
    rule: findFamily(await get('/api/user-tasks/')),
    strategy: findFamily((await list.json()).data),
    import: findFamily(await get('/api/imports/')),
  }
}

import { type APIRequestContext, expect, test } from '@playwright/test'
import { demoPassword, openSignedIn } from './support/sign-in.ts'
import { addFamily, fetchAccessToken, newPassword, readMailedLink } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

/** API calls of one user that must succeed. */
function createCalls(request: APIRequestContext, access: string) {
  const headers = { authorization: `Bearer ${access}` }
  return {
    headers,
    post: async (path: string, data: object = {}) => {
      const reply = await request.post(path, { data, headers })
      expect([path, reply.status()]).toEqual([path, 200])
      return (await reply.json()).data
    },
  }
}

/** Adds a separate administrator, so that the restored family does not appear in lists of other journeys. */
async function addAdmin(request: APIRequestContext, username: string): Promise<void> {
  const access = await fetchAccessToken(request, 'admin', demoPassword)
  const email = `${username}@example.com`
  await createCalls(request, access).post('/api/users/', { email, role: 'admin' })
  const link = new URL(await readMailedLink(request, email, access))
  const profile = { username, name: 'Own Admin', password: newPassword }
  const data = { ...Object.fromEntries(link.searchParams), ...profile }
  expect((await request.post('/auth/invitation/', { data })).status()).toBe(200)
}

const buildFilter = (family?: string) => ({
  settings: { currency: 'CHF', period: { name: 'all' } },
  filters: {},
  ...(family && { family }),
})

for (const width of [1440, 390])
  test(`an administrator previews an archive and restores it with the same figures at ${width}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const owner = await addFamily(request)
    const theirs = createCalls(request, await fetchAccessToken(request, owner, newPassword))
    const { id: account } = await theirs.post('/api/accounts/', { name: 'Harbor Bank', currency: 'CHF' })
    for (const [date, amount] of [
      ['2026-01-05', 70_000.5],
      ['2026-03-02', 1234.56],
    ])
      await theirs.post('/api/transactions/', {
        account,
        transaction_type: 'deposit',
        date,
        amount,
        currency: 'CHF',
        confirm: ['nav_change'],
      })
    await theirs.post('/api/strategy/', { name: 'Calm water' })
    const me = await (await request.get('/api/settings/', { headers: theirs.headers })).json()
    const family = (me.data ?? me).settings.family.id
    const archive = await request.get(`/api/families/${family}/archive/`, { headers: theirs.headers })
    expect(archive.status()).toBe(200)

    const admin = `adm${owner}`
    await addAdmin(request, admin)
    const consoleErrors = watchConsole(page)
    await openSignedIn(page, '/overview?modal=import', admin, newPassword)
    const dialog = page.getByRole('dialog', { name: /^Import/ })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'family.zip', mimeType: 'application/zip', buffer: await archive.body() })
    await expect(dialog.getByText('Archive of a family', { exact: true })).toBeVisible()
    // The original family still has this name.
    await expect(dialog.getByText('A family with this name exists. Choose another name.')).toBeVisible()
    await expect(dialog.getByText('Harbor Bank · CHF')).toBeVisible()
    await expect(dialog.getByText('2 transactions', { exact: true })).toBeVisible()
    await expect(dialog.getByText(/This installation keeps its own/).first()).toBeVisible()
    await dialog.getByLabel('Name of the new family').fill(`${owner} again`)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(dialog.getByText(`${owner} again restored`)).toBeVisible()
    await dialog.getByRole('link', { name: 'See this family' }).click()
    await expect(page).toHaveURL(/family=[0-9a-f-]{36}/)
    // The header lists the new family at once.
    await expect(
      page.getByRole('banner').getByRole('button', { name: `Family: ${owner} again` }),
    ).toBeVisible()
    const restored = new URL(page.url()).searchParams.get('family') ?? ''
    expect(restored).not.toBe(family)

    const mine = createCalls(request, await fetchAccessToken(request, admin, newPassword))
    const before = await theirs.post('/api/performance/', buildFilter())
    expect(before.balance.total).toBeCloseTo(71_235.06, 2)
    const after = await mine.post('/api/performance/', buildFilter(restored))
    expect(after.basis.family.id).toBe(restored)
    expect({ ...after, basis: { ...after.basis, family: before.basis.family } }).toEqual(before)
    const strategies = await mine.post('/api/strategy/list/', buildFilter(restored))
    expect(strategies.map(({ name }: { name: string }) => name)).toEqual(['Calm water'])
    expect(consoleErrors).toEqual([])
  })

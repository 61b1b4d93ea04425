import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, type importCalls, sample } from '../../testing/import-calls.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let ivy: ReturnType<typeof importCalls>

beforeAll(async () => {
  ;({ app, ivy } = await createImportApp())
})
afterAll(() => app.close())

const [head = '', ...rows] = sample('swissquote.csv').toString('utf8').trim().split('\n')
const statement = (...lines: string[]) => Buffer.from(`${[head, ...lines].join('\n')}\n`)
const pick = (word: string) => rows.filter(row => row.includes(word))
const effect = (id: string) => ivy.call('GET', `/api/imports/${id}/effect/`)

async function prepare(bytes: Buffer, name: string): Promise<string> {
  const id = await ivy.create()
  const file = await ivy.upload(id, 'a.csv', bytes)
  await ivy.changeFile(id, file.id, { new_account: { name, currency: 'CHF' } })
  return id
}

describe('the effect of an import', () => {
  it('is the net asset value before and after, which applying then gives', async () => {
    const id = await prepare(statement(...pick('Credit;'), ...pick('Custody Fees')), 'New one')
    const before = (await effect(id)).json().data
    expect(before.nav_after - (before.nav_before ?? 0)).toBeCloseTo(20_000 - 54.05, 6)
    expect(before).toMatchObject({ currency: 'CHF', flags: [] })
    await ivy.apply(id)
    const { nav_before, nav_after } = (await effect(id)).json().data
    expect(nav_before).toBeCloseTo(before.nav_after, 6)
    expect(nav_after).toBe(nav_before)
  })

  it('counts a transaction that the file restates once', async () => {
    const [fee = ''] = pick('Custody Fees')
    const account = await prepare(statement(...pick('Credit;'), fee), 'Restated')
    await ivy.apply(account)
    const id = await ivy.create()
    const file = await ivy.upload(id, 'b.csv', statement(...pick('Credit;'), fee))
    const known = (await ivy.read(account)).files[0].account.id
    await ivy.changeFile(id, file.id, { account: known })
    const { nav_before, nav_after } = (await effect(id)).json().data
    expect(nav_after).toBe(nav_before)
  })

  it('values a new security at the price of its trade', async () => {
    const id = await prepare(statement(...pick('990000009;Buy')), 'Traded')
    const { nav_before, nav_after } = (await effect(id)).json().data
    expect(nav_after - nav_before).toBeCloseTo(-10, 6)
  })

  it('is marked as partial where a rate is missing', async () => {
    const id = await prepare(statement(...pick('Credit;'), ...pick('Forex')), 'Euros')
    const { nav_before, nav_after, flags } = (await effect(id)).json().data
    expect(nav_after - nav_before).toBeCloseTo(20_000 - 9_400, 6)
    expect(flags.map(({ code }: { code: string }) => code)).toEqual(['no_rate', 'partial'])
  })

  it('is not shown to others', async () => {
    const id = await prepare(statement(...pick('Credit;')), 'Private')
    const other = await app.addFamily('Other')
    await app.addUser({ username: 'otto', role: 'investor', familyId: other })
    const reply = await app.call({
      method: 'GET',
      url: `/api/imports/${id}/effect/`,
      as: (await app.signIn('otto')).access,
    })
    expect(reply.statusCode).toBe(404)
  })
})

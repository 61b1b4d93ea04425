import { languageHeader } from '@plumbline/contract'
import { languages, textsIn } from '@plumbline/contract/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let ivy: string
let ned: string
let demo: string

beforeAll(async () => {
  app = await createTestApp()
  const own = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'visitor', role: 'demo', familyId: own })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  demo = (await app.signIn('visitor')).access
})
afterAll(() => app.close())

const read = (as: string) => app.call({ method: 'GET', url: '/api/settings/', as })
const change = (as: string, payload: object) =>
  app.call({ method: 'PATCH', url: '/api/settings/', as, payload })

describe('settings', () => {
  it('start with the product defaults and the currency of the family', async () => {
    const { settings } = (await read(ivy)).json().data
    expect(settings).toMatchObject({
      period: { name: 'all', start_date: null, end_date: null },
      group_by: 'instrument_type',
      group_by_exposure_option: 'exposure',
      transaction_types: ['trade'],
      pnl_chart_type: 'cumulative',
      language: 'en-US',
      color_scheme: 'dark',
      currency: 'CHF',
      page_size: 50,
    })
  })

  it('take the time zone of the first browser, and keep it or what the user chooses', async () => {
    await app.addUser({ username: 'tia', role: 'adviser' })
    const tia = (await app.signIn('tia')).access
    const zone = async () => {
      const { time_zone, time_zone_source } = (await read(tia)).json().data.settings
      return [time_zone, time_zone_source]
    }
    expect(await zone()).toEqual(['UTC', 'default'])
    const propose = (time_zone: string) => change(tia, { time_zone, time_zone_source: 'browser' })
    await Promise.all([propose('America/Los_Angeles'), propose('America/Los_Angeles')])
    expect(await zone()).toEqual(['America/Los_Angeles', 'browser'])
    // A second device elsewhere.
    await propose('Asia/Tokyo')
    expect(await zone()).toEqual(['America/Los_Angeles', 'browser'])
    await change(tia, { time_zone: 'UTC' })
    expect(await zone()).toEqual(['UTC', 'user'])
    await propose('Asia/Tokyo')
    expect(await zone()).toEqual(['UTC', 'user'])
    expect((await change(tia, { time_zone: 'Mars/Olympus', time_zone_source: 'browser' })).statusCode).toBe(
      400,
    )
    const { rows } = await app.database.query(
      "select details -> 'changes' -> 'time_zone' as zone from audit_line where action = 'settings_changed'",
    )
    const zones = rows.map(({ zone }) => zone)
    expect(zones).toContainEqual({ from: null, to: 'America/Los_Angeles' })
    expect(zones).toContainEqual({ from: 'America/Los_Angeles', to: 'UTC' })
  })

  it('say whether the user sees all accounts of the family', async () => {
    const sees = async () => (await read(ned)).json().data.settings.sees_all_accounts
    expect(await sees()).toBe(true)
    await app.database.query("update app_user set sees_all_accounts = false where username = 'ned'")
    expect(await sees()).toBe(false)
    await app.database.query("update app_user set sees_all_accounts = true where username = 'ned'")
  })

  it('list only visible families', async () => {
    const { lists } = (await read(ned)).json().data
    expect(lists.families.map((family: { name: string }) => family.name)).toEqual(['Other'])
  })

  it('list the accounts that the user sees', async () => {
    const names = async (as: string) =>
      (await read(as)).json().data.lists.accounts.map((account: { name: string }) => account.name)
    const account = { custodian: 'manual', currency: 'CHF' }
    const open = (as: string, name: string) =>
      app.call({ method: 'POST', url: '/api/accounts/', as, payload: { ...account, name } })
    expect((await open(ivy, 'Savings')).statusCode).toBeLessThan(300)
    expect((await open(ned, 'Trading')).statusCode).toBeLessThan(300)
    expect(await names(ivy)).toEqual(['Savings'])
    expect(await names(ned)).toEqual(['Trading'])
  })

  it('keep chosen values per user and leave the rest unchanged', async () => {
    await change(ivy, { color_scheme: 'light', name: 'Ivy Own' })
    await change(ivy, { currency: 'USD' })
    const mine = (await read(ivy)).json().data.settings
    expect(mine).toMatchObject({ color_scheme: 'light', currency: 'USD', name: 'Ivy Own' })
    expect((await read(ned)).json().data.settings).toMatchObject({ color_scheme: 'dark', name: 'ned' })
  })

  it('name lists in the language of the user', async () => {
    await change(ned, { language: 'de' })
    const { lists } = (await read(ned)).json().data
    expect(lists.instrument_types).toContainEqual({ id: 'bond', name: 'Anleihe' })
    const unnamed = Object.values(lists)
      .flat()
      .filter(item => (item as { name?: string }).name === '')
    expect(unnamed).toEqual([])
  })

  it('name lists in the language chosen on the device', async () => {
    const nameOfBonds = async (as: string, chosen: string) => {
      const headers = { [languageHeader]: chosen }
      const { lists } = (await app.call({ method: 'GET', url: '/api/settings/', as, headers })).json().data
      return lists.instrument_types.find(({ id }: { id: string }) => id === 'bond').name
    }
    expect(await nameOfBonds(ivy, 'de')).toBe('Anleihe')
    await change(ivy, { language: 'de' })
    expect(await nameOfBonds(ivy, 'en-US')).toBe('Bond')
    expect(await nameOfBonds(ivy, 'klingon')).toBe('Anleihe')
    await change(ivy, { language: 'en-US' })
  })

  it('reject unknown fields and those that cannot be changed here, and name the others', async () => {
    const before = (await read(ivy)).json().data.settings
    const greedy = { role: 'admin', is_beta_tester: true, family_id: null, id: 'x', user: 'root' }
    const reply = await change(ivy, { ...greedy, colour_scheme: 'light', name: 'Someone' })
    expect(reply.statusCode).toBe(400)
    const { errors } = reply.json()
    expect(errors.map((error: { field: string }) => error.field)).toEqual([
      ...Object.keys(greedy),
      'colour_scheme',
    ])
    expect(errors[0].message).toMatch(/^Unknown field. Use one of: name, language, color_scheme, /)
    expect((await read(ivy)).json().data.settings).toEqual(before)
  })

  it('reject a value outside of its list, and name the choices', async () => {
    const reply = await change(ivy, { color_scheme: 'pink' })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0]).toEqual({
      code: 'invalid_field',
      field: 'color_scheme',
      message: 'Use one of: dark, light.',
    })
  })

  it('of the demo account are read-only', async () => {
    expect((await read(demo)).statusCode).toBe(200)
    const reply = await change(demo, { color_scheme: 'light' })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, 'demo_read_only'])
  })
})

describe('the texts', () => {
  it('are complete in each language without a sign-in', async () => {
    for (const language of languages) {
      const reply = await app.call({ method: 'GET', url: `/api/internal/settings?language=${language}` })
      expect(reply.json().data.texts).toEqual(textsIn(language))
    }
  })

  it('are left out on request', async () => {
    const reply = await app.call({ method: 'GET', url: '/api/internal/settings?texts=false' })
    expect([reply.json().data.texts, reply.json().data.languages.length]).toEqual([{}, languages.length])
  })

  it('exclude the demo password on a server without demo', async () => {
    const reply = await app.call({ method: 'GET', url: '/api/internal/settings' })
    expect(reply.json().data.demo).toBeNull()
    expect(reply.body).not.toContain('plumbline-demo')
  })
})

describe('the default template', () => {
  const template = async (as: string, name: string) => {
    const reply = await app.call({ method: 'POST', url: '/api/templates/', as, payload: { name } })
    return reply.json().data.id as string
  }
  const chosen = async () => (await read(ivy)).json().data.settings.defaultTemplate

  it('is one of your own', async () => {
    const own = await template(ivy, 'Mine')
    expect((await change(ivy, { defaultTemplate: own })).json().data.settings.defaultTemplate).toBe(own)
    for (const id of [await template(ned, 'Theirs'), crypto.randomUUID()]) {
      const reply = await change(ivy, { defaultTemplate: id, page_size: 7 })
      expect([reply.statusCode, reply.json().errors[0].field]).toEqual([404, 'defaultTemplate'])
    }
    const { settings } = (await read(ivy)).json().data
    expect([settings.defaultTemplate, settings.page_size]).not.toContain(7)
    expect(settings.defaultTemplate).toBe(own)
  })

  it('is cleared when it is deleted, and can be cleared', async () => {
    const own = await template(ivy, 'Short-lived')
    await change(ivy, { defaultTemplate: own })
    await app.call({ method: 'DELETE', url: `/api/templates/${own}/`, as: ivy })
    expect(await chosen()).toBeNull()
    const { rows } = await app.database.query(
      `select count(*)::int as count from user_settings where chosen ->> 'defaultTemplate' = $1`,
      [own],
    )
    expect(rows[0].count).toBe(0)
    expect((await change(ivy, { defaultTemplate: null })).statusCode).toBe(200)
  })
})

import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { folderName } from './folder-name.ts'
import { businessDaysBetween, isQuiet } from './quiet-feeds.ts'
import { createFeedApp, type FeedApp } from './testing/feed-app.ts'

let feeds: FeedApp
let ivy: string
let lia: string
let avi: string
let eva: string
let other: string

beforeAll(async () => {
  feeds = await createFeedApp({ pollMs: null })
  const { app, family } = feeds
  other = await app.addFamily('Other')
  await feeds.addAccount(family, 'Main', 'M-1')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const limited = await app.addUser({ username: 'lia', role: 'investor', familyId: family })
  const adviser = await app.addUser({ username: 'avi', role: 'adviser' })
  await app.addUser({ username: 'eva', role: 'adviser' })
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [
    adviser.id,
    family,
  ])
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [limited.id])
  const access = async (name: string) => (await app.signIn(name)).access
  ;[ivy, lia, avi, eva] = (await Promise.all(['ivy', 'lia', 'avi', 'eva'].map(access))) as [
    string,
    string,
    string,
    string,
  ]
})
afterAll(() => feeds.close())

describe('feeds', () => {
  it('are connected by the staff of the family, and seen by its people', async () => {
    const created = await feeds.call(
      'POST',
      '/api/feeds/',
      { family: feeds.family, kind: 'folder', custodian: 'falkenau' },
      avi,
    )
    expect(created.status).toBe(200)
    const { id, folder } = created.body.data
    expect(folder).toBe(`moreau-brandt-${feeds.family.slice(0, 8)}/falkenau`)
    expect(existsSync(`${feeds.inbox}/${folder}`)).toBe(true)
    const seenBy = async (as: string) => (await feeds.call('GET', '/api/feeds/', undefined, as)).body.data
    expect(await seenBy(ivy)).toMatchObject([{ id, folder: null, query_id: null, can_run: false }])
    // A feed concerns all accounts, so it is hidden from someone who sees only some.
    expect(await seenBy(lia)).toEqual([])
    expect(await seenBy(eva)).toEqual([])
    expect((await feeds.call('POST', `/api/feeds/${id}/run/`, {}, eva)).status).toBe(404)
    expect((await feeds.call('PATCH', `/api/feeds/${id}/`, { name: 'Mine' }, eva)).status).toBe(404)
    expect((await feeds.call('DELETE', `/api/feeds/${id}/`, undefined, eva)).status).toBe(404)
    expect((await feeds.call('PATCH', `/api/feeds/${id}/`, { name: 'Mine' }, ivy)).status).toBe(403)
    const again = await feeds.call('POST', '/api/feeds/', {
      family: feeds.family,
      kind: 'folder',
      custodian: 'falkenau',
    })
    expect(again.status).toBe(409)
    const renamed = await feeds.call('PATCH', `/api/feeds/${id}/`, { name: 'Falkenau daily' }, avi)
    expect(renamed.body.data).toMatchObject({ name: 'Falkenau daily', folder })
    expect((await feeds.call('DELETE', `/api/feeds/${id}/`, undefined, avi)).status).toBe(204)
    expect(existsSync(`${feeds.inbox}/${folder}`)).toBe(true)
  })

  it('name the field that is wrong', async () => {
    const create = async (body: object) => {
      const reply = await feeds.call('POST', '/api/feeds/', { family: feeds.family, ...body })
      return [reply.status, reply.body.errors?.[0].field]
    }
    expect(await create({ kind: 'flex', custodian: 'falkenau' })).toEqual([400, 'token'])
    expect(await create({ kind: 'flex', custodian: 'falkenau', token: 'x' })).toEqual([400, 'query_id'])
    expect(await create({ kind: 'folder', custodian: 'rochette' })).toEqual([400, 'custodian'])
    expect(await create({ kind: 'folder', custodian: 'manual' })).toEqual([400, 'custodian'])
    expect(await create({ kind: 'folder', custodian: 'falkenau', family: other })).toEqual([400, 'custodian'])
    expect(await create({ kind: 'flex', custodian: 'falkenau', token: 'x', query_id: 'abc' })).toEqual([
      400,
      'query_id',
    ])
  })

  it('of the demo are marked as such', async () => {
    const account = await feeds.addAccount(other, 'Shown', 'S-1')
    await feeds.app.database.query(
      `insert into integration (family_id, account_id, name, kind) values ($1, $2, 'Invented', 'custodian')`,
      [other, account],
    )
    const { body } = await feeds.call('GET', `/api/feeds/?family=${other}`)
    expect(body.data).toMatchObject([{ name: 'Invented', kind: 'demo', can_run: false }])
    const [{ id }] = body.data
    expect((await feeds.call('POST', `/api/feeds/${id}/run/`)).status).toBe(409)
    expect((await feeds.call('DELETE', `/api/feeds/${id}/`)).status).toBe(404)
  })

  it('that go quiet notify the staff once', async () => {
    const { id } = await feeds.addFolder()
    await feeds.app.database.query(
      `update integration set created_at = now() - interval '8 days' where id = $1`,
      [id],
    )
    const jobs = createJobs({ target: () => feeds.app.database.target, onError: () => undefined })
    for (const _ of [1, 2]) {
      await jobs.send('fetch-statement', {})
      await expect
        .poll(
          async () => {
            const { rows } = await feeds.app.database.query(
              `select from jobs.job where name = 'fetch-statement' and state <> 'completed'`,
            )
            return rows.length
          },
          { timeout: 120_000 },
        )
        .toBe(0)
    }
    await jobs.stop()
    for (const as of [feeds.ada, avi]) {
      const { data } = (await feeds.call('GET', '/api/notifications/', undefined, as)).body
      expect(data).toMatchObject([
        { kind: 'integration_failure', text: expect.stringMatching(/^No delivery since /), target: { id } },
      ])
    }
    expect((await feeds.call('GET', '/api/notifications/', undefined, eva)).body.data).toEqual([])
    const { data } = (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body
    expect(data).toMatchObject([{ status: 'late', quiet_since: expect.any(String) }])
  })
})

describe('business days', () => {
  const day = (date: string) => new Date(`${date}T12:00:00Z`)
  it('leave out weekends and both ends', () => {
    // 13 November 2026 is a Friday.
    expect(businessDaysBetween(day('2026-11-13'), day('2026-11-16'))).toBe(0)
    expect(businessDaysBetween(day('2026-11-13'), day('2026-11-19'))).toBe(3)
    expect(isQuiet(day('2026-11-13'), 3, day('2026-11-18'))).toBe(false)
    expect(isQuiet(day('2026-11-13'), 3, day('2026-11-19'))).toBe(true)
  })
})

describe('the name of a folder', () => {
  it('has only letters, digits and dashes', () => {
    expect(folderName('Müller & Söhne')).toBe('muller-sohne')
    expect(folderName('../../etc')).toBe('etc')
    expect(folderName('  ')).toBe('family')
    expect(folderName('Zoë Groß')).toBe('zoe-gross')
  })
})

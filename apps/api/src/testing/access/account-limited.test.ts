import { allEndpoints, isRead } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArchiveFiles } from '../../features/archive/testing/changed-archive.ts'
import { findIdsOfHiddenAccount, findSeenIds } from './hidden-ids.ts'
import { veil } from './household.ts'
import { ask, mayCall, ownSample } from './requests.ts'
import { printResult } from './sizes.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.app.close())

/** Traces of the hidden account in a text, apart from the ids that were sent. */
function findLeaks(text: string, sent = ''): string[] {
  return [veil, ...findIdsOfHiddenAccount(world)].filter(mark => text.includes(mark) && !sent.includes(mark))
}

describe('a user limited to some accounts', () => {
  it('gets no trace of the others from any read call, about visible or hidden ids', {
    timeout: 300_000,
  }, async () => {
    const { ids } = world.own
    const leaks: string[] = []
    let [asked, answered] = [0, 0]
    for (const [name, endpoint] of allEndpoints()) {
      if (!isRead(endpoint) || !mayCall(endpoint, 'accountLimited')) continue
      await world.keepSignedIn()
      for (const subject of [ids, findSeenIds(world, 'accountLimited')])
        for (const accept of ['application/json', ...(endpoint.alsoReplies ?? [])]) {
          const sample = ownSample(world, name, endpoint, subject)
          const reply = await ask(world, endpoint, sample, 'accountLimited', { headers: { accept } })
          asked += 1
          if (reply.statusCode < 300) answered += 1
          const shown = findLeaks(`${reply.body}${JSON.stringify(reply.headers)}`, JSON.stringify(sample))
          if (shown.length > 0) leaks.push(`${name} shows ${shown.join(', ')}`)
        }
    }
    printResult(`Account-limited reads: ${asked} asked, ${answered} answered, ${leaks.length} leaks`)
    expect(leaks).toEqual([])
    expect(answered).toBeGreaterThanOrEqual(40)
  })

  it('misses marks that the owner does get from the same read calls', async () => {
    const found = new Set<string>()
    for (const [name, endpoint] of allEndpoints()) {
      if (!isRead(endpoint) || !mayCall(endpoint, 'investor')) continue
      const reply = await ask(world, endpoint, ownSample(world, name, endpoint), 'investor')
      if (reply.body.includes(veil)) found.add(name)
    }
    expect([...found]).toEqual(
      expect.arrayContaining([
        'accounts.list',
        'positions.list',
        'assets.list',
        'assets.read',
        'imports.list',
      ]),
    )
  })

  it('downloads an archive without a trace of the others, also where own rows refer to them', async () => {
    const { app, own } = world
    const [{ id: user }] = (await app.database.query("select id from app_user where username = 'lia'")).rows
    const add = async (text: string, ...values: unknown[]) =>
      (await app.database.query(`${text} returning id`, [user, own.familyId, ...values])).rows[0].id
    const strategy = await add("insert into strategy (user_id, family_id, name) values ($1, $2, 'Mine')")
    for (const position of [own.ids.position, own.ids.assetPosition, own.ids.otherPosition])
      await app.database.query('insert into strategy_position (strategy_id, position_id) values ($1, $2)', [
        strategy,
        position,
      ])
    const [both, hidden] = [[own.ids.account, own.ids.otherAccount], [own.ids.account]]
    for (const [name, accounts] of Object.entries({ Both: both, Neither: hidden })) {
      await add(
        `insert into report (user_id, family_id, name, report_type, calculated_currency, filters)
         values ($1, $2, $3, 'statement', 'CHF', $4)`,
        name,
        JSON.stringify({ filter_account: accounts }),
      )
      await add(
        `insert into user_task (user_id, family_id, name, task_type, task_data)
         values ($1, $2, $3, 'integration_failure', $4)`,
        name,
        JSON.stringify({ accounts }),
      )
      await app.database.query('insert into template (user_id, name, filters) values ($1, $2, $3)', [
        user,
        name,
        JSON.stringify({ filterAccount: accounts }),
      ])
    }
    const url = `/api/families/${own.familyId}/archive/`
    const download = async (as: 'accountLimited' | 'investor') => {
      const reply = await app.call({ method: 'GET', url, as: world.tokens[as] ?? '' })
      expect(reply.statusCode).toBe(200)
      return readArchiveFiles(reply.rawPayload)
    }
    const limited = await download('accountLimited')
    const leaks = [...limited].flatMap(([name, text]) => findLeaks(text).map(mark => `${name} shows ${mark}`))
    expect(leaks).toEqual([])
    expect(limited.get('account.json')).toContain('savings')
    expect(limited.get('strategy_position.json')).toContain(own.ids.otherPosition)
    expect(limited.get('report.json')).toContain(own.ids.otherAccount)
    expect(limited.get('report.json')).not.toContain('Neither')
    expect(limited.get('user_task.json')).not.toContain('Neither')
    // The owner's archive has the marks, so the search would find them.
    const whole = [...(await download('investor')).values()].join()
    for (const mark of ['deposit', 'house', 'link', 'mapping', 'decision', 'line'])
      expect(whole).toContain(`${veil} ${mark}`)
  })
})

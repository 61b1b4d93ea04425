import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { createFeedApp, type FeedApp } from './testing/feed-app.ts'
import { type FlexServer, flexStatement, startFlexServer } from './testing/flex-server.ts'
import { type KilledServer, killedServer, slowLimits } from './testing/killed-server.ts'

let feeds: FeedApp
let flex: FlexServer
let server: KilledServer
let account: string

beforeEach(async () => {
  flex = await startFlexServer()
  const options = { flexAddress: flex.address, flexPausesMs: [10, 10, 10], pollMs: null }
  feeds = await createFeedApp(options, { jobs: false })
  server = killedServer(feeds, options, () => new pg.Client(feeds.app.database.target.config))
  account = await feeds.addAccount(feeds.family, 'Broker', 'U7000001')
  const { status } = await feeds.call('POST', '/api/feeds/', {
    family: feeds.family,
    kind: 'flex',
    custodian: 'falkenau',
    token: 'secret-token-1',
    query_id: '981204',
  })
  expect(status).toBe(200)
  await sendCheck()
})
afterEach(async () => {
  server.stop()
  flex.close()
  await feeds.close()
})

/** Queues the check that runs every five minutes. */
async function sendCheck(): Promise<void> {
  const jobs = createJobs({ target: () => feeds.app.database.target, onError: () => undefined })
  await jobs.send('fetch-statement', {})
  await jobs.stop()
}

/** Another server goes on once the lease of the dead one has ended, with a statement that was generated again. */
async function recover(): Promise<void> {
  flex.replies.GetStatement = [flexStatement('20260701;091500')]
  await feeds.app.database.query(`
    update integration set held_until = present_moment() - interval '1 second' where held_until is not null;
    update jobs.job set state = 'failed' where state = 'active' and name = 'fetch-statement'`)
  await sendCheck()
  await feeds.app.startJobs(0)
  await vi.waitFor(async () => {
    const [feed] = (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body.data
    expect(feed).toMatchObject({ status: 'success' })
  }, slowLimits)
  expect(await feeds.posted(account)).toBe(1)
  expect(await server.query('(select count(*) from account_statement)')).toBe(1)
  expect((await feeds.deliveries()).map(({ state }) => state)).not.toContain('received')
}

describe('a server that is killed while it fetches a Flex statement', { timeout: 600_000 }, () => {
  it('loses and doubles nothing when the statement is only claimed', async () => {
    await server.killAt({ lock: 'lock table import in share mode', waiting: 'insert into import' })
    expect(await server.query(`(select count(*) from feed_delivery where state = 'received')`)).toBe(1)
    expect(await feeds.posted(account)).toBe(0)
    await recover()
    expect(await feeds.deliveries()).toMatchObject([{ state: 'posted', transactions_count: 1 }])
  })

  it('loses and doubles nothing after posting, before the run has ended', async () => {
    await feeds.app.database.query(`
      create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(1); return new; end';
      create trigger wait_for_test before update of breaks_count on feed_delivery
        for each row execute function wait_for_test()`)
    await server.killAt({
      lock: 'select pg_advisory_xact_lock(1)',
      waiting: 'update feed_delivery set breaks_count',
    })
    expect(await feeds.posted(account)).toBe(1)
    await recover()
  })
})

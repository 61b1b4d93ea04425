import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFeedApp, type FeedApp, statement } from './testing/feed-app.ts'
import { type KilledServer, killedServer, slowLimits } from './testing/killed-server.ts'

let feeds: FeedApp
let account: string
let folder: string
let server: KilledServer

beforeEach(async () => {
  feeds = await createFeedApp({}, { jobs: false })
  server = killedServer(feeds, {}, () => new pg.Client(feeds.app.database.target.config))
  account = await feeds.addAccount(feeds.family, 'Main', 'CH9300762011623852957')
  ;({ folder } = await feeds.addFolder())
  writeFileSync(path.join(folder, 'a.sta'), statement('CH9300762011623852957', [100, 200]))
})
afterEach(async () => {
  server.stop()
  await feeds.close()
})

const { killAt, query }: Pick<KilledServer, 'killAt' | 'query'> = {
  killAt: place => server.killAt(place),
  query: text => server.query(text),
}

/** Another server finishes what the dead one left. */
async function recover(): Promise<void> {
  // The queue gives the job to another server at once: neither the heartbeat nor the last check is recent.
  await feeds.app.database.query(`
    update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active' and name = 'take-files';
    update jobs.queue set monitor_claim_on = null where name = 'take-files'`)
  await feeds.app.startJobs(0)
  await vi.waitFor(
    async () => expect(await query('(select count(*) from feed_delivery where is_filed)')).toBe(1),
    slowLimits,
  )
  expect(feeds.files(folder)).toEqual(['done', 'done/a.sta'])
  expect(await feeds.deliveries()).toMatchObject([
    { state: 'posted', transactions_count: 2, repeats_count: 0 },
  ])
  expect(await feeds.posted(account)).toBe(2)
  expect(await query(`(select count(*) from import where status = 'applied')`)).toBe(1)
  expect(await query('(select count(*) from import)')).toBe(1)
  expect(await query('(select count(*) from account_statement)')).toBe(1)
}

describe('a server that is killed while it takes a file', { timeout: 600_000 }, () => {
  it('loses and doubles nothing before it has written anything', async () => {
    await killAt({ lock: 'lock table feed_delivery in share mode', waiting: 'insert into feed_delivery' })
    expect(await query('(select count(*) from feed_delivery)')).toBe(0)
    await recover()
  })

  it('loses and doubles nothing when the file is only claimed', async () => {
    await killAt({ lock: 'lock table import in share mode', waiting: 'insert into import' })
    expect(await query(`(select count(*) from feed_delivery where state = 'received')`)).toBe(1)
    expect(await feeds.posted(account)).toBe(0)
    await recover()
  })

  it('loses and doubles nothing in the middle of posting', async () => {
    // The run is recorded after the transactions, in the same database transaction.
    await killAt({ lock: 'lock table integration_run in share mode', waiting: 'insert into integration_run' })
    expect(await feeds.posted(account)).toBe(0)
    await recover()
  })

  it('loses and doubles nothing after posting, before the file is moved', async () => {
    // Between the two, the server records how far the statement and the ledger differ.
    await feeds.app.database.query(`
      create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(1); return new; end';
      create trigger wait_for_test before update of breaks_count on feed_delivery
        for each row execute function wait_for_test()`)
    await killAt({
      lock: 'select pg_advisory_xact_lock(1)',
      waiting: 'update feed_delivery set breaks_count',
    })
    expect(await query(`(select count(*) from feed_delivery where state = 'posted' and not is_filed)`)).toBe(
      1,
    )
    expect(await feeds.posted(account)).toBe(2)
    expect(feeds.files(folder)).toEqual(['a.sta'])
    await recover()
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { createFeedApp, type FeedApp, wait } from './testing/feed-app.ts'
import { accepted, type FlexServer, flexStatement, refused, startFlexServer } from './testing/flex-server.ts'

let feeds: FeedApp
let flex: FlexServer
let account: string
let feed: string
let queries = 981_204

beforeAll(async () => {
  flex = await startFlexServer()
  feeds = await createFeedApp({ flexAddress: flex.address, flexPausesMs: [10, 10, 10], pollMs: null })
  account = await feeds.addAccount(feeds.family, 'Broker', 'U7000001')
})
afterAll(async () => {
  await feeds.close()
  flex.close()
})
beforeEach(async () => {
  queries += 1
  flex.replies.SendRequest = [accepted]
  flex.replies.GetStatement = [flexStatement(`20260701;08${String(queries % 100).padStart(2, '0')}00`)]
  flex.requests.length = 0
  const { body } = await feeds.call('POST', '/api/feeds/', {
    family: feeds.family,
    kind: 'flex',
    custodian: 'falkenau',
    token: 'secret-token-1',
    query_id: String(queries),
  })
  feed = body.data.id
})
afterEach(() => feeds.call('DELETE', `/api/feeds/${feed}/`))

const read = async () =>
  (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body.data.find(
    (each: { id: string }) => each.id === feed,
  )

/** Runs the feed by hand and returns the ended job. */
async function run() {
  const started = await feeds.call('POST', `/api/feeds/${feed}/run/`)
  expect(started.status).toBe(202)
  return vi.waitFor(async () => {
    const { data } = (await feeds.call('GET', `/api/jobs/${started.body.data.id}/`)).body
    expect(['done', 'failed']).toContain(data.status)
    return data
  }, wait)
}

/** Runs the scheduled check now. */
async function tick(): Promise<void> {
  const jobs = createJobs({ target: () => feeds.app.database.target, onError: () => undefined })
  await jobs.send('fetch-statement', {})
  await jobs.stop()
}

describe('the Flex Web Service', () => {
  it('delivers a statement in two steps, which is posted and compared', async () => {
    expect(await run()).toMatchObject({ status: 'done' })
    expect(
      flex.requests.map(({ step, query }) => [step, query.get('t'), query.get('q'), query.get('v')]),
    ).toEqual([
      ['SendRequest', 'secret-token-1', String(queries), '3'],
      ['GetStatement', 'secret-token-1', '8723456789', '3'],
    ])
    expect(flex.requests[0]?.userAgent).toMatch(/^Plumbline\//)
    expect(await feeds.posted(account)).toBe(1)
    expect(await read()).toMatchObject({
      status: 'success',
      last_delivery: { files_count: 1, transactions_count: 1, holdings_count: 1 },
      next_run_at: expect.any(String),
    })
    const [delivery] = await feeds.deliveries()
    expect(delivery).toMatchObject({ name: expect.stringMatching(/^flex-\d+-.*\.xml$/), breaks_count: 0 })
  })

  it('asks again while the statement is generated', async () => {
    flex.replies.GetStatement = [
      refused(1019, 'Warn'),
      refused(1019, 'Warn'),
      flexStatement('20260702;080000'),
    ]
    expect(await run()).toMatchObject({ status: 'done' })
    expect(flex.requests.map(({ step }) => step)).toEqual([
      'SendRequest',
      'GetStatement',
      'GetStatement',
      'GetStatement',
    ])
    // The same trade in another statement is posted once.
    expect(await feeds.posted(account)).toBe(1)
  })

  it.each([1001, 1004, 1005, 1006, 1007, 1008, 1009, 1017, 1018, 1019, 1021])(
    'tries again later after %i',
    async code => {
      flex.replies.SendRequest = [refused(code)]
      expect(await run()).toMatchObject({ status: 'failed', message: expect.stringContaining(`(${code})`) })
      const { status, next_run_at } = await read()
      expect(status).toBe('failed')
      // Back-off: five minutes after the first failure.
      const minutes = (Date.parse(next_run_at) - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(4)
      expect(minutes).toBeLessThan(6)
    },
  )

  it.each([
    [1010, /outdated type/],
    [1011, /switched off/],
    [1012, /token has expired/],
    [1013, /another IP address/],
    [1014, /query does not exist/],
    [1015, /does not know this token/],
    [1016, /account of the query is not valid/],
    [1020, /refuses the request/],
  ])('ends with a clear message after %i, until someone changes token or query', async (code, message) => {
    flex.replies.SendRequest = [refused(code)]
    expect(await run()).toMatchObject({ status: 'failed', message: expect.stringMatching(message) })
    expect(await read()).toMatchObject({
      status: 'refused',
      next_run_at: null,
      message: expect.stringMatching(message),
    })
    const notices = (await feeds.call('GET', '/api/notifications/?limit=1')).body.data
    expect(notices).toMatchObject([
      { kind: 'integration_failure', text: expect.stringMatching(message), target: { id: feed } },
    ])
    flex.requests.length = 0
    flex.replies.SendRequest = [accepted]
    await feeds.call('PATCH', `/api/feeds/${feed}/`, { token: 'secret-token-2' })
    await tick()
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'success' }), wait)
    expect(flex.requests[0]?.query.get('t')).toBe('secret-token-2')
  })

  it('without a statement for the period says so and comes back tomorrow', async () => {
    flex.replies.SendRequest = [refused(1003)]
    const time = new Date(feeds.app.now().getTime() - 600_000).toISOString().slice(11, 16)
    await feeds.call('PATCH', `/api/feeds/${feed}/`, { time })
    expect(await run()).toMatchObject({ status: 'failed', message: expect.stringContaining('1003') })
    const hours = (Date.parse((await read()).next_run_at) - feeds.app.now().getTime()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(24)
  })

  it('asks for a new reference when the first one is no longer known', async () => {
    flex.replies.GetStatement = [refused(1017)]
    expect(await run()).toMatchObject({ status: 'failed', message: expect.stringContaining('(1017)') })
    flex.requests.length = 0
    flex.replies.GetStatement = [flexStatement('20260703;080000')]
    await feeds.app.database.query('update integration set retry_at = present_moment() where id = $1', [feed])
    await tick()
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'success' }), wait)
    expect(flex.requests.map(({ step }) => step)).toEqual(['SendRequest', 'GetStatement'])
  })

  it.each([
    ['hang up', 'hang up' as const],
    ['a server error', { status: 503 }],
    ['a web page', { body: '<!DOCTYPE html><html></html>' }],
  ])('is tried again after %s', async (_name, reply) => {
    flex.replies.GetStatement = [reply]
    const { status, message } = await run()
    expect(status).toBe('failed')
    expect(message).not.toContain('secret-token')
    const minutes = (Date.parse((await read()).next_run_at) - Date.now()) / 60_000
    expect(minutes).toBeLessThan(6)
  })

  it('sends the token nowhere else', async () => {
    const other = await startFlexServer()
    flex.replies.SendRequest = [{ status: 302, location: `${other.address}/SendRequest` }]
    expect(await run()).toMatchObject({ status: 'failed' })
    expect(other.requests).toEqual([])
    other.close()
  })

  it('keeps the token encrypted and never shows it', async () => {
    const { rows } = await feeds.app.database.query(
      'select sealed from integration_secret where integration_id = $1',
      [feed],
    )
    expect(rows[0].sealed.toString('latin1')).not.toContain('secret-token')
    expect(JSON.stringify(await read())).not.toContain('secret-token')
    const { rows: lines } = await feeds.app.database.query('select details::text from audit_line')
    expect(JSON.stringify(lines)).not.toContain('secret-token')
  })

  it('runs by itself once a day', async () => {
    const { now } = feeds.app
    const time = now().toISOString().slice(11, 16)
    await feeds.call('PATCH', `/api/feeds/${feed}/`, { time })
    await tick()
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'success' }), wait)
    flex.requests.length = 0
    await tick()
    await vi.waitFor(async () => {
      const { rows } = await feeds.app.database.query(
        `select from jobs.job where name = 'fetch-statement' and state in ('created', 'active', 'retry')`,
      )
      expect(rows).toEqual([])
    }, wait)
    expect(flex.requests).toEqual([])
  })
})

import { appendFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createFeedApp,
  dropInOtherProcess,
  type FeedApp,
  holdings,
  statement,
  wait,
} from './testing/feed-app.ts'

let feeds: FeedApp
let account: string
let folder: string
let feed: string

beforeEach(async () => {
  feeds = await createFeedApp()
  account = await feeds.addAccount(feeds.family, 'Main', 'CH9300762011623852957')
  ;({ folder, id: feed } = await feeds.addFolder())
})
afterEach(() => feeds.close())

const own = (amounts: readonly number[], reference = 'A') =>
  statement('CH9300762011623852957', amounts, reference)

describe('a file in the inbox', () => {
  it('is posted when everything about it is certain, and moves to done', async () => {
    await dropInOtherProcess(
      `fs.writeFileSync(${JSON.stringify(path.join(folder, 'a.sta'))}, ${JSON.stringify(own([100, 200]))})`,
    )
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ name: 'a.sta', state: 'posted', transactions_count: 2, message: null })
    expect(feeds.files(folder)).toEqual(['done', 'done/a.sta'])
    expect(await feeds.posted(account)).toBe(2)
    const { body } = await feeds.call('GET', `/api/imports/${delivery?.import_id}/`)
    expect(body.data).toMatchObject({
      status: 'applied',
      created_by: { id: '', name: 'Privatbank Falkenau' },
    })
    const list = (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body
    expect(list.data).toMatchObject([
      {
        id: feed,
        kind: 'folder',
        status: 'success',
        accounts: [{ name: 'Main' }],
        waiting_count: 0,
        last_delivery: { files_count: 1, transactions_count: 2 },
      },
    ])
  })

  it('is taken only when it is complete', async () => {
    const text = own([100, 200, 300, 400])
    const place = JSON.stringify(path.join(folder, 'slow.sta'))
    // A transfer in small pieces, each shortly before the file would count as complete.
    await dropInOtherProcess(`
      const text = ${JSON.stringify(text)}
      for (let at = 0; at < text.length; at += 80) {
        fs.appendFileSync(${place}, text.slice(at, at + 80))
        await sleep(150)
      }`)
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ state: 'posted', transactions_count: 4 })
    expect(await feeds.posted(account)).toBe(4)
  })

  it('is taken again when its sender goes on after a long pause', async () => {
    const place = JSON.stringify(path.join(folder, 'slow.sta'))
    const text = own([100, 200, 300, 400])
    const half = text.indexOf(':61:260703')
    // The same open file, which the server moves in between.
    const written = dropInOtherProcess(`
      const file = fs.openSync(${place}, 'w')
      fs.writeSync(file, ${JSON.stringify(text.slice(0, half))})
      while (!fs.existsSync(${JSON.stringify(path.join(folder, 'waiting/slow.sta'))})) await sleep(100)
      await sleep(500)
      fs.writeSync(file, ${JSON.stringify(text.slice(half))})
      fs.closeSync(file)`)
    const [first] = await feeds.settled(1)
    expect(first).toMatchObject({ state: 'waiting', message: '1 note about the file' })
    expect(await feeds.posted(account)).toBe(0)
    await written
    await feeds.call('POST', `/api/feeds/${feed}/run/`)
    expect(await feeds.settled(2)).toMatchObject([
      { name: 'slow.sta', state: 'posted', transactions_count: 4 },
      { name: 'slow.sta', state: 'discarded', import_id: null },
    ])
    expect(await feeds.posted(account)).toBe(4)
    expect(feeds.files(folder)).toEqual(['done', 'done/slow.sta', 'waiting'])
    const { body } = await feeds.call('GET', '/api/imports/')
    expect(body.data).toMatchObject([{ status: 'applied' }])
  })

  it('is taken again when it grew after it was posted, and only the rest is posted', async () => {
    writeFileSync(path.join(folder, 'a.sta'), own([100, 200]))
    await feeds.settled(1)
    appendFileSync(path.join(folder, 'done/a.sta'), own([300], 'B'))
    await feeds.call('POST', `/api/feeds/${feed}/run/`)
    expect((await feeds.settled(2))[0]).toMatchObject({ state: 'posted', transactions_count: 1 })
    expect(await feeds.posted(account)).toBe(3)
    expect(feeds.files(folder)).toEqual(['done', 'done/a.sta'])
    // Files that nobody delivered, and later looks, change nothing.
    writeFileSync(path.join(folder, 'done/mine.sta'), own([900], 'M'))
    const { body } = await feeds.call('POST', `/api/feeds/${feed}/run/`)
    await vi.waitFor(async () => {
      const job = await feeds.call('GET', `/api/jobs/${body.data.id}/`)
      expect(job.body.data.status).toBe('done')
    }, wait)
    expect(await feeds.deliveries()).toHaveLength(2)
    expect(await feeds.posted(account)).toBe(3)
  })

  it('is left alone under a temporary name, and taken once renamed', async () => {
    const [half, whole] = ['b.sta.part', 'b.sta'].map(name => JSON.stringify(path.join(folder, name)))
    await dropInOtherProcess(`
      fs.writeFileSync(${half}, ${JSON.stringify(own([100]).slice(0, 200))})
      await sleep(1500)
      fs.writeFileSync(${half}, ${JSON.stringify(own([100]))})
      fs.renameSync(${half}, ${whole})`)
    expect(await feeds.settled(1)).toMatchObject([{ name: 'b.sta', state: 'posted' }])
  })

  it('is imported once, however often it comes and under whatever name', async () => {
    writeFileSync(path.join(folder, 'a.sta'), own([100]))
    await feeds.settled(1)
    writeFileSync(path.join(folder, 'a.sta'), own([100]))
    writeFileSync(path.join(folder, 'copy.sta'), own([100]))
    await vi.waitFor(() => expect(feeds.files(folder)).toEqual(['done', 'done/a.sta', 'done/copy.sta']), wait)
    expect(await feeds.deliveries()).toMatchObject([{ name: 'a.sta', repeats_count: 2 }])
    expect(await feeds.posted(account)).toBe(1)
  })

  it('never replaces a file of the same name', async () => {
    for (const amount of [100, 200]) {
      writeFileSync(path.join(folder, 'daily.sta'), own([amount], `R${amount}`))
      await feeds.settled(amount / 100)
    }
    expect(feeds.files(folder)).toEqual(['done', 'done/2-daily.sta', 'done/daily.sta'])
    expect(readFileSync(path.join(folder, 'done/daily.sta'), 'utf8')).toContain('R100')
    expect(readFileSync(path.join(folder, 'done/2-daily.sta'), 'utf8')).toContain('R200')
  })

  it('posts only what is new of an overlapping statement', async () => {
    writeFileSync(path.join(folder, 'monday.sta'), own([100, 200]))
    await feeds.settled(1)
    writeFileSync(path.join(folder, 'tuesday.sta'), own([100, 200, 300]))
    const [second] = await feeds.settled(2)
    expect(second).toMatchObject({ state: 'posted', transactions_count: 1 })
    expect(await feeds.posted(account)).toBe(3)
  })

  it('with a row that cannot be read waits for a person, and is posted by one', async () => {
    writeFileSync(path.join(folder, 'odd.sta'), own([100, 200]).replace(':61:260702', ':61:2607XX'))
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ state: 'waiting', message: '1 row needs review' })
    expect(feeds.files(folder)).toEqual(['waiting', 'waiting/odd.sta'])
    expect(await feeds.posted(account)).toBe(0)
    const notices = (await feeds.call('GET', '/api/notifications/')).body.data
    expect(notices).toMatchObject([
      {
        kind: 'import_ready',
        title: 'Privatbank Falkenau: odd.sta',
        text: '1 row needs review',
        target: { kind: 'import', id: delivery?.import_id },
      },
    ])
    const list = (await feeds.call('GET', '/api/imports/')).body.data
    expect(list).toMatchObject([{ status: 'open', created_by: { name: 'Privatbank Falkenau' } }])
    const job = await feeds.call('POST', `/api/imports/${delivery?.import_id}/apply/`)
    expect(job.status).toBe(202)
    await vi.waitFor(async () => expect(await feeds.posted(account)).toBe(1), wait)
    await vi.waitFor(
      async () => expect(await feeds.deliveries()).toMatchObject([{ state: 'posted', message: null }]),
      wait,
    )
  })

  it('that cannot be read moves to failed, and may come again', async () => {
    writeFileSync(path.join(folder, 'noise.bin'), Buffer.from([0, 1, 2, 3, 250, 251]))
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ state: 'failed', import_id: null })
    expect(delivery?.message).not.toBeNull()
    expect(feeds.files(folder)).toEqual(['failed', 'failed/noise.bin'])
    const [shown] = (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body.data
    expect(shown).toMatchObject({ status: 'failed', message: 'noise.bin cannot be used.' })
    const notices = (await feeds.call('GET', '/api/notifications/')).body.data
    expect(notices).toMatchObject([
      { kind: 'integration_failure', target: { kind: 'integration', id: feed } },
    ])
    writeFileSync(path.join(folder, 'noise.bin'), Buffer.from([0, 1, 2, 3, 250, 251]))
    await vi.waitFor(() => expect(feeds.files(folder)).toEqual(['failed', 'failed/noise.bin']), wait)
    expect(await feeds.deliveries()).toMatchObject([{ state: 'failed', repeats_count: 0 }])
  })

  it('of another family is not posted, and says nothing about it', async () => {
    const other = await feeds.app.addFamily('Secret')
    const hidden = await feeds.addAccount(other, 'Hidden', '0235-999')
    writeFileSync(path.join(folder, 'foreign.sta'), statement('0235-999', [100]))
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({
      state: 'waiting',
      message:
        'No account at Privatbank Falkenau has the number 0235-999. Choose the account, or add the number to it.',
    })
    expect(await feeds.posted(hidden)).toBe(0)
    expect(await feeds.deliveries(other)).toEqual([])
    const { body } = await feeds.call('GET', `/api/imports/${delivery?.import_id}/`)
    expect(JSON.stringify(body)).not.toMatch(/Hidden|Secret/)
  })

  it('of an account at another custodian waits', async () => {
    await feeds.addAccount(feeds.family, 'Elsewhere', 'R-1', 'rochette')
    writeFileSync(path.join(folder, 'other.sta'), statement('R-1', [100]))
    expect(await feeds.settled(1)).toMatchObject([{ state: 'waiting', transactions_count: 0 }])
  })

  it('without an account number goes to the only account there, and waits if there are two', async () => {
    const table = (net: number) =>
      [
        'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency',
        `05-01-2026 07:00:00;00000000;Credit;;;;1.0;${net}.00;0.00;0.00;${net}.00;19020.00;CHF`,
      ].join('\r\n')
    writeFileSync(path.join(folder, 'one.csv'), table(100))
    expect(await feeds.settled(1)).toMatchObject([{ state: 'posted', transactions_count: 1 }])
    await feeds.addAccount(feeds.family, 'Second', '2')
    writeFileSync(path.join(folder, 'two.csv'), table(200))
    expect((await feeds.settled(2))[0]).toMatchObject({ state: 'waiting' })
  })

  it('that is a link is not followed', async () => {
    const secret = path.join(feeds.inbox, '..', 'secret.sta')
    writeFileSync(secret, own([100]))
    symlinkSync(secret, path.join(folder, 'link.sta'))
    expect(await feeds.settled(1)).toMatchObject([
      { state: 'failed', message: 'A link, not a file. Links are not followed.' },
    ])
    expect(feeds.files(folder)).toEqual(['failed', 'failed/link.sta'])
    expect(readFileSync(secret, 'utf8')).toBe(own([100]))
    expect(await feeds.posted(account)).toBe(0)
  })

  it('that is too large is refused without being read', async () => {
    writeFileSync(path.join(folder, 'huge.csv'), '')
    truncateSync(path.join(folder, 'huge.csv'), 60 * 1024 * 1024)
    expect(await feeds.settled(1)).toMatchObject([{ state: 'failed', message: 'Larger than 50 MB' }])
  })

  it('stays in the inbox if the folder for taken files leads elsewhere', async () => {
    const outside = path.join(feeds.inbox, '..', 'outside')
    mkdirSync(outside)
    symlinkSync(outside, path.join(folder, 'done'))
    writeFileSync(path.join(folder, 'a.sta'), own([100]))
    await vi.waitFor(async () => {
      const [shown] = (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body.data
      expect(shown).toMatchObject({ status: 'failed', message: 'done cannot be used.' })
    }, wait)
    expect(feeds.files(outside)).toEqual([])
    expect(await feeds.posted(account)).toBe(1)
  })

  it('of a paused feed waits in its folder', async () => {
    await feeds.call('PATCH', `/api/feeds/${feed}/`, { is_paused: true })
    writeFileSync(path.join(folder, 'a.sta'), own([100]))
    const { status } = await feeds.call('POST', `/api/feeds/${feed}/run/`)
    expect(status).toBe(409)
    await feeds.call('PATCH', `/api/feeds/${feed}/`, { is_paused: false })
    await feeds.call('POST', `/api/feeds/${feed}/run/`)
    expect(await feeds.settled(1)).toMatchObject([{ state: 'posted' }])
  })
})

describe('a custody account with an IBAN per currency', () => {
  it('takes files of every number that was accepted for it once', async () => {
    const euro = 'CH0908387000001080174'
    writeFileSync(path.join(folder, 'first.sta'), statement(euro, [100]).replaceAll('CHF', 'EUR'))
    const [waiting] = await feeds.settled(1)
    expect(waiting).toMatchObject({ state: 'waiting' })
    const { body } = await feeds.call('GET', `/api/imports/${waiting?.import_id}/`)
    const file = body.data.files[0].id
    const chosen = await feeds.call('PATCH', `/api/imports/${waiting?.import_id}/files/${file}/`, { account })
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
    await feeds.call('POST', `/api/imports/${waiting?.import_id}/apply/`)
    await vi.waitFor(async () => expect(await feeds.posted(account)).toBe(1), wait)
    const next = statement(euro, [100, 200], 'B').replaceAll('CHF', 'EUR')
    writeFileSync(path.join(folder, 'second.sta'), next)
    const [second] = await feeds.settled(2)
    expect(second).toMatchObject({ name: 'second.sta', state: 'posted', breaks_count: 1 })
  })
})

describe('a delivered statement of an account number that no account has', () => {
  const euro = 'CH0908387000001080174'
  const rappen = statement('CH9300762011623852957', [100])
  // No transactions that day: only a balance.
  const balance = statement(euro, []).replaceAll('CHF', 'EUR').replace('C260700', 'C260701')

  it('is said not to be compared, with its fix, in the delivery, the run and a notice', async () => {
    writeFileSync(path.join(folder, 'both.sta'), rappen + balance)
    const [delivery] = await feeds.settled(1)
    const message =
      'Not compared: CH0908387000001080174 EUR. No account at Privatbank Falkenau has this number. Upload the file in reconciliation of its account and confirm the number: later files are compared by themselves.'
    expect(delivery).toMatchObject({ state: 'posted', transactions_count: 1, message })
    const [shown] = (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body.data
    expect(shown).toMatchObject({
      status: 'success',
      message: 'both.sta: CH0908387000001080174 EUR was not compared, no account has this number.',
    })
    const notices = (await feeds.call('GET', '/api/notifications/')).body.data
    expect(notices).toMatchObject([{ kind: 'integration_failure', text: message }])
  })

  it('is compared with the account that has the number, also without transactions', async () => {
    const other = await feeds.addAccount(feeds.family, 'Euro', euro)
    writeFileSync(path.join(folder, 'both.sta'), rappen + balance)
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ state: 'posted', message: null })
    const { rows } = await feeds.app.database.query(
      'select number, scope from account_statement where account_id = $1',
      [other],
    )
    expect(rows).toEqual([{ number: euro, scope: 'EUR' }])
  })
})

describe('the inbox of a family without storage', () => {
  it('keeps a file as failed with the reason, and takes it once there is room', async () => {
    const full = (megabytes: number | null) =>
      feeds.app.database.query('update family set storage_limit_mb = $1 where id = $2', [
        megabytes,
        feeds.family,
      ])
    await feeds.app.database.query(
      `insert into background_job (user_id, family_id, kind, name, status, result)
       select id, $1, 'report_pdf', 'Report', 'done', $2 from app_user limit 1`,
      [feeds.family, Buffer.alloc(1_100_000)],
    )
    await full(1)
    writeFileSync(path.join(folder, 'a.sta'), own([100, 200]))
    const [refused] = await feeds.settled(1)
    expect(refused).toMatchObject({
      state: 'failed',
      message: 'The storage of this family is full. Deliver the file again once there is room.',
    })
    await vi.waitFor(() => expect(feeds.files(folder)).toEqual(['failed', 'failed/a.sta']), wait)
    expect(await feeds.posted(account)).toBe(0)
    await full(null)
    writeFileSync(path.join(folder, 'a.sta'), own([100, 200]))
    await vi.waitFor(async () => expect(await feeds.posted(account)).toBe(2), wait)
  })
})

describe('a statement of holdings in the inbox', () => {
  it('is compared with the ledger by itself', async () => {
    await feeds.addAccount(feeds.family, 'Depot', 'D-1')
    writeFileSync(path.join(folder, 'h.fin'), holdings('D-1', 100))
    await vi.waitFor(async () => {
      expect(await feeds.deliveries()).toMatchObject([
        { state: 'posted', holdings_count: 1, transactions_count: 0, breaks_count: 1 },
      ])
    }, wait)
    expect(feeds.files(folder)).toEqual(['done', 'done/h.fin'])
  })

  it('of an unknown account fails', async () => {
    writeFileSync(path.join(folder, 'h.fin'), holdings('UNKNOWN-1', 100))
    expect(await feeds.settled(1)).toMatchObject([{ state: 'failed', holdings_count: 1 }])
  })
})

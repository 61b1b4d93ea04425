import { setTimeout as sleep } from 'node:timers/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
/** In alphabetical order: a fallback to the first family would return Ashby. */
let ashby: string
let moreau: string
let foreign: string
const accounts: Record<string, string> = {}
const positions: Record<string, string> = {}
const as: Record<string, string> = {}

const values = { Ashby: 1000, Moreau: 250 }

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const ledger = testLedger(app.database)
  const share = await ledger.instrument('Alpenglow')
  await ledger.prices(share, { '2026-03-02': 10, '2026-03-03': 10 })
  const withHolding = async (name: keyof typeof values) => {
    const family = await app.addFamily(name)
    const account = await ledger.account(family, `${name} depot`)
    await ledger.post(family, account, {
      type: 'deposit',
      date: '2026-03-02',
      amount: String(values[name]),
    })
    const buy = { instrument: share, quantity: '10', price: '10', amount: '100' }
    positions[family] = await ledger.post(family, account, { type: 'trade', date: '2026-03-02', ...buy })
    accounts[family] = account
    return family
  }
  ashby = await withHolding('Ashby')
  moreau = await withHolding('Moreau')
  foreign = await app.addFamily('Zander')
  const adviser = await app.addUser({ username: 'avi', role: 'adviser' })
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2), ($1, $3)', [
    adviser.id,
    ashby,
    moreau,
  ])
  await app.addUser({ username: 'ivy', role: 'investor', familyId: moreau })
  await app.addUser({ username: 'ada', role: 'admin' })
  for (const name of ['avi', 'ivy', 'ada']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const send = (who: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  app.call({ method, url, as: as[who] ?? '', ...(payload && { payload }) })
const performance = async (who: string, body: object = {}) =>
  (await send(who, 'POST', '/api/performance/', { settings: { currency: 'CHF' }, ...body })).json()

/** Every call that creates something for a family, without the family. */
const creates: Record<string, { url: string; body: object }> = {
  report: {
    url: '/api/reports/',
    body: { name: 'Quarter', report_type: 'statement', calculated_currency: 'CHF' },
  },
  strategy: { url: '/api/strategy/', body: { name: 'Income' } },
  rule: {
    url: '/api/user-tasks/',
    body: {
      name: 'Move',
      task_type: 'pnl_move',
      actions: ['in_app'],
      task_data: { threshold: 0.01, relativity: 'rel' },
    },
  },
  import: { url: '/api/imports/', body: {} },
  account: { url: '/api/accounts/', body: { name: 'House', custodian: 'manual', currency: 'CHF' } },
}

describe('a read call', () => {
  it('covers all visible families if it names none, and says so', async () => {
    const { data } = await performance('avi')
    expect(data.balance.total).toBe(values.Ashby + values.Moreau)
    expect(data.basis.family).toBeNull()
    expect((await performance('avi', { family: null })).data).toEqual(data)
  })

  it('covers the family it names, and returns its name', async () => {
    const { data } = await performance('avi', { family: moreau })
    expect(data.balance.total).toBe(values.Moreau)
    expect(data.basis.family).toEqual({ id: moreau, name: 'Moreau' })
  })

  it('returns the family name to users with one family', async () => {
    expect((await performance('ivy')).data.basis.family).toEqual({ id: moreau, name: 'Moreau' })
  })

  it.each(['avi', 'ivy'])('for a family that %s may not see returns not found', async who => {
    const [one, other] = await Promise.all(
      [foreign, crypto.randomUUID()].map(family => send(who, 'POST', '/api/performance/', { family })),
    )
    expect([one?.statusCode, one?.body]).toEqual([404, other?.body])
  })

  it('returns the same figures whichever family was chosen last', async () => {
    const before = await performance('avi')
    for (const family of [moreau, ashby, null]) {
      expect((await send('avi', 'POST', '/api/families/switch/', { family })).statusCode).toBe(200)
      expect(await performance('avi')).toEqual(before)
    }
  })

  it('over families with different base currencies uses Swiss francs, not the currency of the first', async () => {
    await app.database.query(`update family set base_currency = 'USD' where id = $1`, [ashby])
    const list = (await send('avi', 'POST', '/api/accounts/list/', {})).json()
    const clients = (await send('avi', 'POST', '/api/clients/list/', {})).json()
    const whole = (await send('avi', 'POST', '/api/performance/', {})).json()
    await app.database.query(`update family set base_currency = 'CHF' where id = $1`, [ashby])
    expect([list.basis, clients.basis, whole.data.basis].map(basis => basis.currency)).toEqual(
      Array(3).fill('CHF'),
    )
  })
})

describe.each(Object.keys(creates))('creating a %s', kind => {
  const { url, body } = creates[kind] ?? { url: '', body: {} }

  it('without a family is rejected if several are possible, naming the field and the choices', async () => {
    const reply = await send('avi', 'POST', url, body)
    expect(reply.statusCode).toBe(400)
    const [error] = reply.json().errors
    expect(error).toMatchObject({ code: 'invalid_field', field: 'family' })
    expect(error.message).toContain('Ashby')
    expect(error.message).toContain(moreau)
    expect(error.message).not.toContain('Zander')
  })

  it('uses the named family', async () => {
    const reply = await send('avi', 'POST', url, { ...body, family: moreau })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().data.family).toEqual({ id: moreau, name: 'Moreau' })
  })

  it('for an invisible family returns not found', async () => {
    const [one, other] = await Promise.all(
      [foreign, crypto.randomUUID()].map(family => send('avi', 'POST', url, { ...body, family })),
    )
    expect([one?.statusCode, one?.body]).toEqual([404, other?.body])
  })

  it('needs no family from users with one', async () => {
    const own = { ...body, ...('name' in body && { name: `Own ${kind}` }) }
    expect((await send('ivy', 'POST', url, own)).json().data.family).toEqual({ id: moreau, name: 'Moreau' })
  })
})

describe('data of a family', () => {
  it('cannot refer to accounts, positions or reports of another one', async () => {
    const { body } = creates.report ?? { body: {} }
    const report = await send('avi', 'POST', '/api/reports/', {
      ...body,
      name: 'Mixed',
      family: moreau,
      filter_account: [accounts[ashby]],
    })
    expect([report.statusCode, report.json().errors[0].field]).toEqual([404, 'filter_account'])
    const strategy = await send('avi', 'POST', '/api/strategy/', {
      name: 'Mixed',
      family: moreau,
      position_ids: [positions[ashby]],
    })
    expect([strategy.statusCode, strategy.json().errors[0].field]).toEqual([404, 'position_ids.0'])
    const own = await send('avi', 'POST', '/api/reports/', { ...body, name: 'Ashby only', family: ashby })
    const rule = await send('avi', 'POST', '/api/user-tasks/', {
      name: 'Schedule',
      family: moreau,
      task_type: 'report_schedule',
      actions: ['in_app'],
      task_data: { report: own.json().data.id, cadence: 'monthly' },
    })
    expect([rule.statusCode, rule.json().errors[0].field]).toEqual([404, 'task_data.report'])
  })

  it('cannot include a file for an account of another one', async () => {
    const { data } = (await send('avi', 'POST', '/api/imports/', { family: moreau })).json()
    const file = await app.call({
      method: 'POST',
      url: `/api/imports/${data.id}/files/?name=a.csv`,
      as: as.avi ?? '',
      payload: Buffer.from('date,type,amount,currency\n2026-03-02,deposit,5,CHF\n'),
    })
    const url = `/api/imports/${data.id}/files/${file.json().data.id}/`
    const placed = await send('avi', 'PATCH', url, { account: accounts[ashby] })
    expect([placed.statusCode, placed.json().errors[0].field]).toEqual([400, 'account'])
  })

  it('follows from the positions of a strategy if the call names no family', async () => {
    const reply = await send('avi', 'POST', '/api/strategy/', {
      name: 'By position',
      position_ids: [positions[moreau]],
    })
    expect(reply.json().data.family.id).toBe(moreau)
  })

  it.each(['/api/reports/', '/api/user-tasks/', '/api/imports/', '/api/positions/manage/list/'])(
    'is listed with its family, and filtered by it in %s',
    async url => {
      const list = async (query: string) => (await send('avi', 'GET', `${url}${query}`)).json()
      const everything = await list('')
      const [ofMoreau, ofAshby] = [await list(`?family=${moreau}`), await list(`?family=${ashby}`)]
      expect(everything.count).toBe(ofMoreau.count + ofAshby.count)
      for (const row of ofMoreau.data) expect(row.family).toEqual({ id: moreau, name: 'Moreau' })
      expect((await list(`?family=${foreign}`)).count ?? 0).toBe(0)
    },
  )

  it('limits the accounts that forms offer', async () => {
    const offered = async (url: string) =>
      JSON.stringify((await send('avi', 'GET', `${url}?family=${moreau}`)).json())
    const forms = await offered('/api/user-tasks/form_fields/')
    expect(forms).toContain('Moreau depot')
    expect(forms).not.toContain('Ashby depot')
  })
})

describe('a report of an adviser', () => {
  it('uses the named family for figures, cover, file name, job and notification', async () => {
    const { data: report } = (
      await send('avi', 'POST', '/api/reports/', {
        name: 'Printed',
        report_type: 'statement',
        calculated_currency: 'CHF',
        family: moreau,
      })
    ).json()
    await send('avi', 'POST', '/api/families/switch/', { family: ashby })
    const reply = await send('avi', 'POST', `/api/reports/${report.id}/pdf/`, {})
    const job = await finishedJob()
    expect(job.family).toEqual({ id: moreau, name: 'Moreau' })
    const file = reply.statusCode === 200 ? reply : await send('avi', 'GET', `/api/jobs/${job.id}/result/`)
    expect(file.headers['content-disposition']).toContain('filename="Moreau Printed')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file.rawPayload)), {
      mergePages: true,
    })
    expect(text).toContain('Moreau')
    expect(text).not.toContain('Ashby')
    expect(text).toContain('250.00')
    const notices = (await send('avi', 'GET', '/api/notifications/')).json().data
    expect(notices[0]).toMatchObject({ kind: 'report_ready', family: { id: moreau, name: 'Moreau' } })
  })

  async function finishedJob() {
    for (;;) {
      const [job] = (await send('avi', 'GET', '/api/jobs/')).json().data
      if (job?.status === 'done') return job
      await sleep(100)
    }
  }
})

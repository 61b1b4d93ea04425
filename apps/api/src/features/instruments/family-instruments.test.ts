import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ledger: ReturnType<typeof testLedger>
let own: string
let other: string
let shown: string
let hidden: string
let elsewhere: string
let share: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  ledger = testLedger(app.database)
  own = await app.addFamily('Own')
  other = await app.addFamily('Other')
  shown = await ledger.account(own, 'Shown')
  hidden = await ledger.account(own, 'Hidden')
  share = await ledger.instrument('Shared')
  await app.addUser({ username: 'ada', role: 'admin' })
  const avi = await app.addUser({ username: 'avi', role: 'adviser' })
  const eve = await app.addUser({ username: 'eve', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  const lia = await app.addUser({ username: 'lia', role: 'investor', familyId: own })
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [lia.id])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [lia.id, shown])
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2), ($3, $4)', [
    avi.id,
    own,
    eve.id,
    other,
  ])
  await buy(own, shown, share, '7')
  elsewhere = await ledger.account(other, 'Elsewhere')
  await buy(other, elsewhere, share, '900')
  for (const name of ['ada', 'avi', 'eve', 'ivy', 'ned', 'lia']) as[name] = (await app.signIn(name)).access
  app.travel(Date.parse('2026-02-14T12:00:00Z') - Date.now())
})
afterAll(() => app.close())

const call = (who: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  app.call({
    method,
    url: `/api/instruments/${url}`,
    as: as[who] ?? '',
    ...(payload ? { payload } : {}),
  })
const buy = (family: string, account: string, instrument: string, quantity = '1') =>
  ledger.post(family, account, { type: 'trade', date: '2026-01-05', instrument, quantity, price: '10' })

/** A security as an import of the family leaves it, held in one account. */
async function imported(name: string, family = own, account: string | null = shown): Promise<string> {
  const { rows } = await app.database.query(
    `insert into instrument (family_id, name, instrument_type, currency) values ($1, $2, 'equity', 'CHF')
     returning id`,
    [family, name],
  )
  if (account !== null) await buy(family, account, rows[0].id)
  return rows[0].id
}

describe('the master record of a security', () => {
  it('of the platform shows each family its own holdings only, and is changed by administrators', async () => {
    const read = async (who: string) => (await call(who, 'GET', `${share}/`)).json().data
    expect(await read('ada')).toMatchObject({ holders_count: 2, may_change: true })
    for (const who of ['ivy', 'ned', 'avi', 'eve', 'lia'])
      expect(await read(who), who).toMatchObject({ name: 'Shared', holders_count: 1, may_change: false })
    const quantities = async (who: string) =>
      (await call(who, 'GET', `${share}/holders/`))
        .json()
        .data.map((row: { quantity: number }) => row.quantity)
    expect(await quantities('ada')).toEqual([900, 7])
    for (const who of ['ivy', 'avi', 'lia']) expect(await quantities(who), who).toEqual([7])
    for (const who of ['ned', 'eve']) expect(await quantities(who), who).toEqual([900])
    for (const who of ['ivy', 'avi']) {
      const refused = await call(who, 'PATCH', `${share}/`, { name: 'Mine' })
      expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
        403,
        { code: 'forbidden', message: 'Only an administrator may change this security.' },
      ])
    }
    expect((await read('ada')).name).toBe('Shared')
  })

  it('that a family imported is read and changed by its members and advisers', async () => {
    const id = await imported('BANK NAME 123')
    expect((await call('ivy', 'GET', `${id}/`)).json().data).toMatchObject({
      family: { name: 'Own' },
      may_change: true,
    })
    const named = await call('ivy', 'PATCH', `${id}/`, { name: 'Nestwerk', sector: 'industrials' })
    expect(named.json().data).toMatchObject({ name: 'Nestwerk', sector: 'industrials' })
    const identifiers = [{ kind: 'valor', value: '3886335' }]
    const identified = await call('avi', 'PATCH', `${id}/`, { identifiers })
    expect(identified.json().data).toMatchObject({ identifiers, may_change: true })
    expect((await call('avi', 'PATCH', `${id}/`, { identifiers: [] })).json().data.identifiers).toEqual([])
    const { rows } = await app.database.query(
      "select family_id from audit_line where action = 'instrument_changed' and details ->> 'id' = $1",
      [id],
    )
    expect(rows).toEqual([{ family_id: own }, { family_id: own }, { family_id: own }])

    const history = (await call('avi', 'GET', `${id}/history/`)).json().data
    expect(
      history.map(({ field, old, new: now }: { field: string; old: string; new: string }) => [
        field,
        old,
        now,
      ]),
    ).toEqual([
      ['valor', '3886335', null],
      ['valor', null, '3886335'],
      ['sector', null, 'industrials'],
      ['name', 'BANK NAME 123', 'Nestwerk'],
    ])
    expect((await call('ivy', 'GET', `${id}/history/`)).statusCode).toBe(403)
  })

  it('that another family imported is answered like a missing one', async () => {
    const [foreign, missing] = [await imported('Nobody else sees this'), crypto.randomUUID()]
    const wrong = { isin: 'US0378331006', identifiers: [{ kind: 'yahoo', value: 'X' }] }
    for (const who of ['ned', 'eve'])
      for (const [method, part, payload] of [
        ['GET', '', undefined],
        ['GET', 'holders/', undefined],
        ['PATCH', '', { name: 'Theirs' }],
        ['PATCH', '', wrong],
      ] as const) {
        const [there, nowhere] = [
          await call(who, method, `${foreign}/${part}`, payload),
          await call(who, method, `${missing}/${part}`, payload),
        ]
        expect([there.statusCode, there.body], `${who} ${method} ${part}`).toEqual([404, nowhere.body])
      }
    for (const id of [foreign, missing])
      expect((await call('eve', 'GET', `${id}/history/`)).statusCode).toBe(404)
    // Neither is it accepted as an underlying.
    const option = await imported('Option', other, null)
    for (const underlying of [foreign, missing]) {
      const refused = await call('ned', 'PATCH', `${option}/`, { underlying })
      expect([refused.statusCode, refused.json().errors[0].field]).toEqual([404, 'underlying'])
    }
  })

  it('is changed by users who see all accounts, as others may hold it too', async () => {
    const [both, secret] = [await imported('Both'), await imported('Secret', own, hidden)]
    await buy(own, hidden, both)
    expect((await call('lia', 'GET', `${both}/`)).json().data).toMatchObject({ may_change: false })
    expect((await call('lia', 'GET', `${both}/holders/`)).json().data).toHaveLength(1)
    expect((await call('lia', 'PATCH', `${both}/`, { name: 'x' })).statusCode).toBe(403)
    expect((await call('lia', 'GET', `${secret}/`)).statusCode).toBe(404)
    expect((await call('lia', 'PATCH', `${secret}/`, { name: 'x' })).statusCode).toBe(404)
  })

  it('keeps symbols of providers unless an administrator changes them', async () => {
    const id = await imported('Symbols')
    const yahoo = { kind: 'yahoo', value: 'NEST.SW' }
    const sedol = { kind: 'sedol', value: '0263494' }
    const change = async (who: string, identifiers: object[]) => {
      const reply = await call(who, 'PATCH', `${id}/`, { identifiers })
      return [reply.statusCode, reply.json().errors?.[0].field]
    }
    expect(await change('ivy', [yahoo])).toEqual([400, 'identifiers'])
    expect(await change('ada', [yahoo])).toEqual([200, undefined])
    expect(await change('ivy', [])).toEqual([400, 'identifiers'])
    expect(await change('ivy', [{ ...yahoo, value: 'OTHER.SW' }])).toEqual([400, 'identifiers'])
    expect(await change('ivy', [yahoo, sedol])).toEqual([200, undefined])
  })

  it('does not tell a family what the platform took in from another one', async () => {
    const theirs = await imported('Theirs only', other, elsewhere)
    const merged = await call('ada', 'POST', `${share}/merge/`, { merged: theirs })
    expect(merged.statusCode, merged.body).toBe(200)
    for (const who of ['ivy', 'avi', 'lia'])
      for (const part of ['', 'holders/', 'history/'])
        expect((await call(who, 'GET', `${share}/${part}`)).body, `${who} ${part}`).not.toContain('Theirs')
    expect((await call('ned', 'GET', `${share}/`)).json().data.merged).toMatchObject([{ id: theirs }])
    expect((await call('avi', 'GET', `${share}/history/`)).json()).toMatchObject({ count: 0, data: [] })
  })
})

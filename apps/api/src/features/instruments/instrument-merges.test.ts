import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let own: string
let ledger: ReturnType<typeof testLedger>
let account: string
let other: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  ledger = testLedger(app.database)
  account = await ledger.account(own, 'Deposit')
  other = await ledger.account(own, 'Second')
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily('Other') })
  for (const name of ['ada', 'ivy', 'ned']) as[name] = (await app.signIn(name)).access
  app.travel(Date.parse('2026-02-14T12:00:00Z') - Date.now())
})
afterAll(() => app.close())

const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, who = 'ada') =>
  app.call({ method, url, as: as[who] ?? '', ...(payload ? { payload } : {}) })
const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, who = 'ada') =>
  send(method, `/api/instruments/${url}`, payload, who)

/** A security as an import leaves it. */
async function imported(name: string, fields: { isin?: string; currency?: string; size?: string } = {}) {
  const { rows } = await app.database.query(
    `insert into instrument (family_id, name, isin, instrument_type, currency, contract_size, sources)
     values ($1, $2, $3, 'equity', $4, $5, '{"name": "imported"}') returning id`,
    [own, name, fields.isin ?? null, fields.currency ?? 'CHF', fields.size ?? '1'],
  )
  return rows[0].id as string
}
const buy = (instrument: string, date: string, quantity: string, price: string, into = account) =>
  ledger.post(own, into, { type: 'trade', date, instrument, quantity, price })

/** Everything the family's figures say, as text: two equal texts are equal bit for bit. */
async function figures(): Promise<string> {
  const replies = [
    await send('POST', '/api/performance/', {}, 'ivy'),
    await send('POST', '/api/positions/list/?limit=1000', {}, 'ivy'),
    await send('POST', '/api/positions/list/?limit=1000&position_type=closed', {}, 'ivy'),
    await send('POST', '/api/transactions/list/?limit=1000', {}, 'ivy'),
    await send('GET', '/api/watchlist/user/tickers/', undefined, 'ivy'),
  ]
  return replies.map(reply => JSON.stringify(withoutTimes(reply.json()))).join('\n')
}
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'as_of_time' ? undefined : inner)))

const positions = async () =>
  (await send('POST', '/api/positions/list/?limit=1000', {}, 'ivy'))
    .json()
    .data.map(
      ({ name, quantity, account: { id } }: { name: string; quantity: number; account: { id: string } }) => [
        name,
        quantity,
        id === account ? 'Deposit' : 'Second',
      ],
    )

describe('merging two imported duplicates', () => {
  it('makes one position of them, and undoing it gives the same figures as before', async () => {
    const kept = await imported('Nestwerk N', { isin: 'CH0038863350' })
    const duplicate = await imported('NESTWERK AG NAMENAKTIE')
    await ledger.prices(kept, { '2026-01-05': 100, '2026-02-13': 110 })
    await ledger.prices(duplicate, { '2026-01-06': 101, '2026-02-13': 109 })
    await app.database.query(
      `insert into instrument_identifier values ($1, 'valor', '3886335'), ($1, 'bank', 'N1')`,
      [duplicate],
    )
    await buy(kept, '2026-01-05', '10', '100')
    await buy(duplicate, '2026-01-06', '5', '101')
    await buy(duplicate, '2026-01-06', '7', '101.5', other)
    const watched = await send(
      'POST',
      '/api/watchlist/user/tickers/',
      { ticker: duplicate, price_targets: [{ price: 150, direction: 'above' }] },
      'ivy',
    )
    expect(watched.statusCode, watched.body).toBe(200)
    const strategy = (await send('POST', '/api/strategy/', { name: 'Core', family: own }, 'ivy')).json().data
    const held = (await send('POST', '/api/positions/list/?limit=1000', {}, 'ivy')).json().data
    const inSecond = held.find((row: { account: { id: string } }) => row.account.id === other)
    await send('POST', `/api/strategy/${strategy.id}/position/`, { position_id: inSecond.id }, 'ivy')
    const before = await figures()
    expect((await positions()).length).toBe(3)

    const merged = await call('POST', `${kept}/merge/`, { merged: duplicate })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(merged.json().data).toMatchObject({
      id: kept,
      name: 'Nestwerk N',
      merged: [{ id: duplicate, name: 'NESTWERK AG NAMENAKTIE' }],
      identifiers: [
        { kind: 'bank', value: 'N1' },
        { kind: 'valor', value: '3886335' },
      ],
    })
    expect((await positions()).toSorted()).toEqual([
      ['Nestwerk N', 15, 'Deposit'],
      ['Nestwerk N', 7, 'Second'],
    ])
    const watchlist = (await send('GET', '/api/watchlist/user/tickers/', undefined, 'ivy')).json().data
    expect(watchlist).toMatchObject([
      { ticker: { id: kept, name: 'Nestwerk N' }, held_quantity: 22, price_targets: [{ price: 150 }] },
    ])
    // The duplicate's close fills the day that the kept instrument has none for; its own closes stay.
    const prices = (await call('GET', `${kept}/prices/`)).json().data
    expect(prices.map(({ date, price }: { date: string; price: number }) => [date, price])).toEqual([
      ['2026-02-13', 110],
      ['2026-01-06', 101],
      ['2026-01-05', 100],
    ])
    const { data: holders } = (await call('GET', `${kept}/holders/`)).json()
    expect(holders).toMatchObject([
      { family: { name: 'Own' }, account: { name: 'Deposit' }, quantity: 15, value: 1650 },
      { family: { name: 'Own' }, account: { name: 'Second' }, quantity: 7, value: 770 },
    ])
    expect((await call('GET', `${duplicate}/`)).statusCode).toBe(404)
    const { rows: posted } = await app.database.query(
      'select count(*)::int as n from transaction where instrument_id = $1',
      [duplicate],
    )
    expect(posted[0].n).toBe(2)

    const split = await call('POST', `${duplicate}/split/`, {})
    expect(split.statusCode, split.body).toBe(200)
    expect(split.json().data).toMatchObject({ id: duplicate, merged: [] })
    expect(await figures()).toBe(before)
    expect((await call('GET', `${kept}/prices/`)).json().count).toBe(2)
    expect((await call('GET', `${kept}/`)).json().data).toMatchObject({ merged: [], identifiers: [] })

    const { data: lines } = (await call('GET', `${kept}/history/`)).json()
    expect(
      lines.map(({ field, old, new: now }: { field: string; old: string; new: string }) => [field, old, now]),
    ).toEqual([
      ['merged', 'NESTWERK AG NAMENAKTIE', null],
      ['merged', null, 'NESTWERK AG NAMENAKTIE'],
    ])
    expect(lines[0].changed_by.name).toBeTruthy()
  })

  it('keeps the targets of a user who follows both, and gives them back', async () => {
    const kept = await imported('Double A')
    const duplicate = await imported('Double B')
    for (const [ticker, price] of [
      [kept, 10],
      [duplicate, 20],
    ])
      await send(
        'POST',
        '/api/watchlist/user/tickers/',
        { ticker, note: `n${price}`, price_targets: [{ price, direction: 'above' }] },
        'ivy',
      )
    const before = await figures()
    await call('POST', `${kept}/merge/`, { merged: duplicate })
    const { data } = (await send('GET', '/api/watchlist/user/tickers/', undefined, 'ivy')).json()
    const both = data.filter(({ ticker }: { ticker: { id: string } }) => ticker.id === kept)
    expect(both).toMatchObject([{ note: 'n10', price_targets: [{ price: 10 }, { price: 20 }] }])
    expect(data.some(({ ticker }: { ticker: { id: string } }) => ticker.id === duplicate)).toBe(false)
    await call('POST', `${duplicate}/split/`, {})
    const now = JSON.parse((await figures()).split('\n').at(-1) ?? '')
    const then = JSON.parse(before.split('\n').at(-1) ?? '')
    const plain = (rows: { ticker: { id: string }; note: string; price_targets: { price: number }[] }[]) =>
      rows
        .map(({ ticker, note, price_targets }) => [ticker.id, note, price_targets.map(({ price }) => price)])
        .toSorted()
    expect(plain(now.data)).toEqual(plain(then.data))
  })

  it('is refused with a reason where they are not the same', async () => {
    const kept = await imported('One')
    const refused = async (merged: string, into = kept) => {
      const reply = await call('POST', `${into}/merge/`, { merged })
      return [reply.statusCode, reply.json().errors[0].code, reply.json().errors[0].message]
    }
    expect(await refused(await imported('Dollars', { currency: 'USD' }))).toEqual([
      409,
      'merge_refused',
      'They are quoted in different currencies.',
    ])
    expect((await refused(await imported('Hundred', { size: '100' })))[2]).toMatch(/Contract size/)
    expect((await refused(kept))[2]).toBe('Choose another instrument.')
    const platform = await ledger.instrument('Platform')
    expect((await refused(platform))[2]).toMatch(/Keep the instrument of the platform/)
    expect((await call('POST', `${platform}/merge/`, { merged: kept })).statusCode).toBe(200)
    expect((await refused(kept, platform))[0]).toBe(404)
  })

  it('asks before two securities with other ISINs or types are merged', async () => {
    const apple = await imported('Apple', { isin: 'US0378331005' })
    const microsoft = await imported('Microsoft', { isin: 'US5949181045' })
    const ask = async (merged: string, confirm?: string[]) => {
      const reply = await call('POST', `${apple}/merge/`, { merged, ...(confirm && { confirm }) })
      return [reply.statusCode, reply.json().errors?.[0]]
    }
    const asked = {
      code: 'confirmation_required',
      field: 'merged',
      question: {
        code: 'different_security',
        before: 'Microsoft, US5949181045, Equity',
        after: 'Apple, US0378331005, Equity',
        currency: null,
      },
    }
    expect(await ask(microsoft)).toEqual([409, expect.objectContaining(asked)])
    expect(await ask(microsoft, ['unusual_price'])).toEqual([409, expect.objectContaining(asked)])
    expect((await call('GET', `${microsoft}/`)).statusCode).toBe(200)
    expect(await ask(microsoft, ['different_security'])).toEqual([200, undefined])

    const fund = await imported('Apple fund')
    await call('PATCH', `${fund}/`, { instrument_type: 'fund' })
    expect((await ask(fund))[0]).toBe(409)
    // Its check digit is wrong, so it says nothing about the security.
    expect((await ask(await imported('Apple Inc', { isin: 'US0378331006' })))[0]).toBe(200)
  })

  it('resolves a chain, which is undone from its end', async () => {
    const [a, b, c] = [await imported('Chain A'), await imported('Chain B'), await imported('Chain C')]
    await buy(a, '2026-01-05', '1', '10')
    const before = await figures()
    await call('POST', `${b}/merge/`, { merged: a })
    await call('POST', `${c}/merge/`, { merged: b })
    expect((await positions()).filter(([name]: string[]) => name?.startsWith('Chain'))).toEqual([
      ['Chain C', 1, 'Deposit'],
    ])
    expect((await call('GET', `${c}/`)).json().data.holders_count).toBe(1)
    expect((await call('POST', `${a}/split/`, {})).statusCode).toBe(409)
    expect((await call('POST', `${b}/split/`, {})).statusCode).toBe(200)
    expect((await call('POST', `${a}/split/`, {})).statusCode).toBe(200)
    expect(await figures()).toBe(before)
  })

  it('is for administrators only', async () => {
    const kept = await imported('Private')
    for (const who of ['ivy', 'ned'])
      for (const url of [`${kept}/merge/`, `${kept}/split/`])
        expect((await call('POST', url, { merged: kept }, who)).statusCode).toBe(403)
  })
})

describe('classification', () => {
  it('derives the country of an ISIN and never replaces what was entered', async () => {
    const id = await imported('Derived')
    const changed = await call('PATCH', `${id}/`, { isin: 'US0378331005' })
    expect(changed.json().data).toMatchObject({
      country: 'US',
      sources: { country: 'derived', name: 'imported' },
    })
    await call('PATCH', `${id}/`, { country: 'IE' })
    const kept = await call('PATCH', `${id}/`, { isin: 'CH0038863350' })
    expect(kept.json().data).toMatchObject({ country: 'IE', sources: { country: 'entered' } })
    const international = await imported('Note')
    const note = await call('PATCH', `${international}/`, { isin: 'XS0104440986' })
    expect(note.json().data).toMatchObject({ country: null, sources: { country: null } })
    const lines = (await call('GET', `${id}/history/`)).json().data
    expect(
      lines.map(({ field, old, new: now }: { field: string; old: string; new: string }) => [field, old, now]),
    ).toEqual([
      ['isin', 'US0378331005', 'CH0038863350'],
      ['country', 'US', 'IE'],
      ['country', null, 'US'],
      ['isin', null, 'US0378331005'],
    ])
  })

  it('takes the type of a CFI code until someone chooses one', async () => {
    const id = await imported('Typed')
    const cfi = (value: string) => ({ identifiers: [{ kind: 'cfi', value }] })
    expect((await call('PATCH', `${id}/`, cfi('CEOGES'))).json().data).toMatchObject({
      instrument_type: 'etf',
      sources: { instrument_type: 'derived' },
    })
    await call('PATCH', `${id}/`, { instrument_type: 'fund' })
    expect((await call('PATCH', `${id}/`, cfi('ESVUFR'))).json().data).toMatchObject({
      instrument_type: 'fund',
      sources: { instrument_type: 'entered' },
    })
  })

  it('refuses identifiers with a wrong check digit, by field', async () => {
    const id = await imported('Checked')
    const field = async (body: object) => {
      const reply = await call('PATCH', `${id}/`, body)
      return [reply.statusCode, reply.json().errors?.[0]?.field]
    }
    expect(await field({ isin: 'US0378331006' })).toEqual([400, 'isin'])
    expect(
      await field({
        identifiers: [
          { kind: 'bank', value: 'x' },
          { kind: 'cusip', value: '037833101' },
        ],
      }),
    ).toEqual([400, 'identifiers.1.value'])
    expect(await field({ identifiers: [{ kind: 'figi', value: 'bbg000blnnh6' }] })).toEqual([200, undefined])
  })
})

describe('the watchlist', () => {
  it('offers imported securities to their family only', async () => {
    const id = await imported('Familiar')
    const found = (who: string) => send('GET', '/api/watchlist/tickers/?q=Familiar', undefined, who)
    expect((await found('ivy')).json().data).toMatchObject([{ id, name: 'Familiar' }])
    expect((await found('ned')).json().data).toEqual([])
    expect((await send('POST', '/api/watchlist/user/tickers/', { ticker: id }, 'ned')).statusCode).toBe(404)
  })
})

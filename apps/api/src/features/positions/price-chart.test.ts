import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
/** Position ids by instrument. */
const positions: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const main = await ledger.account(family, 'Main')
  await ledger.post(family, main, { type: 'deposit', date: '2026-09-01', amount: '900000' })
  const held = async (name: string, quantity: string, prices: Record<string, number>) => {
    const instrument = await ledger.instrument(name)
    await ledger.prices(instrument, prices)
    const price = String(Object.values(prices)[0])
    positions[name] = await ledger.post(family, main, {
      type: 'trade',
      date: '2026-09-01',
      instrument,
      quantity,
      price,
    })
    return instrument
  }
  const list = (instrument: string, date: string, numerator: number, denominator = 1) =>
    app.database.query(
      'insert into split (instrument_id, ex_date, numerator, denominator) values ($1, $2, $3, $4)',
      [instrument, date, numerator, denominator],
    )
  const ten = await held('Ten', '20', { '2026-09-01': 1000, '2026-10-09': 1218, '2026-10-12': 120 })
  await list(ten, '2026-10-12', 10)
  await list(ten, '2027-03-01', 2)
  await ledger.post(family, main, {
    type: 'trade',
    date: '2026-10-20',
    instrument: ten,
    quantity: '-50',
    price: '119',
  })
  await list(await held('Reverse', '400', { '2026-09-01': 0.5, '2026-10-12': 10 }), '2026-10-12', 1, 20)
  const twice = await held('Twice', '10', { '2026-09-01': 60, '2026-09-15': 20, '2026-10-15': 10 })
  await list(twice, '2026-09-15', 3)
  await list(twice, '2026-10-15', 2)
  const posted = await held('Posted', '10', { '2026-09-01': 40, '2026-10-01': 10 })
  await ledger.post(family, main, {
    type: 'split',
    date: '2026-10-01',
    instrument: posted,
    numerator: '4',
    denominator: '1',
  })
  await list(await held('Last', '10', { '2026-09-01': 60, '2026-11-13': 20 }), '2026-11-13', 3)
  await list(await held('First', '10', { '2026-09-01': 20, '2026-11-13': 21 }), '2026-09-01', 3)
  ivy = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

const read = async (name: string, query = '', body: object = {}) => {
  const url = `/api/positions/${positions[name]}/${query}`
  return (await app.call({ method: 'POST', url, as: ivy, payload: body })).json().data
}
const extent = ({ prices }: { prices: { price: number }[] }) => {
  const values = prices.map(({ price }) => price)
  return [Math.min(...values), Math.max(...values), values.at(-1)]
}

describe('the price chart of a position', () => {
  it('is adjusted for a split of 10 for 1 unless prices as traded are asked for', async () => {
    const adjusted = await read('Ten')
    expect(extent(adjusted)).toEqual([100, 121.8, 120])
    expect(adjusted.price_units).toBe('adjusted')
    expect(adjusted.price.value).toBe(120)
    const traded = await read('Ten', '?price_units=as_traded')
    expect(extent(traded)).toEqual([120, 1218, 120])
    expect(traded.price_units).toBe('as_traded')
    for (const { splits } of [adjusted, traded])
      expect(splits).toEqual([{ date: '2026-10-12', numerator: 10, denominator: 1 }])
  })

  it('has its trades in the units of the line', async () => {
    expect((await read('Ten')).trades).toEqual([
      { date: '2026-09-01', side: 'buy', quantity: 200, price: 100 },
      { date: '2026-10-20', side: 'sell', quantity: 50, price: 119 },
    ])
    expect((await read('Ten', '?price_units=as_traded')).trades[0]).toMatchObject({
      quantity: 20,
      price: 1000,
    })
  })

  it('keeps the units of a period that ends before the split', async () => {
    const settings = { period: { name: null, start_date: '2026-09-01', end_date: '2026-10-09' } }
    const before = await read('Ten', '', { settings })
    expect(extent(before)).toEqual([1000, 1218, 1218])
    expect([before.splits, before.price.value]).toEqual([[], 1218])
  })

  it('follows reverse, repeated and posted splits, and one on the first or last day', async () => {
    expect(extent(await read('Reverse'))).toEqual([10, 10, 10])
    expect(extent(await read('Twice'))).toEqual([10, 10, 10])
    expect(extent(await read('Posted'))).toEqual([10, 10, 10])
    expect((await read('Posted')).splits).toEqual([{ date: '2026-10-01', numerator: 4, denominator: 1 }])
    expect(extent(await read('Last'))).toEqual([20, 20, 20])
    expect((await read('Last')).price.change_rel).toBeCloseTo(0, 12)
    expect(extent(await read('First'))).toEqual([20, 21, 21])
    expect((await read('First')).splits).toEqual([])
  })

  it('has the same line as the sparkline of the list', async () => {
    const reply = await app.call({
      method: 'POST',
      url: '/api/positions/list/?trend=true',
      as: ivy,
      payload: {},
    })
    const rows: { name: string; price_trend: number[] }[] = reply.json().data
    const trend = rows.find(({ name }) => name === 'Ten')?.price_trend ?? []
    expect([Math.min(...trend), Math.max(...trend)]).toEqual([100, 121.8])
  })

  it('rejects other units', async () => {
    const url = `/api/positions/${positions.Ten}/?price_units=raw`
    expect((await app.call({ method: 'POST', url, as: ivy, payload: {} })).statusCode).toBe(400)
  })
})

import type { WhatIf } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWhatIfWorld, type WhatIfWorld } from './testing/what-if-world.ts'

let app: WhatIfWorld['app']
let family: WhatIfWorld['family']
let account: WhatIfWorld['account']
let hidden: WhatIfWorld['hidden']
let foreign: WhatIfWorld['foreign']
let shares: WhatIfWorld['shares']
let dollars: WhatIfWorld['dollars']
let notes: WhatIfWorld['notes']
let unpriced: WhatIfWorld['unpriced']
let fresh: WhatIfWorld['fresh']
let secret: WhatIfWorld['secret']
let as: WhatIfWorld['as']

beforeAll(async () => {
  ;({ app, family, account, hidden, foreign, shares, dollars, notes, unpriced, fresh, secret, as } =
    await createWhatIfWorld())
})
afterAll(() => app.close())

const send = (scenario: object, more: { as?: string | null; body?: object; accept?: string } = {}) =>
  app.call({
    method: 'POST',
    url: '/api/what-if/',
    payload: { settings: { currency: 'CHF' }, filters: {}, scenario, ...more.body },
    ...(more.as === null ? {} : { as: more.as ?? as.investor }),
    ...(more.accept ? { headers: { accept: more.accept } } : {}),
  })
const compare = async (scenario: object, more: Parameters<typeof send>[1] = {}): Promise<WhatIf> => {
  const reply = await send(scenario, more)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const refusal = async (scenario: object, more: Parameters<typeof send>[1] = {}) => {
  const reply = await send(scenario, more)
  return [reply.statusCode, reply.json().errors?.[0]?.field]
}
const row = ({ rows }: WhatIf, section: string, key: string) =>
  rows.find(each => each.section === section && each.key === key)
const sides = (found: ReturnType<typeof row>) => [found?.before, found?.after, found?.change]
const trade = (fields: object) => ({ trades: [{ account, instrument: shares, side: 'buy', ...fields }] })

describe('a what-if of nothing', () => {
  it('changes no figure, bit for bit', async () => {
    const found = await compare({})
    expect(found.rows.length).toBeGreaterThan(10)
    for (const { before, after, date_before, date_after, ...rest } of found.rows) {
      expect(after, rest.key).toBe(before)
      expect(date_after).toBe(date_before)
    }
    expect(found.basis).toMatchObject({ currency: 'CHF', as_of: '2026-11-13' })
  })

  it('ignores filters and period', async () => {
    const body = {
      settings: { currency: 'CHF', period: { name: '1d' } },
      filters: { filter_instrument_type: ['bond'] },
    }
    expect((await compare({}, { body })).rows).toEqual((await compare({})).rows)
  })
})

describe('trades', () => {
  it('move money between positions and cash, and cost their fees', async () => {
    const found = await compare(trade({ side: 'sell', size: 100, fees: 25 }))
    const price = found.trades[0]?.price ?? 0
    expect(sides(row(found, 'value', 'balance_total'))[2]).toBe(-25)
    expect(sides(row(found, 'value', 'balance_cash'))[2]).toBe(100 * price - 25)
    expect(sides(row(found, 'cash', 'CHF'))[2]).toBe(100 * price - 25)
    expect(sides(row(found, 'cash', 'USD'))[2]).toBe(0)
    expect(found.trades[0]).toMatchObject({
      quantity: -100,
      held_before: 700,
      held_after: 600,
      amount: 100 * price - 25,
      calculated_fees: 25,
    })
  })

  it('change quantity, break-even and P/L of their position', async () => {
    const found = await compare(trade({ side: 'hold', size: 1000, price: 120 }))
    const key = `${account}/${shares}`
    expect(sides(row(found, 'position', `${key}/quantity`))).toEqual([700, 1000, 300])
    expect(sides(row(found, 'position', `${key}/breakEven`))).toEqual([90, 99, 9])
    expect(row(found, 'position', `${key}/breakEven`)?.currency).toBe('CHF')
    expect(found.warnings).toEqual([
      {
        warning: 'negative_cash',
        account: { id: account, name: 'Main' },
        instrument: null,
        currency: 'CHF',
        amount: -19_000,
      },
    ])
  })

  it('sell short beyond what is held, and say so', async () => {
    const key = `${account}/${shares}/quantity`
    const short = { warning: 'short', instrument: { id: shares }, account: { id: account }, amount: -50 }
    const sold = await compare({
      trades: [400, 350].map(size => ({ account, instrument: shares, side: 'sell', size })),
    })
    expect(sides(row(sold, 'position', key))).toEqual([700, -50, -750])
    expect(sold.warnings).toMatchObject([short])
    const held = await compare(trade({ side: 'hold', size: -50 }))
    expect(sides(row(held, 'position', key))).toEqual([700, -50, -750])
    expect(held.warnings).toMatchObject([short])
    const fresher = await compare(trade({ instrument: fresh, side: 'sell', size: 10 }))
    expect(sides(row(fresher, 'position', `${account}/${fresh}/quantity`))).toEqual([0, -10, -10])
    expect(sides(row(fresher, 'value', 'balance_total'))[2]).toBe(0)
  })

  it('are sized by an amount or by a weight of the net asset value, in whole units', async () => {
    const nav = (await compare({})).rows.find(each => each.key === 'balance_total')?.before ?? 0
    const byAmount = await compare({
      trades: [{ account, instrument: dollars, side: 'buy', by: 'amount', size: 1000 }],
    })
    // 1,000 francs are 1,250 dollars.
    expect(byAmount.trades[0]).toMatchObject({ quantity: 6, amount: -1200, calculated_amount: -960 })
    const byWeight = await compare(trade({ side: 'hold', by: 'weight', size: 0.5 }))
    const value = row(byWeight, 'position', `${account}/${shares}/value`)?.after ?? 0
    // The sale is rounded down to whole shares.
    expect(value / nav).toBeGreaterThanOrEqual(0.5)
    expect(value / nav).toBeLessThan(0.501)
  })

  it('open a position in an instrument that nobody held, and close one', async () => {
    const found = await compare({
      trades: [
        { account, instrument: fresh, side: 'buy', size: 10 },
        { account, instrument: notes, side: 'hold', size: 0 },
      ],
    })
    expect(sides(row(found, 'position', `${account}/${fresh}/quantity`))).toEqual([0, 10, 10])
    expect(sides(row(found, 'position', `${account}/${notes}/quantity`))).toEqual([200, 0, -200])
    expect(row(found, 'position', `${account}/${notes}/breakEven`)).toMatchObject({
      after: null,
      reason_after: 'not_held',
    })
    expect(sides(row(found, 'allocation', 'bond'))[1]).toBe(0)
  })

  it('are sized after the changes of prices and flows before them', async () => {
    const found = await compare({
      prices: [{ of: 'instrument', key: shares, price: 200 }],
      flows: [{ account, currency: 'CHF', amount: 1_000_000 }],
      ...trade({ by: 'weight', size: 0.1 }),
    })
    const nav = row(found, 'value', 'balance_total')?.after ?? 0
    expect(found.trades[0]?.price).toBe(200)
    expect((found.trades[0]?.quantity ?? 0) * 200).toBeCloseTo(nav * 0.1, -3)
  })
})

describe('prices, rates and flows', () => {
  it('change values, and nothing else', async () => {
    const found = await compare({ prices: [{ of: 'instrument', key: shares, change: -0.1 }] })
    const value = row(found, 'position', `${account}/${shares}/value`)
    expect(value?.after).toBeCloseTo((value?.before ?? 0) * 0.9, 6)
    expect(sides(row(found, 'cash', 'CHF'))[2]).toBe(0)
    const byClass = await compare({ prices: [{ of: 'instrument_type', key: 'equity', change: -0.1 }] })
    const nav = (each: WhatIf) => row(each, 'value', 'balance_total')?.change ?? 0
    expect(nav(byClass)).toBeCloseTo(nav(found) - 160, 6)
    const byCurrency = await compare({ prices: [{ of: 'currency', key: 'USD', change: -0.1 }] })
    expect(nav(byCurrency)).toBe(-160)
  })

  it('set a rate to a level or change it in percent', async () => {
    const level = await compare({ rates: [{ currency: 'USD', rate: 0.9, in: 'CHF' }] })
    // 3,000 dollars in all, from 0.8 to 0.9.
    expect(row(level, 'value', 'balance_total')?.change).toBe(300)
    const percent = await compare({ rates: [{ currency: 'USD', change: 0.125 }] })
    expect(row(percent, 'value', 'balance_total')?.change).toBe(300)
  })

  it('pay in and out', async () => {
    const found = await compare({ flows: [{ account, currency: 'USD', amount: -1500 }] })
    expect(sides(row(found, 'cash', 'USD'))).toEqual([1000, -500, -1500])
    expect(row(found, 'value', 'pnl_abs_total')?.change).toBe(0)
    expect(row(found, 'ladder', 'USD/runs_dry')).toMatchObject({ date_before: null, reason_before: 'never' })
    expect(row(found, 'ladder', 'USD/runs_dry')?.date_after).not.toBeNull()
    expect(found.warnings[0]).toMatchObject({ warning: 'negative_cash', currency: 'USD', amount: -500 })
  })
})

describe('totals and weights that lack a part', () => {
  it('are of the known part, with the reason', async () => {
    const found = await compare({ flows: [{ account, currency: 'SEK', amount: 1000 }] })
    for (const key of ['balance_total', 'balance_cash'])
      expect(row(found, 'value', key), key).toMatchObject({
        after: row(found, 'value', key)?.before,
        change: null,
        reason_before: null,
        reason_after: 'no_rate',
      })
    expect(row(found, 'value', 'balance_allocated')).toMatchObject({ reason_after: null })
    expect(row(found, 'value', 'pnl_abs_total')).toMatchObject({ after: null, reason_after: 'no_rate' })
    expect(row(found, 'allocation', 'equity')).toMatchObject({ reason_before: null, reason_after: 'no_rate' })
  })
})

describe('risk and drift', () => {
  it('follow the weights of the day', async () => {
    const found = await compare(trade({ side: 'sell', size: 350 }))
    const volatility = row(found, 'risk', 'volatility')
    expect(volatility?.before).toBeGreaterThan(0)
    expect(volatility?.after).toBeCloseTo((volatility?.before ?? 0) / 2, 2)
    expect(row(found, 'risk', 'observations')?.change).toBe(0)
  })

  it('is null with a reason while there are too few days of prices', async () => {
    const found = await compare({ trades: [{ account, instrument: fresh, side: 'buy', size: 1 }] })
    expect(row(found, 'risk', 'volatility')).toMatchObject({ after: null, reason_after: 'few_days' })
  })

  it('compares with the target of the day', async () => {
    const { rows: made } = await app.database.query(
      `insert into target_allocation (family_id, dimension, name, valid_from, buckets)
       values ($1, 'instrument_type', 'Balanced', '2026-01-01',
         '[{"key":"equity","weight":7000,"min":6500,"max":7500},{"key":"bond","weight":3000,"min":2000,"max":4000}]')
       returning id`,
      [family],
    )
    const found = await compare(trade({ side: 'sell', size: 350 }))
    const drift = row(found, 'drift', `${made[0].id}/equity`)
    expect(drift).toMatchObject({ unit: 'points', state_after: 'below' })
    expect(drift?.change).toBeLessThan(-0.3)
    const unknown = await compare({ flows: [{ account, currency: 'SEK', amount: 1000 }] })
    expect(row(unknown, 'drift', `${made[0].id}/equity`)).toMatchObject({
      after: drift?.before,
      reason_before: null,
      reason_after: 'no_rate',
    })
    await app.database.query('delete from target_allocation')
  })

  it('compares a strategy with its own target, by its positions alone', async () => {
    const ask = (url: string, payload: object) =>
      app.call({ method: 'POST', url, payload, as: as.investor ?? '' })
    const listed = await ask('/api/positions/list/?type=open', { settings: { currency: 'CHF' }, filters: {} })
    const wanted = new Set(['equity', 'bond'])
    const positions: { id: string; instrument_type: string; value: number | null }[] = listed
      .json()
      .data.filter(
        (position: { instrument_type: string; value: number | null }) =>
          wanted.has(position.instrument_type) && position.value !== null,
      )
    const made = await ask('/api/strategy/', { name: 'Core', position_ids: positions.map(({ id }) => id) })
    const strategy = made.json().data.strategy_id
    const { rows: targets } = await app.database.query(
      `insert into target_allocation (family_id, strategy_id, dimension, name, valid_from, buckets)
       values ($1, $2, 'instrument_type', 'Core', '2026-01-01',
         '[{"key":"equity","weight":9000,"min":8000,"max":10000},{"key":"bond","weight":1000,"min":0,"max":2000}]')
       returning id`,
      [family, strategy],
    )
    const sum = (type: string) =>
      positions
        .filter(each => each.instrument_type === type)
        .reduce((all, { value }) => all + (value ?? 0), 0)
    const weight = (equity: number) => equity / (equity + sum('bond'))
    const found = await compare(trade({ side: 'sell', size: 350 }))
    const drift = row(found, 'drift', `${targets[0].id}/equity`)
    expect(drift?.before).toBeCloseTo(weight(sum('equity')) - 0.9, 9)
    const sold = found.trades[0]?.calculated_amount ?? Number.NaN
    expect(drift?.after).toBeCloseTo(weight(sum('equity') - Math.abs(sold)) - 0.9, 9)
    await app.database.query('delete from target_allocation')
  })
})

describe('a scenario that cannot be computed', () => {
  it.each([
    ['a sale is negative', () => trade({ side: 'sell', size: -1 }), 'scenario.trades.0.size'],
    ['there is no price', () => trade({ instrument: unpriced, size: 1 }), 'scenario.trades.0.price'],
    ['a rate is unknown', () => ({ rates: [{ currency: 'XPF', change: 0.1 }] }), 'scenario.rates.0.currency'],
    [
      'a price has both a level and a change',
      () => ({ prices: [{ of: 'instrument', key: shares, price: 1, change: 1 }] }),
      'scenario.prices.0.change',
    ],
    ['a rate has neither', () => ({ rates: [{ currency: 'USD' }] }), 'scenario.rates.0.change'],
    [
      'a group is unknown',
      () => ({ prices: [{ of: 'sector', key: 'wizards', change: 0.1 }] }),
      'scenario.prices.0.key',
    ],
    [
      'a group has a price',
      () => ({ prices: [{ of: 'currency', key: 'USD', price: 1 }] }),
      'scenario.prices.0.price',
    ],
    [
      'a flow is nothing',
      () => ({ flows: [{ account, currency: 'CHF', amount: 0 }] }),
      'scenario.flows.0.amount',
    ],
    [
      'there are too many changes',
      () => ({ flows: Array(21).fill({ account, currency: 'CHF', amount: 1 }) }),
      'scenario.flows',
    ],
  ])('names the field when %s', async (_title, scenario, field) => {
    expect(await refusal(scenario())).toEqual([400, field])
  })

  it('prices what has no price when one is entered', async () => {
    const found = await compare(trade({ instrument: unpriced, size: 3, price: 7 }))
    expect(found.trades[0]).toMatchObject({ quantity: 3, amount: -21 })
  })
})

describe('who may see it', () => {
  it('finds no account, instrument or family of others', async () => {
    expect(await refusal(trade({ account: foreign, size: 1 }))).toEqual([404, 'scenario.trades.0.account'])
    expect(await refusal(trade({ instrument: secret, size: 1 }))).toEqual([
      404,
      'scenario.trades.0.instrument',
    ])
    expect(await refusal({ prices: [{ of: 'instrument', key: secret, change: 0 }] })).toEqual([
      404,
      'scenario.prices.0.key',
    ])
    expect(await refusal(trade({ size: 1 }), { as: as.other })).toEqual([404, 'scenario.trades.0.account'])
    expect((await send({}, { as: as.other, body: { family } })).statusCode).toBe(404)
    expect((await send({}, { as: null })).statusCode).toBe(401)
  })

  it('shows a link to someone with some accounts as much as they see anyway', async () => {
    const scenario = { flows: [{ account: hidden, currency: 'CHF', amount: 1 }] }
    expect(await refusal(scenario, { as: as.limited })).toEqual([404, 'scenario.flows.0.account'])
    const own = await compare(trade({ side: 'sell', size: 1 }), { as: as.limited })
    const all = await compare(trade({ side: 'sell', size: 1 }))
    const nav = (each: WhatIf) => row(each, 'value', 'balance_total')?.after ?? 0
    expect(nav(all) - nav(own)).toBe(5000)
    expect(JSON.stringify(own)).not.toContain('Hidden')
  })

  it('writes nothing', async () => {
    const count = async () =>
      (
        await app.database.query(
          'select count(*) as n, (select sum(version) from family_version) as v from transaction',
        )
      ).rows[0]
    const before = await count()
    await compare({ ...trade({ size: 1 }), flows: [{ account, currency: 'CHF', amount: 100 }] })
    expect(await count()).toEqual(before)
  })
})

describe('the receipt of a figure', () => {
  const receipt = async (scenario: object | undefined, subject: object, figure: string) => {
    const reply = await app.call({
      method: 'POST',
      url: '/api/receipt/',
      payload: {
        settings: { currency: 'CHF', period: { name: 'all' } },
        filters: {},
        subject,
        figure,
        ...(scenario ? { scenario } : {}),
      },
      as: as.investor,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }
  const lines = (found: {
    calculations: { lines: { flag: string; source: string; transaction_id: unknown }[] }[]
  }) => found.calculations.flatMap(({ lines: all }) => all)

  it('agrees with the comparison and marks what is assumed', async () => {
    const scenario = {
      ...trade({ size: 50 }),
      prices: [{ of: 'instrument', key: shares, price: 130 }],
      rates: [{ currency: 'USD', change: 0.1 }],
    }
    const found = await compare(scenario)
    const value = row(found, 'position', `${account}/${shares}/value`)
    const subject = { kind: 'position', id: value?.position_after }
    const shown = await receipt(scenario, subject, 'value')
    expect([shown.value, shown.difference]).toEqual([value?.after, 0])
    expect(lines(shown).filter(({ flag }) => flag === 'assumed').length).toBeGreaterThan(0)
    const quantity = await receipt(scenario, subject, 'quantity')
    expect(lines(quantity).map(({ flag }) => flag)).toContain('assumed')
    expect(lines(quantity).find(({ flag }) => flag === 'assumed')).toMatchObject({
      source: 'what-if',
      transaction_id: null,
    })
    const nav = await receipt(scenario, { kind: 'portfolio' }, 'balance_total')
    expect([nav.value, nav.difference]).toEqual([row(found, 'value', 'balance_total')?.after, 0])
  })

  it('marks an assumed rate, and nothing without a scenario', async () => {
    const scenario = { rates: [{ currency: 'USD', change: 0.1 }] }
    const key = `${account}/${dollars}/value`
    const found = row(
      await compare({ prices: [{ of: 'instrument', key: dollars, change: 0 }] }),
      'position',
      key,
    )
    const subject = { kind: 'position', id: found?.position_before }
    expect(lines(await receipt(scenario, subject, 'value')).map(({ flag }) => flag)).toContain('assumed')
    expect(lines(await receipt(undefined, subject, 'value')).map(({ flag }) => flag)).not.toContain('assumed')
  })
})

describe('the export', () => {
  it('lists every row with its currency and day', async () => {
    const reply = await send(trade({ side: 'sell', size: 100 }), { accept: 'text/csv' })
    expect(reply.headers['content-type']).toContain('text/csv')
    expect(reply.headers['content-disposition']).toContain('Own')
    const [head, first] = reply.body.split('\r\n')
    expect(head).toBe(
      'section,name,unit,currency,before,after,change,reason_before,reason_after,state_before,state_after,calculated_currency,as_of',
    )
    expect(first).toContain('value,Net asset value,money,CHF,')
  })
})

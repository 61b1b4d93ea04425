import { describe, expect, it } from 'vitest'
import { positionReceipt, replayReceipt } from '../../src/index.ts'
import {
  buy,
  type DatedValue,
  type Draft,
  deliverIn,
  deliverOut,
  dividend,
  sell,
  transfer,
  type World,
  type WorldQuery,
  world,
} from '../world.ts'

type Parts = readonly [realized: number, unrealized: number]

/** Realized and unrealized P/L of the positions in an account or instrument; null where no list has one. */
function parts(w: World, key: string, query: WorldQuery = {}): Parts | null {
  const rows = (['open', 'closed'] as const)
    .flatMap(list => w.rows(list, query))
    .filter(row => row.account === key || row.instrument === key)
  const add = (part: 'realized' | 'unrealized') =>
    rows.reduce((sum, { original }) => sum + (original.pnlAbs[part] ?? Number.NaN), 0)
  return rows.length === 0 ? null : [add('realized'), add('unrealized')]
}

function expectParts(found: Parts | null, [realized, unrealized]: Parts): void {
  expect(found?.[0]).toBeCloseTo(realized, 9)
  expect(found?.[1]).toBeCloseTo(unrealized, 9)
}

/** The parts of everything but cash. */
function total(w: World, query: WorldQuery = {}): Parts {
  const { abs } = w.runQuery({ ...query, filter: { instrumentTypes: ['equity', 'option', 'bond'] } })
    .performance.pnl
  return [abs.realized, abs.unrealized]
}

const CLOSES: readonly DatedValue[] = [
  ['2024-01-02', 10],
  ['2024-02-01', 16],
  ['2024-03-01', 20],
  ['2024-04-01', 25],
  ['2024-05-01', 24],
]

const held = (transactions: readonly Draft[], lotMethod: 'fifo' | 'average' | 'lifo' | 'hifo' = 'fifo') =>
  world({
    asOf: '2024-05-31',
    accounts: ['a', 'b', 'c'].map(id => ({ id, lotMethod })),
    prices: { X: CLOSES },
    transactions,
  })

/** Bought in a for 10 a share, moved to b at 16, sold there at 25. */
const moved = [
  buy('2024-01-02', 100, { price: 10, account: 'a' }),
  ...transfer('2024-02-01', 100, 'a', 'b'),
  sell('2024-04-01', 100, { price: 25, account: 'b' }),
]

describe('the gain of transferred lots', () => {
  it('is unrealized on both sides while the lots are open', () => {
    const to = '2024-03-31'
    const w = held(moved)
    expectParts(parts(w, 'a', { to }), [0, 600])
    // Value - remaining cost - gain carried in.
    expectParts(parts(w, 'b', { to }), [0, 2000 - 1000 - 600])
    expectParts(total(w, { to }), [0, 1000])
  })

  it('is realized on both sides when they are sold, and the sum is proceeds - original cost', () => {
    const w = held(moved)
    expectParts(parts(w, 'a'), [600, 0])
    expectParts(parts(w, 'b'), [2500 - 1600, 0])
    expectParts(total(w), [2500 - 1000, 0])
    const [target] = w.rows('closed').filter(row => row.account === 'b')
    expect(target?.original).toMatchObject({ cost: 1000, proceeds: 2500 })
  })

  it('moves in the period of the sale, while the total of the source stays 0', () => {
    const w = held(moved)
    expectParts(parts(w, 'a', { from: '2024-04-01' }), [600, -600])
    expectParts(parts(w, 'b', { from: '2024-04-01' }), [900, 2500 - 2000 - 900])
    expectParts(total(w, { from: '2024-04-01' }), [1500, -1000])
    expect(parts(w, 'a', { from: '2024-02-02', to: '2024-03-31' })).toBeNull()
    expect(parts(w, 'a', { from: '2024-04-02' })).toBeNull()
    const { dailyPnl } = w.runQuery({ filter: { accounts: ['a'], instrumentTypes: ['equity'] } }).performance
    const days = dailyPnl.pnl.realized.length
    expect(dailyPnl.pnl.realized[days - 61]).toBeCloseTo(600, 9)
    expect(dailyPnl.pnl.unrealized[days - 61]).toBeCloseTo(-600, 9)
  })

  it('moves by the shares of partial sales', () => {
    const w = held([...moved.slice(0, 3), sell('2024-04-01', 25, { price: 25, account: 'b' })])
    expectParts(parts(w, 'a'), [150, 450])
    expectParts(parts(w, 'b'), [625 - 400, 75 * 24 - 750 - 450])
    expectParts(total(w), [625 - 250, 75 * 24 - 750])
  })

  it('follows a chain of positions', () => {
    const chain = [
      ...moved.slice(0, 3),
      ...transfer('2024-03-01', 50, 'b', 'c'),
      sell('2024-04-01', 40, { price: 25, account: 'c' }),
    ]
    const w = held(chain)
    expectParts(parts(w, 'c'), [40 * (25 - 20), 10 * (24 - 20)])
    expectParts(parts(w, 'b'), [40 * (20 - 16), 10 * (20 - 16) + 50 * (24 - 16)])
    expectParts(parts(w, 'a'), [40 * (16 - 10), 60 * (16 - 10)])
    expectParts(total(w), [40 * (25 - 10), 60 * (24 - 10)])
  })

  it.each(['fifo', 'average', 'lifo', 'hifo'] as const)('closes to 0 under %s', lotMethod => {
    const w = held(
      [
        buy('2024-01-02', 60, { price: 10, account: 'a' }),
        buy('2024-01-03', 40, { price: 14, account: 'a' }),
        buy('2024-01-10', 30, { price: 11, account: 'b' }),
        ...transfer('2024-02-01', 70, 'a', 'b'),
        sell('2024-03-01', 55, { price: 20, account: 'b' }),
        ...transfer('2024-03-04', 20, 'b', 'c'),
        sell('2024-04-01', 25, { price: 25, account: 'b' }),
        sell('2024-04-02', 20, { price: 25, account: 'c' }),
        sell('2024-04-03', 30, { price: 25, account: 'a' }),
      ],
      lotMethod,
    )
    for (const account of ['a', 'b', 'c']) expect(parts(w, account)?.[1]).toBeCloseTo(0, 9)
    expectParts(total(w), [55 * 20 + 75 * 25 - 60 * 10 - 40 * 14 - 30 * 11, 0])
  })

  it('is shared by a pool of average cost', () => {
    const w = held(
      [
        buy('2024-01-02', 100, { price: 10, account: 'a' }),
        buy('2024-01-02', 100, { price: 10, account: 'b' }),
        ...transfer('2024-02-01', 100, 'a', 'b'),
        sell('2024-04-01', 50, { price: 25, account: 'b' }),
      ],
      'average',
    )
    // A quarter of the pool is gone, and with it a quarter of the gain of 600.
    expectParts(parts(w, 'a'), [150, 450])
    expectParts(parts(w, 'b'), [1250 - 500 - 150, 150 * 24 - 1500 - 450])
  })

  it('stays with the lots through a return of capital', () => {
    const capital: Draft = {
      on: '2024-03-01',
      type: 'return_of_capital',
      instrument: 'X',
      account: 'b',
      amount: 200,
    }
    const w = held([...moved.slice(0, 3), capital])
    expectParts(parts(w, 'a'), [0, 600])
    expectParts(parts(w, 'b'), [0, 2400 - (1000 - 200) - 600])
    const sold = held([...moved.slice(0, 3), capital, sell('2024-05-01', 100, { price: 24, account: 'b' })])
    expectParts(parts(sold, 'a'), [600, 0])
    expectParts(parts(sold, 'b'), [2400 - 800 - 600, 0])
  })

  it('stays unrealized when the lots leave the ledger without a value', () => {
    const w = held([...moved.slice(0, 3), deliverOut('2024-03-01', 100, { account: 'b' })])
    expectParts(parts(w, 'a'), [0, 600])
    expectParts(parts(w, 'b'), [0, 2000 - 1600])
  })

  it('is realized by the sale of lots delivered from outside with their cost', () => {
    const lots = [{ day: 19_000, quantity: 100, cost: 700 }]
    const delivery = deliverIn('2024-02-01', 100, { amount: 1600, lots, account: 'b' })
    expectParts(parts(held([delivery]), 'b'), [0, 2400 - 700 - 900])
    const sold = held([delivery, sell('2024-04-01', 100, { price: 25, account: 'b' })])
    expectParts(parts(sold, 'b'), [2500 - 1600, 0])
  })

  it('does not change the break-even price', () => {
    const open = held([...moved.slice(0, 3), sell('2024-04-01', 50, { price: 25, account: 'b' })])
    const [row] = open.rows('open')
    // 50 sold at 25 paid for more than the cost of 10 a share: the rest may fall to -5.
    expect(row?.original.priceBreakEven).toBeCloseTo((1000 - 1250) / 50, 9)
  })

  it('has receipts that add up on both sides', () => {
    const w = held([
      ...moved.slice(0, 3),
      dividend('2024-03-05', { amount: 7, account: 'b' }),
      ...moved.slice(3),
    ])
    const result = w.runQuery()
    for (const { index, original } of w.rows('closed')) {
      const realized = positionReceipt(result, index, 'pnl_abs_realized', 'original')
      const unrealized = positionReceipt(result, index, 'pnl_abs_unrealized', 'original')
      expect(replayReceipt(realized)).toBeCloseTo(original.pnlAbs.realized ?? Number.NaN, 9)
      expect(replayReceipt(unrealized)).toBeCloseTo(0, 9)
      expect(original.pnlAbs.unrealized).toBeCloseTo(0, 9)
    }
  })
})

const OPTIONS = [{ id: 'X' }, { id: 'P', type: 'option', contractSize: 100 }] as const

/** Assigned puts: two sold at 2.50, assigned at 50 when the shares closed at 47. */
const assigned = (on: string, contracts: number): Draft[] => [
  { on, type: 'assignment', link: on, instrument: 'P', quantity: contracts, price: 0, amount: 0, net: 0 },
  { on, type: 'assignment', link: on, instrument: 'X', quantity: contracts * 100, price: 50 },
]

describe('the gain of an assigned option', () => {
  const history = (transactions: readonly Draft[]) =>
    world({
      asOf: '2024-06-30',
      currency: 'USD',
      accounts: [{ id: 'main', shortsAllowed: true }],
      instruments: OPTIONS,
      prices: {
        X: [
          ['2024-01-02', 48],
          ['2024-03-15', 47],
          ['2024-04-02', 55],
        ],
        P: [['2024-01-02', 2.5]],
      },
      transactions: [
        buy('2024-01-02', 100, { price: 40 }),
        sell('2024-01-02', 2, { instrument: 'P', price: 2.5 }),
        ...assigned('2024-03-15', 2),
        ...transactions,
      ],
    })

  it('leaves the shares with value - remaining cost - gains of the open lots', () => {
    const w = history([sell('2024-04-02', 200, { price: 55 })])
    // The option lost 300 per contract and kept 250: -50 each. One of the two is gone with 100 of the shares.
    expectParts(parts(w, 'P'), [-50, -50])
    expectParts(parts(w, 'X'), [100 * (55 - 40) + 100 * (55 - 47), 5500 - 4750 - -50])
    expectParts(total(w), [100 * (55 - 40) + 5500 - 4750, 5500 - 4750])
  })

  it('leaves nothing unrealized once the shares are sold', () => {
    const w = history([sell('2024-04-02', 300, { price: 55 })])
    expectParts(parts(w, 'P'), [-100, 0])
    expectParts(parts(w, 'X'), [100 * (55 - 40) + 200 * (55 - 47), 0])
    expectParts(total(w), [300 * 55 - 4000 - 9500, 0])
  })
})

describe('the gain of a spin-off from carried lots', () => {
  it('is divided as the cost is, and realized by each position in its part', () => {
    const spinOff = { on: '2024-03-01', type: 'spin_off', link: 'spin', account: 'b' } as const
    const w = world({
      asOf: '2024-05-31',
      accounts: [{ id: 'a' }, { id: 'b' }],
      instruments: [{ id: 'X' }, { id: 'Y' }],
      prices: { X: CLOSES, Y: [['2024-03-01', 8]] },
      transactions: [
        ...moved.slice(0, 3),
        { ...spinOff, instrument: 'X', quantity: 0 },
        { ...spinOff, instrument: 'Y', quantity: 50, basisShare: 0.2 },
        sell('2024-04-01', 50, { price: 9, account: 'b', instrument: 'Y' }),
      ],
    })
    // The child left with cost 200, gain 120 of account a, and a value of 400.
    expectParts(parts(w, 'Y'), [450 - 400, 0])
    expectParts(parts(w, 'a'), [120, 480])
    const [parent] = w.rows('open')
    expect(parent?.original.pnlAbs.realized).toBeCloseTo(400 - 200 - 120, 9)
    expect(parent?.original.pnlAbs.unrealized).toBeCloseTo(2400 - 800 - 480, 9)
    expectParts(total(w), [450 - 200, 2400 - 800])
  })
})

describe('a position that enters at its first rate', () => {
  it('realizes from its value then, as lots that were carried in', () => {
    const history = (...later: Draft[]) =>
      world({
        asOf: '2024-05-31',
        currency: 'EUR',
        instruments: [{ id: 'X', currency: 'USD' }],
        prices: { X: CLOSES },
        rates: { USD: [['2024-02-01', 0.5]] },
        transactions: [buy('2024-01-02', 100, { price: 10, net: 400, currency: 'EUR' }), ...later],
      }).runQuery({ filter: { instrumentTypes: ['equity'] } }).performance.pnl.abs
    const half = sell('2024-04-01', 50, { price: 25, net: 600, currency: 'EUR' })
    // Entered at 100 x 16 x 0.5 = 800 with a cost of 400.
    const sold = history(half)
    expect(sold.realized).toBeCloseTo(600 - 400, 9)
    expect(sold.unrealized).toBeCloseTo(50 * 24 * 0.5 - 200 - 200, 9)
    // A lot bought later brings no gain.
    const rest = sell('2024-05-02', 60, { price: 24, net: 720, currency: 'EUR' })
    const all = history(buy('2024-03-01', 10, { price: 20, net: 100, currency: 'EUR' }), half, rest)
    expect(all.realized).toBeCloseTo(600 - 400 + 720 - 400 - 100, 9)
    expect(all.unrealized).toBeCloseTo(0, 9)
    const second = sell('2024-05-02', 55, { price: 24, net: 660, currency: 'EUR' })
    const left = history(buy('2024-03-01', 10, { price: 20, net: 100, currency: 'EUR' }), half, second)
    expect(left.unrealized).toBeCloseTo(5 * 24 * 0.5 - 50, 9)
  })

  it('gives no gain to lots that are bought afterwards', () => {
    const w = world({
      asOf: '2024-05-31',
      currency: 'EUR',
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: { X: CLOSES },
      rates: { USD: [['2024-02-01', 0.5]] },
      transactions: [
        buy('2024-01-02', 100, { price: 10, net: 400, currency: 'EUR' }),
        buy('2024-03-01', 50, { price: 20, net: 500, currency: 'EUR' }),
        sell('2024-04-01', 100, { price: 24, net: 1200, currency: 'EUR' }),
        sell('2024-04-02', 20, { price: 26, net: 260, currency: 'EUR' }),
      ],
    })
    const { abs } = w.runQuery({ filter: { instrumentTypes: ['equity'] } }).performance.pnl
    // The first lot entered with a gain of 400.
    expect(abs.realized).toBeCloseTo(1200 - 400 - 400 + 260 - 200, 9)
  })
})

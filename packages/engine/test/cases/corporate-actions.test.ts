import { describe, expect, it } from 'vitest'
import { openLots } from '../matching.ts'
import { buy, type DatedValue, type Draft, deposit, sell, type World, world } from '../world.ts'

const STOCKS = [{ id: 'X' }, { id: 'Y' }]

function spinOff(on: string, quantity: number, extra: Partial<Draft> = {}): Draft[] {
  const common = { on, type: 'spin_off', link: 'spin' } as const
  return [
    { ...common, instrument: 'X', quantity: 0 },
    { ...common, instrument: 'Y', quantity, ...extra },
  ]
}

const merger = (on: string, old: number, fresh: number, extra: Partial<Draft> = {}): Draft[] => [
  { on, type: 'merger', link: 'merge', instrument: 'X', quantity: -old },
  { on, type: 'merger', link: 'merge', instrument: 'Y', quantity: fresh, ...extra },
]

const openCost = (w: World, instrument: string): number => {
  const row = w.rows('open').find(entry => entry.instrument === instrument)
  return (row?.original.priceOpen ?? 0) * (row?.quantity ?? 0)
}

describe('spin-offs', () => {
  it('allocate the cost as the broker states it (spinoff-pp-5830-att-wbd)', () => {
    const w = world({
      asOf: '2022-05-01',
      instruments: STOCKS,
      prices: {
        X: [
          ['2022-01-03', 21.2],
          ['2022-04-11', 17.9],
        ],
        Y: [['2022-04-11', 22.8]],
      },
      transactions: [
        buy('2022-01-03', 94, { price: 21.2, fees: 8.17 }),
        ...spinOff('2022-04-11', 22, { basisShare: 0.241917 / 1.241917 }),
      ],
    })
    expect(openCost(w, 'X')).toBeCloseTo(1604.62, 2)
    expect(openCost(w, 'X') / 94).toBeCloseTo(17.0704, 4)
    expect(openCost(w, 'Y')).toBeCloseTo(388.18, 2)
    expect(openCost(w, 'Y') / 22).toBeCloseTo(17.6445, 3)
    expect(w.runQuery().performance.pnl.abs.realized).toBeCloseTo(-8.17, 9)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(94 * 17.9 + 22 * 22.8 - 1992.8 - 8.17, 9)
  })

  it('allocate the cost by first-day values, keep lot dates and sell the fraction', () => {
    const w = world({
      asOf: '2022-05-01',
      instruments: STOCKS,
      prices: {
        X: [
          ['2022-01-03', 20],
          ['2022-04-11', 15],
        ],
        Y: [['2022-04-11', 20]],
      },
      transactions: [
        buy('2022-01-03', 50, { price: 20 }),
        buy('2022-02-03', 52, { price: 10 }),
        ...spinOff('2022-04-11', 25, { numerator: 1, denominator: 4, net: 10, currency: 'EUR' }),
      ],
    })
    // The child is 25.5 shares at 20, the parent 102 at 15: a quarter of the cost of 1520 moves.
    expect(openCost(w, 'X')).toBeCloseTo(1140, 9)
    const lots = openLots(w.snapshot, w.rows('open')[1]?.key ?? '', w.views().calculated.lotCost)
    expect(lots.map(([on]) => on)).toEqual(['2022-01-03', '2022-02-03'])
    expect(lots[0]?.[1]).toBeCloseTo(12, 9)
    expect(openCost(w, 'Y')).toBeCloseTo(380 - (250 * 0.5) / 12.5, 9)
    const child = w.rows('open')[1]
    expect(child?.original.pnlAbs.realized).toBeCloseTo(10 - 10, 9)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(102 * 15 + 25 * 20 + 10 - 1520, 9)
  })

  it.each([
    ['whole', [buy('2022-01-03', 10, { net: 100 })], 10, 90],
    ['half sold', [buy('2022-01-03', 10, { net: 100 }), sell('2022-02-03', 5, { net: 90 })], 5, 45],
    ['cheap', [buy('2022-01-03', 10, { net: 50 })], 5, 45],
  ] as const)(
    'allocate the remaining cost of the lots: %s (spinoff-cgt-calc-933)',
    (_, transactions, child, parent) => {
      for (const lotMethod of ['fifo', 'average', 'lifo', 'hifo'] as const) {
        const w = world({
          asOf: '2022-05-01',
          accounts: [{ id: 'main', lotMethod }],
          instruments: STOCKS,
          prices: { X: [['2022-01-03', 15]], Y: [['2022-04-11', 20]] },
          transactions: [...transactions, ...spinOff('2022-04-11', 1, { basisShare: 0.1 })],
        })
        expect(openCost(w, 'Y')).toBeCloseTo(child, 9)
        expect(openCost(w, 'X')).toBeCloseTo(parent, 9)
      }
    },
  )

  it('reduce the cost of later sales', () => {
    const w = world({
      asOf: '2022-06-01',
      instruments: STOCKS,
      prices: { X: [['2022-01-03', 20]], Y: [['2022-04-11', 20]] },
      transactions: [
        buy('2022-01-03', 10, { price: 10 }),
        ...spinOff('2022-04-11', 2, { basisShare: 0.2 }),
        sell('2022-05-02', 5, { price: 20 }),
      ],
    })
    expect(w.rows('open')[0]?.original.pnlAbs.realized).toBeCloseTo(100 - 40, 9)
  })

  it('report an issue if the other side is missing', () => {
    const w = world({
      asOf: '2022-05-01',
      instruments: STOCKS,
      transactions: spinOff('2022-04-11', 5).slice(1),
    })
    expect(w.snapshot.issues.map(issue => issue.reason)).toEqual(['spin_off without its other side'])
  })
})

describe('mergers', () => {
  it('into shares in another currency convert the cost of the old shares', () => {
    const w = world({
      asOf: '2022-06-01',
      currency: 'USD',
      instruments: [
        { id: 'X', currency: 'EUR' },
        { id: 'Y', currency: 'USD' },
      ],
      prices: { X: [['2022-01-03', 100]], Y: [['2022-01-03', 50]] },
      rates: {
        EUR: [
          ['2022-01-03', 1.2],
          ['2022-04-11', 1.1],
        ],
      },
      transactions: [buy('2022-01-03', 10, { price: 100 }), ...merger('2022-04-11', 10, 20)],
    })
    const { original, calculated } = w.row('open')
    expect(original.priceOpen).toBeCloseTo((10 * 100 * 1.2) / 20, 9)
    expect(calculated.priceOpen).toBe(original.priceOpen)
  })

  it('carry lots over and sell the fraction (merger-lots-carry-over)', () => {
    const w = world({
      asOf: '2021-01-01',
      currency: 'USD',
      instruments: STOCKS,
      prices: {
        X: [
          ['2020-03-02', 16],
          ['2020-09-01', 13],
        ],
        Y: [['2020-03-02', 60]],
      },
      transactions: [
        buy('2020-03-02', 28, { net: 448 }),
        ...merger('2020-09-01', 28, 6, { numerator: 22, denominator: 100, net: 9.6 }),
      ],
    })
    const row = w.row('open')
    expect(row.quantity).toBe(6)
    const lots = openLots(w.snapshot, row.key, w.views().calculated.lotCost)
    expect(lots).toHaveLength(1)
    expect(lots[0]?.[0]).toBe('2020-03-02')
    expect(lots[0]?.[2]).toBeCloseTo(436.363636, 6)
    // Sold at its value of the merger: the old shares realize what the fraction had lost until then.
    expect(row.original.pnlAbs.realized).toBeCloseTo(0, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(-2.036364, 6)
    expect(w.runQuery().performance.pnl.abs.realized).toBeCloseTo(-2.036364, 6)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(360 + 9.6 - 448, 9)
    expect(w.runQuery().performance.balance.cash).toBeCloseTo(9.6 - 448, 9)
  })

  it('sell part of the old shares for the cash part of the price', () => {
    const w = world({
      asOf: '2021-01-01',
      instruments: STOCKS,
      prices: { X: [['2020-03-02', 10]], Y: [['2020-03-02', 30]] },
      transactions: [buy('2020-03-02', 100, { price: 8 }), ...merger('2020-09-01', 100, 25, { net: 250 })],
    })
    // A quarter of 1000 is cash: a quarter of the cost of 800 is sold for 250.
    expect(openCost(w, 'Y')).toBeCloseTo(600, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(50, 9)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(200, 9)
  })

  describe('with cash into shares without a price', () => {
    const bought = buy('2020-03-02', 100, { price: 8 })
    const merged = (extra: Partial<Draft>, later: DatedValue[] = []) =>
      world({
        asOf: '2021-01-01',
        instruments: STOCKS,
        prices: { X: [['2020-03-02', 10]], Y: later },
        transactions: [deposit('2020-03-02', 800), bought, ...merger('2020-09-01', 100, 25, extra)],
      })

    it('carry the cost over, less the cash as a return of capital', () => {
      const w = merged({ net: 250 })
      const row = w.row('open')
      expect(row).toMatchObject({ instrument: 'Y', quantity: 25, flags: ['no_price'] })
      expect(openLots(w.snapshot, row.key, w.views().calculated.lotCost)[0]?.[2]).toBeCloseTo(550, 9)
      expect(w.row('closed').original.pnlAbs.realized).toBe(0)
      expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(200, 9)
      expect(w.runQuery().performance.balance.cash).toBeCloseTo(250, 9)
    })

    it('realize cash beyond the cost', () => {
      const w = merged({ net: 900 })
      expect(openCost(w, 'Y')).toBe(0)
      expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(100, 9)
    })

    it('enter at their first quote with the cost that was carried over', () => {
      const w = merged({ net: 250 }, [['2020-09-15', 30]])
      expect(openCost(w, 'Y')).toBeCloseTo(550, 9)
      expect(w.runQuery().performance.cashFlow.net).toBeCloseTo(800, 9)
      expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(200, 9)
    })

    it('sell a part at the value that the statement gives the new shares', () => {
      const w = merged({ net: 250, amount: 750 })
      expect(openCost(w, 'Y')).toBeCloseTo(600, 9)
      expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(50, 9)
      expect(w.row('open').original.value).toBeCloseTo(750, 9)
    })
  })

  it('are posted at the value of the old shares if these are not held and the new ones have no price', () => {
    const w = world({
      asOf: '2021-01-01',
      instruments: STOCKS,
      prices: { X: [['2020-03-02', 10]] },
      transactions: merger('2020-09-01', 6, 3),
    })
    const { cashFlow, pnl, balance } = w.runQuery().performance
    expect(cashFlow.withdrawals).toBeCloseTo(-60, 9)
    expect(pnl.abs.total).toBeCloseTo(0, 9)
    expect(balance.total).toBeCloseTo(-60, 9)
  })

  it('are posted at market value if the old shares are not held', () => {
    const w = world({
      asOf: '2021-01-01',
      instruments: STOCKS,
      prices: { X: [['2020-03-02', 10]], Y: [['2020-03-02', 30]] },
      transactions: [buy('2020-03-02', 10, { price: 8 }), ...merger('2020-09-01', 100, 25)],
    })
    expect(w.rows('open').map(row => [row.instrument, row.side, row.quantity])).toEqual([
      ['X', 'short', 90],
      ['Y', 'long', 25],
    ])
  })
})

describe('corporate actions beside trades of their day without a recorded order', () => {
  const prices = { X: [['2022-01-03', 80]], Y: [['2022-01-03', 20]] } satisfies Record<string, DatedValue[]>
  const traded = (transactions: Draft[]) =>
    world({ asOf: '2022-05-01', instruments: STOCKS, prices, transactions })

  it('spin off right after the purchase of the parent, before its sale', () => {
    const w = traded([
      buy('2022-04-11', 10, { price: 80 }),
      sell('2022-04-11', 10, { price: 80 }),
      ...spinOff('2022-04-11', 10),
    ])
    // A fifth of the cost of 800 goes to the child.
    expect(openCost(w, 'Y')).toBeCloseTo(160, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(800 - 640, 9)
  })

  it('merge first, so that old shares are bought again before they are sold', () => {
    const w = traded([
      buy('2022-01-03', 10, { price: 80 }),
      ...merger('2022-04-11', 10, 40),
      sell('2022-04-11', 4, { price: 81 }),
      buy('2022-04-11', 4, { price: 80 }),
    ])
    expect(w.rows('closed').map(row => [row.instrument, row.side])).toEqual([
      ['X', 'long'],
      ['X', 'long'],
    ])
    expect(openCost(w, 'Y')).toBeCloseTo(800, 9)
  })
})

describe('returns of capital', () => {
  const transactions: Draft[] = [
    buy('2024-01-02', 100, { net: 1000 }),
    { on: '2024-06-03', type: 'return_of_capital', instrument: 'X', amount: 150 },
    { on: '2024-09-02', type: 'return_of_capital', instrument: 'X', amount: 900 },
    sell('2024-12-02', 100, { net: 200 }),
  ]
  it.each(['fifo', 'average'] as const)(
    'reduce the cost to zero and realize the excess (return-of-capital), %s',
    lotMethod => {
      const w = world({
        asOf: '2024-12-31',
        currency: 'USD',
        accounts: [{ id: 'main', lotMethod }],
        prices: { X: [['2024-01-02', 10]] },
        transactions,
      })
      const held = (to: string) => (w.row('open', { to }).original.priceOpen ?? 0) * 100
      expect(held('2024-06-30')).toBeCloseTo(850, 9)
      expect(held('2024-09-30')).toBe(0)
      const realized = (from: string, to: string) => w.runQuery({ from, to }).performance.pnl.abs.realized
      expect(realized('2024-09-01', '2024-09-30')).toBeCloseTo(50, 9)
      expect(realized('2024-12-01', '2024-12-31')).toBeCloseTo(200, 9)
      const row = w.row('closed')
      expect(row.original.pnlAbs.total).toBeCloseTo(250, 9)
      expect(row.original.dividends + row.original.interest + row.original.otherIncome).toBe(0)
    },
  )

  it('realize the whole amount if they arrive after the close', () => {
    const w = world({
      asOf: '2024-12-31',
      transactions: [
        buy('2024-01-02', 10, { price: 10 }),
        sell('2024-02-02', 10, { price: 11 }),
        { on: '2024-03-01', type: 'return_of_capital', instrument: 'X', amount: 5 },
      ],
    })
    expect(w.row('closed').original.pnlAbs).toEqual({ total: 15, realized: 15, unrealized: 0 })
  })
})

describe('rights', () => {
  const allotted: Draft = { on: '2021-09-22', type: 'rights', instrument: 'R', quantity: 8 }
  const instruments = [{ id: 'X' }, { id: 'R' }]
  const prices = { X: [['2021-09-20', 6] as const], R: [['2021-09-22', 2.3] as const] }

  it('are allotted free of charge and carry into the new shares (rights-subscription)', () => {
    const w = world({
      asOf: '2021-12-31',
      instruments,
      prices,
      transactions: [
        allotted,
        { on: '2021-10-04', type: 'rights', link: 'r', instrument: 'R', quantity: -8 },
        {
          on: '2021-10-04',
          type: 'rights',
          link: 'r',
          instrument: 'X',
          quantity: 8,
          price: 3.58,
          fees: 4.97,
        },
      ],
    })
    const row = w.row('open')
    expect((row.original.priceOpen ?? 0) * 8).toBeCloseTo(28.64, 9)
    expect(((row.original.priceOpen ?? 0) * 8 + row.original.fees) / 8).toBeCloseTo(4.20125, 9)
    expect(w.runQuery().performance.balance.cash).toBeCloseTo(-33.61, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBe(0)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(48 - 33.61, 9)
  })

  it('yield proceeds without cost when sold', () => {
    const w = world({
      asOf: '2021-12-31',
      instruments,
      prices,
      transactions: [allotted, sell('2021-09-30', 8, { instrument: 'R', price: 2 })],
    })
    expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(16, 9)
  })
})

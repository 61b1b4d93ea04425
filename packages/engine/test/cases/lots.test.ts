import { describe, expect, it } from 'vitest'
import { type Account, type LotMethod, parseDay } from '../../src/index.ts'
import { openLots, takenPieces } from '../matching.ts'
import { buy, deliverIn, sell, world } from '../world.ts'

const account = (lotMethod: LotMethod, rest: Partial<Account> = {}) => [{ id: 'main', lotMethod, ...rest }]

describe('lots', () => {
  it('leave no cost behind when sold in pieces that do not round to cents', () => {
    for (const method of ['fifo', 'average'] as const) {
      const w = world({
        asOf: '2010-03-02',
        accounts: account(method),
        transactions: [
          buy('2010-01-01', 10, { net: 0.01 }),
          sell('2010-02-01', 3, { net: 0.01 }),
          sell('2010-03-01', 3, { net: 0.01 }),
          sell('2010-03-01', 4, { net: 0.01 }),
        ],
      })
      expect(w.rows('open')).toEqual([])
      expect(w.row('closed').quantity).toBe(0)
      const costs = w.views().calculated.costAfter
      expect(w.snapshot.events.after.some((after, event) => after === 0 && costs[event] === 0)).toBe(true)
    }
  })

  const arrivals = deliverIn('2015-10-04', 15, {
    amount: 1688.87,
    lots: [
      { day: parseDay('2015-10-02'), quantity: 5, cost: 555.55 },
      { day: parseDay('2015-10-01'), quantity: 4, cost: 400 },
      { day: parseDay('2015-10-03'), quantity: 6, cost: 733.32 },
    ],
  })
  const taken = (method: LotMethod, quantity: number) => {
    const w = world({
      asOf: '2015-10-06',
      accounts: account(method),
      transactions: [arrivals, sell('2015-10-05', quantity, { price: 100 })],
    })
    return (takenPieces(w.snapshot, w.views().original.lotCost)[0] ?? []).map(piece =>
      piece.map(number => Number(number.toFixed(6))),
    )
  }

  it('are taken by purchase date, regardless of entry order', () => {
    expect(taken('fifo', 2)).toEqual([[2, 100]])
    expect(taken('fifo', 4)).toEqual([[4, 100]])
    expect(taken('fifo', 7)).toEqual([
      [4, 100],
      [3, 111.11],
    ])
    expect(taken('fifo', 9)).toEqual([
      [4, 100],
      [5, 111.11],
    ])
    expect(taken('fifo', 12)).toEqual([
      [4, 100],
      [5, 111.11],
      [3, 122.22],
    ])
    expect(taken('fifo', 15)).toEqual([
      [4, 100],
      [5, 111.11],
      [6, 122.22],
    ])
  })

  it('are taken newest first under LIFO', () => {
    expect(taken('lifo', 6)).toEqual([[6, 122.22]])
    expect(taken('lifo', 7)).toEqual([
      [6, 122.22],
      [1, 111.11],
    ])
    expect(taken('lifo', 11)).toEqual([
      [6, 122.22],
      [5, 111.11],
    ])
    expect(taken('lifo', 12)).toEqual([
      [6, 122.22],
      [5, 111.11],
      [1, 100],
    ])
  })

  it('open a short position when exhausted, with an issue if the account allows none', () => {
    const w = world({ asOf: '2015-10-06', transactions: [arrivals, sell('2015-10-05', 16, { price: 100 })] })
    const short = w.row('open')
    expect(short).toMatchObject({ side: 'short', quantity: 1, flags: ['estimated', 'oversold'].toReversed() })
    const allowed = world({
      asOf: '2015-10-06',
      accounts: account('fifo', { shortsAllowed: true }),
      transactions: [arrivals, sell('2015-10-05', 16, { price: 100 })],
    })
    expect(allowed.row('open').flags).toEqual(['estimated'])
  })

  it('are taken as the broker specifies', () => {
    const w = world({
      asOf: '2020-02-01',
      transactions: [
        buy('2020-01-01', 10, { price: 100 }),
        buy('2020-01-02', 10, { price: 110 }),
        sell('2020-01-03', 12, { price: 120, takes: [{ transaction: 't0001', quantity: 8 }] }),
      ],
    })
    expect(takenPieces(w.snapshot, w.views().original.lotCost)[0]).toEqual([
      [8, 110],
      [4, 100],
    ])
  })

  it('pool their cost under the moving average', () => {
    const left = (lots: readonly (readonly [number, number])[], reduce: number) => {
      const w = world({
        asOf: '2020-03-01',
        accounts: account('average'),
        transactions: [
          ...lots.map(([quantity, price], index) => buy(`2020-01-0${index + 1}`, quantity, { price })),
          sell('2020-02-01', reduce, { price: 200 }),
        ],
      })
      const row = w.row('open')
      return [row.quantity, row.original.priceOpen]
    }
    expect(
      left(
        [
          [50, 100],
          [50, 101],
        ],
        49,
      ),
    ).toEqual([51, 100.5])
    expect(
      left(
        [
          [50, 100],
          [50, 101],
        ],
        51,
      ),
    ).toEqual([49, 100.5])
    expect(
      left(
        [
          [60, 100],
          [40, 110],
        ],
        20,
      ),
    ).toEqual([80, 104])
    expect(
      left(
        [
          [50, 100],
          [50, 101],
          [50, 102],
        ],
        49,
      ),
    ).toEqual([101, 101])
  })

  const fills = (rate: number, list: readonly (readonly [number, number])[]) => {
    const transactions = list.map(([quantity, price], index) => ({
      ...buy(`2020-01-0${index + 1}`, quantity, { price, fees: Math.abs(quantity) * price * rate }),
    }))
    const w = world({ asOf: '2020-01-31', accounts: account('average'), transactions })
    return (fill: number) => {
      const row = w.row('open', { to: `2020-01-0${fill}` })
      return [row.quantity, row.original.priceOpen ?? 0, row.original.pnlAbs.realized ?? 0]
    }
  }
  const near = (found: number[], wanted: number[], digits: number) =>
    found.forEach((value, index) => {
      expect(value).toBeCloseTo(wanted[index] ?? 0, digits)
    })

  it('average only the remaining units and charge commissions at once', () => {
    const after = fills(0.0001, [
      [12, 100],
      [17, 99],
      [-9, 101],
      [-4, 105],
      [3, 103],
    ])
    near(after(2), [29, 99.4137931034483, -0.2883], 7)
    near(after(3), [20, 99.4137931034483, 13.89666207], 7)
    near(after(4), [16, 99.4137931034483, 36.19948966], 7)
    near(after(5), [19, 99.9800362976407, 36.16858966], 7)
    const interleaved = fills(0.001, [
      [12, 10_000],
      [17, 9999],
      [-9, 10_001],
      [3, 10_003],
      [-4, 10_005],
    ])
    near(interleaved(2), [29, 9999.41379310345, -289.983], 6)
    near(interleaved(3), [20, 9999.41379310345, -365.71613793], 6)
    near(interleaved(4), [23, 9999.88155922039, -395.72513793], 6)
    near(interleaved(5), [19, 9999.88155922039, -415.27137481], 6)
  })

  it('with eight decimals net to zero, and the next purchase starts a new position', () => {
    const transactions = [
      buy('2020-01-25', 0.001301, { net: 10 }),
      buy('2020-01-25', 0.012824, { net: 100 }),
      sell('2020-11-21', 0.00636567, { net: 100 }),
      sell('2021-01-11', 0.00775933, { net: 195.62 }),
      buy('2021-02-16', 0.00478631, { net: 195.62 }),
      sell('2021-09-20', 0.00478631, { net: 175.1 }),
      buy('2022-06-13', 0.00180296, { net: 47.62 }),
    ]
    const entry = (method: LotMethod) => {
      const w = world({ asOf: '2022-07-01', accounts: account(method), transactions })
      return 100 - (w.row('open', { to: '2020-11-21' }).original.pnlAbs.realized ?? 0)
    }
    expect(entry('fifo')).toBeCloseTo(49.49, 2)
    expect(Math.abs(entry('average') - 49.57)).toBeLessThan(0.006)
    const w = world({ asOf: '2022-07-01', transactions })
    expect(w.rows('open', { to: '2021-01-11' })).toEqual([])
    const row = w.row('open')
    expect(row.quantity).toBe(0.00180296)
    expect((row.original.priceOpen ?? 0) * row.quantity).toBeCloseTo(47.62, 9)
    expect(w.rows('closed')).toHaveLength(2)
  })

  it('keep their purchase rate across a split', () => {
    const w = world({
      asOf: '2019-02-01',
      instruments: [{ id: 'X', currency: 'USD' }],
      rates: { USD: [['2018-01-01', 0.88]] },
      transactions: [
        buy('2018-10-23', 0.859, { net: 24.63, currency: 'EUR', amount: 28.27 }),
        buy('2018-11-22', 31, { net: 810.06, currency: 'EUR' }),
        buy('2018-11-23', 0.943, { net: 24.61, currency: 'EUR' }),
        sell('2018-11-28', 0.802, { net: 21.73, currency: 'EUR' }),
        buy('2019-01-02', 0.986, { net: 24.61, currency: 'EUR' }),
        buy('2019-01-23', 0.909, { net: 24.62, currency: 'EUR' }),
      ],
    })
    const { calculated, original } = w.views()
    expect(openLots(w.snapshot, 't0000', calculated.lotCost)[0]?.[1]).toBeCloseTo(0.057, 9)
    expect(openLots(w.snapshot, 't0000', calculated.lotCost)[0]?.[2]).toBeCloseTo(1.63, 2)
    expect(openLots(w.snapshot, 't0000', original.lotCost)[0]?.[2]).toBeCloseTo(1.88, 2)
    expect(w.row('open').quantity).toBeCloseTo(33.895, 9)
  })
})

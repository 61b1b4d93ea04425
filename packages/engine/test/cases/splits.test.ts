import { describe, expect, it } from 'vitest'
import { buy, type Draft, world } from '../world.ts'

const SPLIT = { day: 19_144, numerator: 2, denominator: 1 } // 2022-06-01

function heldWithSplit(posted: readonly Partial<Draft>[], quotes = true) {
  return world({
    asOf: '2022-12-31',
    instruments: [{ id: 'X', splits: [SPLIT] }],
    prices: {
      X: [['2022-01-03', 100], ...(quotes ? ([['2022-06-01', 50]] as const) : [])],
    },
    transactions: [
      buy('2022-01-03', 10, { price: 100 }),
      ...posted.map(
        (draft): Draft => ({
          on: '2022-06-01',
          type: 'split',
          instrument: 'X',
          numerator: 2,
          denominator: 1,
          ...draft,
        }),
      ),
    ],
  })
}

describe('a known split that a custodian posts too', () => {
  it.each(['2022-05-27', '2022-06-01', '2022-06-03', '2022-06-11'])('counts once if posted on %s', on => {
    const w = heldWithSplit([{ on }])
    for (const to of ['2022-05-31', '2022-06-01', '2022-06-02', '2022-12-31'])
      expect(w.runQuery({ to }).performance.balance.allocated).toBeCloseTo(1000, 9)
    expect(w.row('open').quantity).toBe(20)
    expect(w.snapshot.issues).toEqual([])
  })

  it('divides a price that is carried over it once', () => {
    const w = heldWithSplit([{ on: '2022-06-03', numerator: 20, denominator: 10 }], false)
    expect(w.row('open')).toMatchObject({ quantity: 20, original: { value: 1000, priceCurrent: 50 } })
  })

  it('is another split if posted with another ratio nearby, and reported', () => {
    const w = heldWithSplit([{ on: '2022-06-03', numerator: 3 }])
    expect(w.row('open').quantity).toBe(60)
    expect(w.snapshot.issues).toMatchObject([{ transaction: 't0001', flag: 'unclear_split' }])
  })

  it('counts with its own ratio if posted with another one on its day, which is reported', () => {
    const w = heldWithSplit([{ numerator: 3 }])
    expect(w.row('open').quantity).toBe(20)
    expect(w.snapshot.issues).toMatchObject([{ transaction: 't0001', flag: 'unclear_split' }])
  })

  it('is another split if posted weeks later, and reported within a month', () => {
    expect(heldWithSplit([{ on: '2022-06-20' }]).row('open').quantity).toBe(40)
    expect(heldWithSplit([{ on: '2022-06-20' }]).snapshot.issues).toMatchObject([{ flag: 'unclear_split' }])
    expect(heldWithSplit([{ on: '2022-09-01' }]).row('open').quantity).toBe(40)
    expect(heldWithSplit([{ on: '2022-09-01' }]).snapshot.issues).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { type Instrument, parseDay, positionReceipt, replayReceipt } from '../../src/index.ts'
import { buy, type Draft, sell, type World, world } from '../world.ts'

const coupons = { coupon: 0.05, perYear: 1, dayCount: '30E/360', maturity: parseDay('2030-09-15') } as const
const pool = {
  coupons: null,
  factors: [{ day: parseDay('2025-03-01'), factor: '0.8' }],
} as const

/** A bond in an account without tracked cash. */
function history(transactions: readonly Draft[], more: Partial<Instrument> = {}, asOf = '2025-12-31'): World {
  return world({
    asOf,
    accounts: [{ id: 'main', cash: 'none' }],
    instruments: [{ id: 'B', type: 'bond', contractSize: 0.01, coupons, ...more }],
    prices: { B: [['2024-12-15', 97]] },
    transactions: [buy('2024-12-15', 10_000, { instrument: 'B', price: 95 }), ...transactions],
  })
}

const paid = (on: string, type: 'coupon' | 'redemption', amount: number): Draft => ({
  on,
  type,
  instrument: 'B',
  amount,
})
const keyFigures = (w: World, to?: string) => {
  const { performance } = w.runQuery(to === undefined ? {} : { to })
  return {
    pnl: performance.pnl.abs,
    flows: performance.cashFlow,
    nav: performance.balance.total,
    twr: performance.pnl.rel.total,
    row: w.row('open', to === undefined ? {} : { to }).original,
  }
}

describe('a coupon without a transaction, in an account without tracked cash', () => {
  const w = history([])

  it('is paid on its day as interest that flows out', () => {
    const { pnl, flows, row } = keyFigures(w, '2025-09-15')
    expect(row.accrued).toBeCloseTo(0, 9)
    expect(row.interest).toBe(500)
    expect(flows.withdrawals).toBe(-500)
    expect(pnl.realized).toBe(500)
    expect(w.row('open').flags).not.toContain('overdue')
    expect(w.snapshot.claims).toEqual([])
  })

  it('leaves no gap in the P/L of the days around it', () => {
    const { dailyPnl } = w.runQuery({ from: '2025-09-01', to: '2025-09-30' }).performance
    for (const pnl of dailyPnl.pnl.total.slice(1)) expect(pnl).toBeCloseTo(500 / 360, 9)
  })

  it('gives the same figures as one posted on its day', () => {
    const posted = history([paid('2025-09-15', 'coupon', 500)])
    expect(keyFigures(w)).toEqual(keyFigures(posted))
  })

  it('is replaced by a posted coupon and is a claim until then', () => {
    const late = history([paid('2025-09-18', 'coupon', 500)])
    expect(late.row('open', { to: '2025-09-17' }).original.accrued).toBeCloseTo(500 + (500 * 2) / 360, 9)
    expect(late.runQuery().performance.cashFlow.withdrawals).toBe(-500)
    expect(late.runQuery().performance.pnl.abs.total).toBeCloseTo(w.runQuery().performance.pnl.abs.total, 9)
  })

  it('is a claim from its ex-day and belongs to the position sold in between', () => {
    const ex = history([sell('2025-09-10', 10_000, { instrument: 'B', price: 97 })], {
      coupons: { ...coupons, exCouponDays: 10 },
    })
    expect(ex.runQuery({ to: '2025-09-14' }).performance.balance.total).toBeCloseTo(500, 9)
    expect(ex.runQuery({ to: '2025-09-15' }).performance.balance.total).toBe(0)
    expect(ex.row('closed').original).toMatchObject({ interest: 500, pnlAbs: { total: 700 } })
  })

  it('names the bond terms as its source in the receipt', () => {
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'pnl_abs_realized', 'original')
    expect(receipt.cells.filter(({ value }) => value === 500).map(({ source }) => source)).toContainEqual({
      kind: 'terms',
      instrument: 'B',
    })
    expect(replayReceipt(receipt)).toBe(500)
  })

  it('is owed by the borrower', () => {
    const loan = world({
      asOf: '2025-12-31',
      accounts: [{ id: 'main', cash: 'none' }],
      instruments: [{ id: 'L', type: 'loan', coupons: { ...coupons, maturity: parseDay('2030-12-15') } }],
      transactions: [
        buy('2024-12-15', -60_000, { instrument: 'L', price: 1 }),
        // A third is repaid in the middle of the year and bears interest until then.
        buy('2025-06-15', 20_000, { instrument: 'L', price: 1 }),
      ],
    })
    const row = loan.row('open', { to: '2025-12-15' })
    expect(row.original.interest).toBeCloseTo(-2500, 9)
    expect(row.original.value).toBe(-40_000)
    expect(loan.runQuery({ to: '2025-12-15' }).performance.cashFlow.deposits).toBeCloseTo(22_500, 9)
  })

  it('is due with the final loan repayment for the days since the previous coupon', () => {
    const drawn = buy('2025-01-15', 60_000, { instrument: 'L', price: 1 })
    const repaid = buy('2025-07-15', -60_000, { instrument: 'L', price: 1 })
    const lent = (more: readonly Draft[] = []): World =>
      world({
        asOf: '2025-12-31',
        accounts: [{ id: 'main', cash: 'none' }],
        instruments: [{ id: 'L', type: 'loan', coupons: { ...coupons, maturity: parseDay('2030-12-15') } }],
        transactions: [drawn, repaid, ...more],
      })
    const row = lent().row('closed')
    expect(row.original.interest).toBeCloseTo(1500, 9)
    expect(row.original.pnlAbs.total).toBeCloseTo(1500, 9)
    expect(row.flags).toEqual([])
    // A posted coupon replaces it, whatever its amount.
    const posted: Draft = { on: '2025-07-17', type: 'interest', instrument: 'L', amount: 1480 }
    expect(lent([posted]).row('closed').original.interest).toBe(1480)
  })
})

describe('a repayment without a transaction, in an account without tracked cash', () => {
  it('gives the same figures as one posted on its day', () => {
    const w = history([], pool)
    const { row, flows } = keyFigures(w)
    expect(row.pnlAbs).toMatchObject({ realized: 100, unrealized: expect.closeTo(160, 9) })
    expect(flows.withdrawals).toBe(-2000)
    expect(keyFigures(w)).toEqual(keyFigures(history([paid('2025-03-01', 'redemption', 2000)], pool)))
  })

  it("applies to the previous close's holding, before a sale on the same day", () => {
    const sale = sell('2025-03-01', 5000, { instrument: 'B', price: 97 })
    const w = history([sale], pool)
    // A fifth of 9,500 was repaid with 2,000; half of the rest was sold for 5,000 x 0.8 x 0.97.
    expect(w.row('open').original.pnlAbs).toMatchObject({
      realized: 180,
      unrealized: expect.closeTo(80, 9),
    })
    expect(keyFigures(w)).toEqual(keyFigures(history([sale, paid('2025-03-01', 'redemption', 2000)], pool)))
  })
})

describe('the final repayment of a pool', () => {
  const gone = { coupons: null, factors: [{ day: parseDay('2025-03-01'), factor: '0' }] }
  const redeemed: Draft = {
    on: '2025-03-03',
    type: 'redemption',
    instrument: 'B',
    quantity: -10_000,
    amount: 10_000,
  }

  it('leaves no claim if it is redeemed with its quantity', () => {
    const w = world({
      asOf: '2025-12-31',
      instruments: [{ id: 'B', type: 'bond', contractSize: 0.01, ...gone }],
      prices: { B: [['2024-12-15', 97]] },
      transactions: [buy('2024-12-15', 10_000, { instrument: 'B', price: 95 }), redeemed],
    })
    expect(w.runQuery({ to: '2025-03-02' }).performance.balance.total).toBe(500)
    expect(w.runQuery().performance.balance.total).toBe(500)
    expect(w.row('closed').flags).toEqual([])
    expect(w.row('closed').original.pnlAbs.total).toBe(500)
  })

  it('is not paid twice in an account without tracked cash', () => {
    const w = history([redeemed], gone)
    expect(w.runQuery().performance.cashFlow.withdrawals).toBe(-10_000)
    expect(w.row('closed').original.pnlAbs.total).toBe(500)
  })
})

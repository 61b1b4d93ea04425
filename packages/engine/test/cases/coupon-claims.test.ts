import { describe, expect, it } from 'vitest'
import { parseDay, toIsoDate } from '../../src/index.ts'
import { buy, type Draft, deposit, transfer, type World, world } from '../world.ts'

const terms = { coupon: 0.05, perYear: 1, dayCount: '30E/360', maturity: parseDay('2030-09-15') } as const

/** 10,000 nominal at 5 %, bought in account a; a coupon of 500 is due on 15 September. */
function held(transactions: readonly Draft[], extra: Partial<typeof terms> & { exCouponDays?: number } = {}) {
  return world({
    asOf: '2025-12-31',
    instruments: [{ id: 'B', type: 'bond', contractSize: 0.01, coupons: { ...terms, ...extra } }],
    prices: { B: [['2024-12-15', 97]] },
    transactions: [
      deposit('2024-12-15', 9825, { account: 'a' }),
      buy('2024-12-15', 10_000, { account: 'a', instrument: 'B', price: 97, accrued: 125 }),
      ...transactions,
    ],
  })
}

const move = (on: string, quantity = 10_000): Draft[] => transfer(on, quantity, 'a', 'b', { instrument: 'B' })
const paid = (on: string, account: string, amount = 500): Draft => ({
  on,
  type: 'coupon',
  account,
  instrument: 'B',
  amount,
})

/** Every day from the beginning to the end of September earns one day of interest, and nothing else. */
function expectSteadyInterest(w: World, accounts?: string[]): void {
  const filter = accounts === undefined ? {} : { filter: { accounts } }
  const { dailyPnl } = w.runQuery({ from: '2025-09-01', to: '2025-09-30', ...filter }).performance
  dailyPnl.pnl.total.forEach((pnl, place) => {
    const on = toIsoDate(parseDay('2025-09-01') - 1 + place)
    expect(pnl, on).toBeCloseTo(place === 0 ? 0 : 500 / 360, 9)
  })
}

describe('the coupon of a bond that moves to another account', () => {
  it.each([
    ['on the coupon date, paid there', '2025-09-15', '2025-09-18', 'b'],
    ['the day after, paid there', '2025-09-16', '2025-09-18', 'b'],
    ['on the day of the payment', '2025-09-18', '2025-09-18', 'b'],
    ['before the coupon date, paid where it was', '2025-09-12', '2025-09-18', 'a'],
    ['before the coupon date, paid there', '2025-09-12', '2025-09-15', 'b'],
    ['on the coupon date, paid where it was', '2025-09-15', '2025-09-18', 'a'],
  ])('counts once on every day: %s', (_, moved, on, account) => {
    const w = held([...move(moved), paid(on, account)])
    expectSteadyInterest(w)
    expect(w.runQuery().performance.cashFlow.net).toBe(9825)
    expect(w.snapshot.claims.every(({ to }) => to < parseDay('2025-09-18'))).toBe(true)
  })

  it('is income of the account that held at the coupon date, and money of the other', () => {
    const w = held([...move('2025-09-15'), paid('2025-09-18', 'b')])
    const of = (account: string) => w.runQuery({ filter: { accounts: [account] } }).performance
    // Nine months of interest are earned before the move: the claim of 500 does not stay in a.
    expect(of('a').pnl.abs.total).toBeCloseTo(375, 9)
    expect(of('b').pnl.abs.total).toBeCloseTo((500 * 105) / 360, 9)
    expect(of('b').cashFlow.deposits).toBeCloseTo(9700 + 500, 9)
    expect(of('b').balance.cash).toBe(500)
    expect(w.row('closed').original.interest).toBe(375)
  })

  it('is shared out if one payment covers what both accounts held', () => {
    const more = buy('2025-01-15', 5_000, { account: 'b', instrument: 'B', price: 97, accrued: 83.333333 })
    const w = held([
      deposit('2025-01-15', 5_000, { account: 'b' }),
      more,
      ...move('2025-09-15'),
      paid('2025-09-18', 'b', 750),
    ])
    expect(w.snapshot.claims.filter(({ to }) => to >= parseDay('2025-09-18'))).toEqual([])
    expect(w.row('closed').original.interest).toBeCloseTo(375, 9)
    expect(w.row('open').original.interest).toBeCloseTo(250 - 83.333333, 9)
  })

  it('stays a claim of the account that held, flagged after ten days, if it is not paid', () => {
    const w = held(move('2025-09-15'))
    expect(
      w.runQuery({ to: '2025-09-20', filter: { accounts: ['a'] } }).performance.balance.total,
    ).toBeCloseTo(500, 9)
    expect(w.row('closed', { to: '2025-09-26' }).flags).toContain('overdue')
  })
})

describe('a coupon that is paid in parts', () => {
  it('leaves the rest as a claim until it is paid', () => {
    const w = held([paid('2025-09-17', 'a', 200), paid('2025-09-22', 'a', 300)])
    expectSteadyInterest(w)
    const accrued = (to: string) => w.row('open', { to }).original.accrued
    expect(accrued('2025-09-16')).toBeCloseTo(500 + 500 / 360, 9)
    expect(accrued('2025-09-17')).toBeCloseTo(300 + 1000 / 360, 9)
    expect(accrued('2025-09-22')).toBeCloseTo(3500 / 360, 9)
    expect(w.row('open').flags).not.toContain('overdue')
  })

  it('flags the rest after ten days', () => {
    const w = held([paid('2025-09-17', 'a', 200)])
    expect(w.row('open', { to: '2025-09-25' }).flags).not.toContain('overdue')
    expect(w.row('open', { to: '2025-09-26' }).flags).toContain('overdue')
    expect(w.snapshot.claims.map(({ amount, to }) => [amount, toIsoDate(to)])).toEqual([
      [200, '2025-09-16'],
      [300, '2025-12-31'],
    ])
  })

  it('is settled by a part paid before its date', () => {
    expectSteadyInterest(held([paid('2025-09-10', 'a', 200), paid('2025-09-18', 'a', 300)]))
  })

  it('is due again if the payment is taken back', () => {
    expectSteadyInterest(
      held([paid('2025-09-16', 'a'), paid('2025-09-18', 'a', -500), paid('2025-09-22', 'a')]),
    )
  })

  it('counts a difference of up to 2 % as paid', () => {
    const w = held([paid('2025-09-17', 'a', 491)])
    expect(w.snapshot.claims).toMatchObject([{ amount: 500, to: parseDay('2025-09-16') }])
  })

  it('settles the oldest open coupons with what one payment leaves over', () => {
    const w = held([paid('2025-09-17', 'a', 500)], { perYear: 2 } as object)
    expect(w.snapshot.claims.map(({ amount, to }) => [amount, toIsoDate(to)])).toEqual([
      [250, '2025-09-16'],
      [250, '2025-09-16'],
    ])
  })
})

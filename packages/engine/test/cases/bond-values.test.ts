import { describe, expect, it } from 'vitest'
import { type Instrument, interestPeriods, parseDay, toIsoDate } from '../../src/index.ts'
import { takenPieces } from '../matching.ts'
import { buy, type Draft, deliverIn, deposit, sell, type World, world } from '../world.ts'

const terms = {
  coupon: 0.05,
  perYear: 1,
  dayCount: '30E/360',
  maturity: parseDay('2025-09-15'),
} as const
const bond = { id: 'B', type: 'bond', contractSize: 0.01, coupons: terms } as const

const coupon = (on: string, amount: number, extra: Partial<Draft> = {}): Draft => ({
  instrument: 'B',
  ...extra,
  on,
  type: 'coupon',
  amount,
})
const redemption = (on: string, quantity: number): Draft =>
  buy(on, -quantity, { instrument: 'B', price: 100 })

function history(transactions: readonly Draft[], more: Partial<Instrument> = {}, asOf = '2025-12-31'): World {
  return world({
    asOf,
    instruments: [{ ...bond, ...more }],
    prices: { B: [['2024-12-15', 97]] },
    transactions: [deposit('2024-12-15', 9825), ...transactions],
  })
}
const bought = buy('2024-12-15', 10_000, { instrument: 'B', price: 97, accrued: 125 })
const worth = (w: World, to: string) => w.runQuery({ to }).performance.balance.total

describe('the value of a bond', () => {
  const whole = [bought, coupon('2025-09-15', 500), redemption('2025-09-15', 10_000)]

  it('is the clean price plus the interest since the last coupon (bond-life-cycle)', () => {
    const w = history(whole)
    expect(worth(w, '2024-12-15')).toBeCloseTo(9825, 9)
    expect(w.runQuery({ to: '2024-12-15' }).performance.pnl.abs.total).toBeCloseTo(0, 9)
    const row = w.row('open', { to: '2025-03-15' }).original
    expect(row.value).toBeCloseTo(9700 + 250, 9)
    expect(row.accrued).toBeCloseTo(250, 9)
    expect(row.priceCurrent).toBe(97)
    expect(row.priceOpen).toBe(97)
    expect(row.pnlAbs.total).toBeCloseTo(125, 9)
    expect(row.pnlAbs.unrealized).toBeCloseTo(250, 9)
    expect(row.interest).toBe(-125)
    // A sale at 95.75 would break even: 9,575 + 250 accrued = 9,825.
    expect(row.priceBreakEven).toBeCloseTo(95.75, 9)
    const end = w.row('closed').original
    expect(end.pnlAbs).toEqual({ total: 675, realized: 675, unrealized: 0 })
    expect(end.interest).toBe(375)
    expect(worth(w, '2025-12-31')).toBeCloseTo(10_500, 9)
  })

  it('includes a due coupon until it is posted, early or late', () => {
    for (const on of ['2025-09-10', '2025-09-15', '2025-09-18']) {
      const w = history([bought, coupon(on, 500)], {
        coupons: { ...terms, maturity: parseDay('2030-09-15') },
      })
      const from = parseDay('2025-09-01')
      const daily = w.runQuery({ from: '2025-09-01', to: '2025-09-30' }).performance.dailyPnl.pnl.total
      daily.forEach((pnl, index) => {
        const day = toIsoDate(from - 1 + index)
        // 30E/360 accrues nothing on the 31st and one day on every other day.
        expect(pnl, `${on} on ${day}`).toBeCloseTo(index === 0 ? 0 : (10_000 * 0.05) / 360, 9)
      })
      expect(w.row('open', { to: '2025-09-16' }).original.accrued).toBeCloseTo(
        on === '2025-09-18' ? 501.388889 : 1.388889,
        6,
      )
    }
  })

  it('keeps an overdue coupon and flags it', () => {
    const w = history([bought], { coupons: { ...terms, maturity: parseDay('2030-09-15') } })
    expect(w.row('open', { to: '2025-09-25' }).flags).not.toContain('overdue')
    expect(w.row('open', { to: '2025-09-26' }).flags).toContain('overdue')
    expect(w.snapshot.claims).toMatchObject([{ kind: 'interest', amount: 500, due: parseDay('2025-09-15') }])
    const late = history([bought, coupon('2025-11-20', 500)], {
      coupons: { ...terms, maturity: parseDay('2030-09-15') },
    })
    expect(late.row('open').flags).not.toContain('overdue')
    expect(worth(late, '2025-11-19')).toBeCloseTo(worth(late, '2025-11-20') - 500 / 360, 9)
  })

  it('settles the oldest unpaid coupon with a late transaction', () => {
    const coupons = { ...terms, perYear: 2, maturity: parseDay('2030-09-15') }
    const w = history([bought, coupon('2025-09-15', 250), coupon('2025-09-30', 250)], { coupons })
    expect(w.row('open', { to: '2025-09-29' }).flags).toContain('overdue')
    expect(w.row('open').flags).not.toContain('overdue')
    expect(worth(w, '2025-09-29')).toBeCloseTo(worth(w, '2025-09-30') - 500 / 360, 9)
    expect(w.snapshot.claims.map(({ from, to }) => [toIsoDate(from), toIsoDate(to)])).toEqual([
      ['2025-03-15', '2025-09-29'],
    ])
  })

  it('is the nominal from maturity until the redemption is posted', () => {
    const w = history([bought])
    const row = w.row('open')
    expect(row.flags).toContain('provisional')
    expect(row.flags).toContain('overdue')
    expect(row.original.value).toBeCloseTo(10_500, 9)
    expect(row.original.priceCurrent).toBe(100)
    const posted = history([bought, coupon('2025-09-17', 500), redemption('2025-09-17', 10_000)])
    expect(worth(posted, '2025-09-16')).toBeCloseTo(10_500, 9)
    expect(posted.runQuery({ from: '2025-09-16' }).performance.pnl.abs.total).toBeCloseTo(0, 9)
  })

  it('follows the quote again if one arrives after maturity', () => {
    const w = world({
      asOf: '2025-12-31',
      instruments: [bond],
      prices: {
        B: [
          ['2024-12-15', 97],
          ['2025-10-01', 20],
        ],
      },
      transactions: [deposit('2024-12-15', 9825), bought, coupon('2025-09-15', 500)],
    })
    expect(worth(w, '2025-09-30') - 500).toBeCloseTo(10_000, 9)
    expect(worth(w, '2025-10-01') - 500).toBeCloseTo(2000, 9)
  })

  it('leaves the coupon with the seller in the ex-coupon window', () => {
    const coupons = { ...terms, maturity: parseDay('2030-09-15'), exCouponDays: 10 }
    const transactions = [
      bought,
      sell('2025-09-08', 10_000, { instrument: 'B', price: 97, accrued: -(10_000 * 0.05 * 7) / 360 }),
      coupon('2025-09-15', 500),
    ]
    const w = history(transactions, { coupons })
    const row = w.rows('closed', { to: '2025-09-08' })[0]
    expect(row?.original.value).toBeCloseTo(500, 9)
    expect(row?.original.accrued).toBeCloseTo(500, 9)
    const daily = w.runQuery({ from: '2025-09-01', to: '2025-09-30' }).performance.dailyPnl.pnl.total
    daily.forEach((pnl, index) => {
      expect(pnl).toBeCloseTo(index === 0 || index > 8 ? 0 : 500 / 360, 9)
    })
    // A period that starts between the sale and the coupon opens with the claim.
    const after = w.runQuery({ from: '2025-09-11', to: '2025-09-12' }).performance
    expect(after.openingBalance).toBeCloseTo(w.runQuery({ to: '2025-09-12' }).performance.balance.total, 9)
    expect(w.row('closed', { from: '2025-09-11', to: '2025-09-12' }).original.value).toBeCloseTo(500, 9)
    // A coupon without an ex-day belongs to the position entitled to it, not to the one that is open now.
    const again = history([...transactions, buy('2025-09-09', 5000, { instrument: 'B', price: 97 })], {
      coupons,
    })
    expect(again.row('closed').original.interest).toBeCloseTo(500 - 125 - 9.722222, 6)
    expect(again.row('open').original.interest).toBe(0)
  })

  it('adds no interest to quotes that include it', () => {
    const w = history([bought], {
      coupons: { ...terms, maturity: parseDay('2030-09-15') },
      quotesIncludeInterest: true,
    })
    expect(w.row('open', { to: '2025-03-15' }).original).toMatchObject({ value: 9700, accrued: 0 })
  })

  it('is the price without coupons, and the nominal at maturity', () => {
    const w = history([buy('2024-12-15', 10_000, { instrument: 'B', price: 97 })], {
      coupons: null,
      contractExpiration: parseDay('2025-09-15'),
    })
    expect(worth(w, '2025-09-14')).toBeCloseTo(9825, 9)
    expect(worth(w, '2025-09-15')).toBeCloseTo(125 + 10_000, 9)
    expect(w.row('open').flags).toContain('provisional')
  })
})

describe('pool factors', () => {
  const factors = [
    { day: parseDay('2025-01-01'), factor: '0.8' },
    { day: parseDay('2025-04-01'), factor: '0.6' },
  ]
  const pool = { coupons: null, factors }
  const paidBack = (on: string, amount: number): Draft => ({
    on,
    type: 'redemption',
    instrument: 'B',
    amount,
  })

  it('scale the value, trades and repayments', () => {
    const w = history(
      [
        buy('2024-12-15', 10_000, { instrument: 'B', price: 95 }),
        paidBack('2025-01-01', 2000),
        buy('2025-02-01', 5000, { instrument: 'B', price: 97 }),
        paidBack('2025-04-03', 3000),
      ],
      pool,
    )
    expect(w.row('open', { to: '2025-01-15' }).original.value).toBeCloseTo(0.8 * 9700, 9)
    expect(w.row('open', { to: '2025-01-15' }).original.priceCurrent).toBe(97)
    // The repaid 2,000 of 10,000 had cost 95: 100 is realized and 7,600 of the cost remains.
    expect(w.row('open', { to: '2025-01-15' }).original.pnlAbs.realized).toBeCloseTo(100, 9)
    expect(w.row('open', { to: '2025-01-15' }).original.priceOpen).toBeCloseTo(95, 9)
    expect(w.runQuery({ from: '2025-02-01', to: '2025-02-01' }).performance.pnl.abs.total).toBeCloseTo(0, 9)
    // Between the factor change and the payment, 3,000 is owed.
    const [before, after] = [worth(w, '2025-03-31'), worth(w, '2025-04-01')]
    expect(after - before).toBeCloseTo(3000 * 0.03, 9)
    expect(worth(w, '2025-04-03')).toBeCloseTo(after, 9)
    expect(w.row('open').original.priceOpen).toBeCloseTo(((7600 + 3880) / 12_000) * 100, 9)
  })

  it('add repayments to the proceeds and their cost to the cost', () => {
    const w = history(
      [
        buy('2024-12-15', 10_000, { instrument: 'B', price: 95 }),
        paidBack('2025-01-01', 2000),
        sell('2025-03-01', 10_000, { instrument: 'B', price: 97 }),
      ],
      pool,
    )
    const { cost, priceOpen, proceeds, pnlAbs } = w.row('closed').original
    expect(cost).toBeCloseTo(9500, 9)
    expect(proceeds).toBeCloseTo(2000 + 0.8 * 9700, 9)
    expect(pnlAbs.realized).toBeCloseTo(260, 9)
    // A later factor change does not affect units that are already sold.
    expect(priceOpen).toBeCloseTo(95, 9)
  })

  it('leave no price per unit if the pool is repaid in full before redemption', () => {
    const w = history([buy('2025-03-01', 10_000, { instrument: 'B', price: 95 })], {
      coupons: null,
      factors: [{ day: parseDay('2025-03-01'), factor: '0' }],
    })
    const { priceOpen, priceBreakEven } = w.row('open').original
    expect([priceOpen, priceBreakEven]).toEqual([null, null])
  })

  it('rank HIFO lots by price per outstanding nominal, however a lot was acquired', () => {
    const w = world({
      asOf: '2025-03-31',
      accounts: [{ id: 'main', lotMethod: 'hifo' }],
      instruments: [{ ...bond, ...pool }],
      prices: { B: [['2024-12-15', 97]] },
      transactions: [
        buy('2024-12-15', 10_000, { instrument: 'B', price: 95 }),
        paidBack('2025-01-01', 2000),
        deliverIn('2025-02-01', 1000, { instrument: 'B' }),
        deliverIn('2025-02-02', 2000, { instrument: 'B', amount: 1536 }),
        deliverIn('2025-02-03', 3000, {
          instrument: 'B',
          lots: [{ day: parseDay('2025-01-02'), quantity: 3000, cost: 2352 }],
        }),
        sell('2025-03-01', 6000, { instrument: 'B', price: 97 }),
      ],
    })
    // At 98, 97 and 96 per outstanding nominal; then the lot at 95, of which 76 per 100 of nominal remain.
    const taken = takenPieces(w.snapshot, w.views().original.lotCost).at(-1)
    expect(taken?.map(([units]) => units)).toEqual([3000, 1000, 2000])
    const left = w.row('open').original
    expect(left.priceOpen).toBeCloseTo(95, 9)
  })
})

describe('the coupon schedule', () => {
  const days = (periods: ReturnType<typeof interestPeriods>) =>
    periods.map(({ from, to, exDay }) => [toIsoDate(from), toIsoDate(to), toIsoDate(exDay)].join(' '))

  it('counts back from maturity, with short and long periods at both ends', () => {
    const half = {
      coupon: 0.06,
      perYear: 2,
      dayCount: 'ACT/ACT ICMA',
      maturity: parseDay('2026-07-15'),
    } as const
    const all = [parseDay('2024-01-01'), parseDay('2027-01-01')] as const
    const short = { ...half, issued: parseDay('2024-10-15') }
    expect(days(interestPeriods(short, ...all))).toEqual([
      '2024-10-15 2025-01-15 2025-01-15',
      '2025-01-15 2025-07-15 2025-07-15',
      '2025-07-15 2026-01-15 2026-01-15',
      '2026-01-15 2026-07-15 2026-07-15',
    ])
    expect(interestPeriods(short, ...all).map(({ amount }) => amount)).toEqual([
      expect.closeTo(0.03 * (92 / 184), 12),
      0.03,
      0.03,
      0.03,
    ])
    const long = { ...half, issued: parseDay('2024-10-15'), firstCoupon: parseDay('2025-07-15') }
    const [first] = interestPeriods(long, ...all)
    expect(days(interestPeriods(long, ...all))[0]).toBe('2024-10-15 2025-07-15 2025-07-15')
    expect(first?.amount).toBeCloseTo(0.03 * (1 + 92 / 184), 12)
    const end = { ...half, maturity: parseDay('2026-09-30'), lastCoupon: parseDay('2026-07-15') }
    const last = interestPeriods(end, ...all).at(-1)
    expect(last && days([last])).toEqual(['2026-07-15 2026-09-30 2026-09-30'])
    expect(last?.amount).toBeCloseTo(0.03 * (77 / 184), 12)
  })

  it('follows the end-of-month rule and counts ex-coupon days in weekdays if the terms say so', () => {
    const terms = {
      coupon: 0.08,
      perYear: 2,
      dayCount: 'ACT/ACT ICMA',
      maturity: parseDay('2021-06-30'),
      endOfMonth: true,
    } as const
    expect(days(interestPeriods(terms, parseDay('2020-06-30'), parseDay('2021-06-29')))).toEqual([
      '2020-06-30 2020-12-31 2020-12-31',
      '2020-12-31 2021-06-30 2021-06-30',
    ])
    const gilt = { ...terms, maturity: parseDay('2021-06-07'), exCouponWeekdays: 6 }
    const [period] = interestPeriods(gilt, parseDay('2013-05-29'), parseDay('2013-05-29'))
    expect(period && days([period])).toEqual(['2012-12-07 2013-06-07 2013-05-30'])
  })

  it('follows step coupons and pays everything at maturity without a coupon frequency', () => {
    const floating = {
      coupon: 0.02,
      perYear: 4,
      dayCount: 'ACT/360',
      maturity: parseDay('2025-12-31'),
      steps: [{ from: parseDay('2025-06-30'), coupon: 0.03 }],
      endOfMonth: true,
    } as const
    const amounts = interestPeriods(floating, parseDay('2025-03-31'), parseDay('2025-12-30')).map(
      p => p.amount,
    )
    const wanted = [(0.02 * 91) / 360, (0.03 * 92) / 360, (0.03 * 92) / 360]
    expect(amounts).toEqual(wanted.map(amount => expect.closeTo(amount, 12)))
    const note = {
      coupon: 0.04,
      perYear: 0,
      dayCount: 'ACT/365',
      issued: parseDay('2024-01-01'),
      maturity: parseDay('2025-12-31'),
    } as const
    expect(interestPeriods(note, parseDay('2024-06-01'), parseDay('2024-06-01'))).toMatchObject([
      { amount: 0.08 },
    ])
  })
})

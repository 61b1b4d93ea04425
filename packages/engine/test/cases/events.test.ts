import { describe, expect, it } from 'vitest'
import {
  type CalendarFact,
  dayOf,
  type EventsQuery,
  eventsOf,
  isoOf,
  type PortfolioEvent,
  projectedCash,
} from '../../src/index.ts'
import { buy, deposit, dividend, sell, type World, world } from '../world.ts'

const w: World = world({
  asOf: '2025-06-30',
  accounts: [{ id: 'main' }, { id: 'other' }],
  instruments: [
    { id: 'X' },
    { id: 'P', currency: 'GBX' },
    {
      id: 'B',
      type: 'bond',
      contractSize: 0.01,
      coupons: {
        coupon: 0.04,
        perYear: 2,
        dayCount: '30E/360',
        maturity: dayOf('2026-03-15'),
        exCouponDays: 5,
      },
    },
    { id: 'O', type: 'option', contractSize: 100, contractExpiration: dayOf('2025-09-19') },
    { id: 'F', type: 'future', contractSize: 50, contractExpiration: dayOf('2025-12-19') },
    { id: 'W', type: 'fx_forward', baseCurrency: 'USD', contractExpiration: dayOf('2025-10-15') },
    {
      id: 'L',
      type: 'loan',
      repayment: 'linear',
      coupons: {
        coupon: 0.02,
        perYear: 4,
        dayCount: '30E/360',
        maturity: dayOf('2025-12-31'),
        endOfMonth: true,
      },
    },
    { id: 'E', type: 'private_equity', commitment: 500_000 },
  ],
  rates: { USD: [['2024-01-01', 0.9]], GBP: [['2024-01-01', 1.2]] },
  prices: { X: [['2024-01-01', 50]] },
  postings: [
    deposit('2024-01-01', 1_000_000),
    buy('2024-01-02', 100, { price: 50 }),
    buy('2024-01-02', 40, { price: 50, account: 'other' }),
    buy('2024-01-02', 200, { price: 300, instrument: 'P' }),
    buy('2025-01-02', 20_000, { price: 98, instrument: 'B' }),
    sell('2025-06-30', 5000, { price: 98, instrument: 'B' }),
    sell('2025-01-02', 2, { price: 3, instrument: 'O' }),
    buy('2025-01-02', 1, { price: 2000, instrument: 'F' }),
    sell('2025-01-02', 10_000, { price: 0.95, instrument: 'W' }),
    sell('2025-01-02', 30_000, { price: 1, instrument: 'L' }),
    { on: '2025-01-02', type: 'capital_call', instrument: 'E', amount: 1000 },
    dividend('2024-05-10', { amount: 90 }),
    dividend('2024-08-10', { amount: 120 }),
    dividend('2024-08-11', { amount: 48, account: 'other' }),
    dividend('2025-05-10', { amount: 150 }),
  ],
})
const facts: CalendarFact[] = [
  { instrument: 'X', type: 'earnings', day: dayOf('2025-07-24'), isEstimated: true },
  { instrument: 'X', type: 'ex_dividend', day: dayOf('2026-05-04'), amount: 1.6 },
  { instrument: 'X', type: 'dividend', day: dayOf('2026-05-12'), exDay: dayOf('2026-05-04'), amount: 1.6 },
  { instrument: 'P', type: 'dividend', day: dayOf('2025-11-01'), amount: 30, isEstimated: true },
  { instrument: 'B', type: 'coupon', day: dayOf('2025-09-15'), amount: 0.02 },
  { instrument: 'E', type: 'capital_call', day: dayOf('2025-10-01'), amount: -25_000, per: 'position' },
]
const runQuery = (more: Partial<EventsQuery> = {}): PortfolioEvent[] =>
  eventsOf(w.snapshot, {
    range: { from: dayOf('2025-07-01'), to: dayOf('2026-06-30') },
    mask: null,
    facts,
    ...more,
  })
const lines = (events: readonly PortfolioEvent[]): string[] =>
  events.map(({ day, type, instrument, quantity, money, isEstimated }) =>
    [
      isoOf(day),
      type,
      instrument,
      quantity,
      ...money.map(({ currency, amount }) => `${Number(amount.toFixed(2))} ${currency}`),
      ...(isEstimated ? ['estimated'] : []),
    ].join(' '),
  )

describe('what is ahead', () => {
  it('follows from the terms, from calendars, and from the year before', () => {
    expect(lines(runQuery({ mask: new Set(['main']) }))).toEqual([
      '2025-07-24 earnings X 100 estimated',
      '2025-08-10 dividend X 100 120 EUR estimated',
      '2025-09-15 coupon B 15000 300 EUR',
      '2025-09-19 option_expiry O -2',
      '2025-09-30 loan_payment L -30000 -15150 EUR',
      '2025-10-01 capital_call E 1000 -25000 EUR',
      '2025-10-15 forward_expiry W -10000 -10000 USD 9500 EUR',
      '2025-11-01 dividend P 200 60 GBP estimated',
      '2025-12-19 future_expiry F 1',
      '2025-12-31 loan_payment L -30000 -15075 EUR',
      '2026-03-15 coupon B 15000 300 EUR',
      '2026-03-15 maturity B 15000 15000 EUR',
      '2026-05-04 ex_dividend X 100',
      '2026-05-12 dividend X 100 160 EUR',
    ])
  })

  it('is for every position of the scope, and for none outside it', () => {
    const shares = runQuery({ filter: { instrumentTypes: ['equity'] } })
    expect(
      shares.filter(({ type }) => type === 'dividend').map(({ account, quantity }) => [account, quantity]),
    ).toEqual([
      ['main', 100],
      ['other', 40],
      ['main', 200],
      ['main', 100],
      ['other', 40],
    ])
    expect(runQuery({ mask: new Set() })).toEqual([])
  })

  it('counts what was held at the close before the ex-day', () => {
    const range = { from: dayOf('2025-03-01'), to: dayOf('2025-03-31') }
    expect(lines(runQuery({ range }))).toEqual(['2025-03-15 coupon B 20000 400 EUR'])
    expect(lines(runQuery({ range, asOf: dayOf('2024-12-31') }))).toEqual([])
  })

  it('makes cash, currency by currency', () => {
    const mask = new Set(['main'])
    const cash = projectedCash(w.snapshot, { mask }, runQuery({ mask }))
    expect(cash.map(({ currency, opening, closing }) => [currency, opening, closing])).toEqual([
      [
        'EUR',
        expect.closeTo(1_000_000 - 5000 - 19_600 + 4900 + 600 + 30_000 - 1000 + 360, 6),
        expect.anything(),
      ],
      ['GBP', -600, -540],
      ['USD', 0, -10_000],
    ])
    const euros = cash[0]
    expect(euros?.points[0]).toMatchObject({ day: dayOf('2025-08-10'), amount: 120, estimated: 120 })
    expect(euros?.points.find(({ day }) => day === dayOf('2026-03-15'))?.amount).toBeCloseTo(15_300, 9)
    const sum = (euros?.points ?? []).reduce((total, { amount }) => total + amount, euros?.opening ?? 0)
    expect(euros?.closing).toBeCloseTo(sum, 6)
    expect(projectedCash(w.snapshot, { mask }, []).every(({ points }) => points.length === 0)).toBe(true)
  })
})

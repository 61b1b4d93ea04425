import { describe, expect, it } from 'vitest'
import {
  type CalendarFact,
  type EventsQuery,
  listUpcomingEvents,
  type PortfolioEvent,
  parseDay,
  projectedCash,
  toIsoDate,
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
        maturity: parseDay('2026-03-15'),
        exCouponDays: 5,
      },
    },
    { id: 'O', type: 'option', contractSize: 100, contractExpiration: parseDay('2025-09-19') },
    { id: 'F', type: 'future', contractSize: 50, contractExpiration: parseDay('2025-12-19') },
    { id: 'W', type: 'fx_forward', baseCurrency: 'USD', contractExpiration: parseDay('2025-10-15') },
    {
      id: 'L',
      type: 'loan',
      repayment: 'linear',
      coupons: {
        coupon: 0.02,
        perYear: 4,
        dayCount: '30E/360',
        maturity: parseDay('2025-12-31'),
        endOfMonth: true,
      },
    },
    { id: 'E', type: 'private_equity', commitment: 500_000 },
  ],
  rates: { USD: [['2024-01-01', 0.9]], GBP: [['2024-01-01', 1.2]] },
  prices: { X: [['2024-01-01', 50]] },
  transactions: [
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
  { instrument: 'X', type: 'earnings', day: parseDay('2025-07-24'), isEstimated: true },
  { instrument: 'X', type: 'ex_dividend', day: parseDay('2026-05-04'), amount: 1.6 },
  {
    instrument: 'X',
    type: 'dividend',
    day: parseDay('2026-05-12'),
    exDay: parseDay('2026-05-04'),
    amount: 1.6,
  },
  { instrument: 'P', type: 'dividend', day: parseDay('2025-11-01'), amount: 30, isEstimated: true },
  { instrument: 'B', type: 'coupon', day: parseDay('2025-09-15'), amount: 0.02 },
  { instrument: 'E', type: 'capital_call', day: parseDay('2025-10-01'), amount: -25_000, per: 'position' },
]
const runQuery = (more: Partial<EventsQuery> = {}): PortfolioEvent[] =>
  listUpcomingEvents(w.snapshot, {
    range: { from: parseDay('2025-07-01'), to: parseDay('2026-06-30') },
    mask: null,
    facts,
    ...more,
  })
const lines = (events: readonly PortfolioEvent[]): string[] =>
  events.map(({ day, type, instrument, quantity, money, isEstimated }) =>
    [
      toIsoDate(day),
      type,
      instrument,
      quantity,
      ...money.map(({ currency, amount }) => `${Number(amount.toFixed(2))} ${currency}`),
      ...(isEstimated ? ['estimated'] : []),
    ].join(' '),
  )

describe('upcoming events', () => {
  it('follow from terms, calendars and the events of the year before', () => {
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

  it('cover every position in scope and none outside it', () => {
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

  it('use the quantity held at the close before the ex-day', () => {
    const range = { from: parseDay('2025-03-01'), to: parseDay('2025-03-31') }
    expect(lines(runQuery({ range }))).toEqual(['2025-03-15 coupon B 20000 400 EUR'])
    expect(lines(runQuery({ range, asOf: parseDay('2024-12-31') }))).toEqual([])
  })

  it('project cash by currency', () => {
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
    expect(euros?.points[0]).toMatchObject({ day: parseDay('2025-08-10'), amount: 120, estimated: 120 })
    expect(euros?.points.find(({ day }) => day === parseDay('2026-03-15'))?.amount).toBeCloseTo(15_300, 9)
    const sum = (euros?.points ?? []).reduce((total, { amount }) => total + amount, euros?.opening ?? 0)
    expect(euros?.closing).toBeCloseTo(sum, 6)
    expect(projectedCash(w.snapshot, { mask }, []).every(({ points }) => points.length === 0)).toBe(true)
  })
})

describe('estimated dividends', () => {
  const bought = [deposit('2023-01-01', 10_000), buy('2024-01-02', 100, { price: 50 })]
  const expected = (paid: readonly (readonly [string, number])[], known: readonly CalendarFact[] = []) => {
    const { snapshot } = world({
      asOf: '2025-06-30',
      prices: { X: [['2024-01-01', 50]] },
      transactions: [...bought, ...paid.map(([on, amount]) => dividend(on, { amount }))],
    })
    const range = { from: parseDay('2025-07-01'), to: parseDay('2026-06-30') }
    return lines(listUpcomingEvents(snapshot, { range, mask: null, facts: known }))
  }

  it('are four a year after two quarterly payments', () => {
    expect(
      expected([
        ['2025-02-14', 40],
        ['2025-05-16', 44],
      ]),
    ).toEqual([
      '2025-08-16 dividend X 100 44 EUR estimated',
      '2025-11-16 dividend X 100 44 EUR estimated',
      '2026-02-16 dividend X 100 44 EUR estimated',
      '2026-05-16 dividend X 100 44 EUR estimated',
    ])
  })

  it('repeat a known year with its own dates and amounts', () => {
    const paid = [
      ['2024-03-20', 30],
      ['2024-06-20', 70],
      ['2025-03-20', 32],
      ['2025-06-20', 74],
    ] as const
    expect(expected(paid)).toEqual([
      '2026-03-20 dividend X 100 32 EUR estimated',
      '2026-06-20 dividend X 100 74 EUR estimated',
    ])
    expect(expected([['2025-03-20', 32]])).toEqual(['2026-03-20 dividend X 100 32 EUR estimated'])
  })

  it('stay where the next monthly payment is announced', () => {
    const paid = [4, 5, 6].map(month => [`2025-0${month}-15`, 10] as const)
    const announced = { instrument: 'X', type: 'dividend', day: parseDay('2025-07-17'), amount: 0.1 } as const
    expect(expected(paid, [announced]).slice(0, 3)).toEqual([
      '2025-07-17 dividend X 100 10 EUR',
      '2025-08-15 dividend X 100 10 EUR estimated',
      '2025-09-15 dividend X 100 10 EUR estimated',
    ])
  })
})

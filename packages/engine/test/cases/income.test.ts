import { describe, expect, it } from 'vitest'
import {
  type CalendarFact,
  computeIncome,
  type Income,
  type IncomePayment,
  incomePeriods,
  isIncomeKind,
  parseDay,
  sumPayments,
  toIsoDate,
} from '../../src/index.ts'
import {
  buy,
  custodyFee,
  deposit,
  dividend,
  interest,
  sell,
  type World,
  type WorldSpec,
  world,
} from '../world.ts'

const asOf = '2026-11-18'

function incomeOf(w: World, facts: readonly CalendarFact[] = [], currency = 'EUR'): Income {
  return computeIncome(w.snapshot, w.views(currency), { asOf: parseDay(asOf), mask: null, facts })
}

function lines(w: World, payments: readonly IncomePayment[]): string[] {
  return payments.map(({ position, day, kind, amount, currency, calculated, certainty }) =>
    [
      toIsoDate(day),
      w.snapshot.instruments[w.snapshot.positions.instrument[position] ?? -1]?.id ?? 'cash',
      kind,
      `${amount} ${currency}`,
      ...(calculated === amount ? [] : [String(calculated)]),
      ...(certainty === null ? [] : [certainty]),
    ].join(' '),
  )
}

const spec = (more: Partial<WorldSpec>): World =>
  world({ asOf, transactions: [], prices: { X: [['2024-01-01', 50]] }, ...more })

const bond = {
  id: 'B',
  type: 'bond',
  contractSize: 0.01,
  coupons: { coupon: 0.04, perYear: 2, dayCount: '30E/360', maturity: parseDay('2027-03-15') },
} as const

describe('the months of income', () => {
  it('are twelve with the current one, and twelve after it', () => {
    const { received, expected } = incomePeriods(parseDay('2026-11-18'))
    expect([received.from, received.to, expected.from, expected.to].map(toIsoDate)).toEqual([
      '2025-12-01',
      '2026-11-18',
      '2026-12-01',
      '2027-11-30',
    ])
    const turn = incomePeriods(parseDay('2026-12-31'))
    expect([turn.received.from, turn.expected.from, turn.expected.to].map(toIsoDate)).toEqual([
      '2026-01-01',
      '2027-01-01',
      '2027-12-31',
    ])
  })
})

describe('income', () => {
  it('of a bond follows from its terms, and its maturity is no income', () => {
    const w = spec({
      instruments: [bond],
      prices: { B: [['2024-01-01', 98]] },
      transactions: [
        deposit('2024-01-01', 20_000),
        buy('2025-10-02', 10_000, { instrument: 'B', price: 98 }),
        { on: '2026-03-15', type: 'coupon', instrument: 'B', amount: 200 },
        { on: '2026-09-15', type: 'coupon', instrument: 'B', amount: 200 },
      ],
    })
    const income = incomeOf(w)
    expect(lines(w, income.received)).toEqual(['2026-03-15 B coupon 200 EUR', '2026-09-15 B coupon 200 EUR'])
    expect(lines(w, income.expected)).toEqual([
      '2027-03-15 B coupon 200 EUR contractual',
      '2027-03-15 B maturity 10000 EUR contractual',
    ])
    expect(income.expected.filter(({ kind }) => isIncomeKind(kind))).toHaveLength(1)
  })

  it('is declared by the calendar, else estimated from the last payments', () => {
    const w = spec({
      transactions: [
        deposit('2024-01-01', 20_000),
        buy('2024-01-02', 100, {}),
        ...['2024-11-25', '2025-05-20', '2025-11-25', '2026-05-20'].map(on => dividend(on, { amount: 90 })),
        buy('2026-08-01', 100, {}),
      ],
    })
    const declared = { instrument: 'X', type: 'dividend', day: parseDay('2027-05-28'), amount: 1 } as const
    const income = incomeOf(w, [declared])
    expect(lines(w, income.received)).toEqual(['2026-05-20 X dividend 90 EUR'])
    expect(lines(w, income.pending)).toEqual(['2026-11-25 X dividend 180 EUR estimated'])
    expect(lines(w, income.expected)).toEqual([
      '2027-05-28 X dividend 200 EUR declared',
      '2027-11-25 X dividend 180 EUR estimated',
    ])
  })

  it('is not expected twice where this year was paid a little earlier', () => {
    const w = spec({
      transactions: [
        deposit('2024-01-01', 20_000),
        buy('2024-01-02', 100, {}),
        ...['2024-11-25', '2025-11-25', '2026-11-10'].map(on => dividend(on, { amount: 90 })),
      ],
    })
    const income = incomeOf(w)
    expect(lines(w, income.pending)).toEqual([])
    expect(lines(w, income.expected)).toEqual(['2027-11-10 X dividend 90 EUR estimated'])
  })

  it('is expected next year where this year is late', () => {
    const w = spec({
      transactions: [
        deposit('2024-01-01', 20_000),
        buy('2024-01-02', 100, {}),
        ...['2024-11-16', '2025-05-20', '2025-11-10', '2026-05-20'].map(on => dividend(on, { amount: 90 })),
      ],
    })
    expect(lines(w, incomeOf(w).expected)).toEqual([
      '2027-05-20 X dividend 90 EUR estimated',
      '2027-11-10 X dividend 90 EUR estimated',
    ])
  })

  it('repeats rent and interest on cash, less where the balance has fallen', () => {
    const w = spec({
      instruments: [{ id: 'H', type: 'real_estate' }],
      prices: { H: [['2024-01-01', 500_000]] },
      transactions: [
        deposit('2024-01-01', 1_000_000),
        buy('2024-01-02', 1, { instrument: 'H', price: 500_000 }),
        { on: '2026-09-01', type: 'other_income', instrument: 'H', amount: 1000 },
        { on: '2026-09-03', type: 'other_income', instrument: 'H', amount: 500 },
        { on: '2026-10-01', type: 'other_income', instrument: 'H', amount: 1000 },
        { on: '2026-10-03', type: 'other_income', instrument: 'H', amount: 500 },
        interest('2025-12-31', { amount: 1000 }),
        { on: '2026-10-05', type: 'withdrawal', currency: 'EUR', amount: 250_000 },
      ],
    })
    const income = incomeOf(w)
    const rent = income.expected.filter(({ kind }) => kind === 'rent')
    expect(rent).toHaveLength(12)
    expect(rent.every(({ amount }) => amount === 1500)).toBe(true)
    const balance = 1_000_000 - 500_000 + 3000 + 1000 - 250_000
    expect(
      lines(
        w,
        income.expected.filter(({ kind }) => kind === 'interest'),
      ),
    ).toEqual([`2026-12-31 cash interest ${Math.round((balance / 501_000) * 100_000) / 100} EUR estimated`])
  })

  it('is none of a position that was sold, of private equity, or of a debt', () => {
    const w = spec({
      instruments: [
        { id: 'X' },
        { id: 'E', type: 'private_equity' },
        { id: 'L', type: 'loan', repayment: 'linear', coupons: { ...bond.coupons, perYear: 4 } },
      ],
      transactions: [
        deposit('2024-01-01', 20_000),
        buy('2024-01-02', 100, {}),
        dividend('2026-01-20', { amount: 90 }),
        sell('2026-02-01', 100, { price: 51 }),
        { on: '2024-01-02', type: 'capital_call', instrument: 'E', amount: 1000 },
        { on: '2026-03-01', type: 'distribution', instrument: 'E', amount: 300 },
        sell('2026-01-02', 30_000, { instrument: 'L', price: 1 }),
        { on: '2026-03-15', type: 'interest', instrument: 'L', amount: -240 },
      ],
    })
    const income = incomeOf(w)
    expect(lines(w, income.received)).toEqual([
      '2026-01-20 X dividend 90 EUR',
      '2026-03-01 E distribution 300 EUR',
      '2026-03-15 L loan_payment -240 EUR',
    ])
    expect(income.expected.filter(({ kind }) => isIncomeKind(kind))).toEqual([])
    expect(lines(w, income.expected)).toEqual([
      '2026-12-15 L loan_payment -15300 EUR contractual',
      '2027-03-15 L loan_payment -15150 EUR contractual',
    ])
  })

  it('of a loan granted is the interest of its payments', () => {
    const w = spec({
      instruments: [{ id: 'L', type: 'loan', repayment: 'linear', coupons: { ...bond.coupons, perYear: 4 } }],
      transactions: [deposit('2024-01-01', 40_000), buy('2026-01-02', 30_000, { instrument: 'L', price: 1 })],
    })
    expect(lines(w, incomeOf(w).expected)).toEqual([
      '2026-12-15 L interest 300 EUR contractual',
      '2026-12-15 L maturity 15000 EUR contractual',
      '2027-03-15 L interest 150 EUR contractual',
      '2027-03-15 L maturity 15000 EUR contractual',
    ])
  })

  it('without a rate is null and left out of the sum, never 0', () => {
    const w = spec({
      instruments: [{ id: 'X' }, { id: 'U', currency: 'USD' }],
      transactions: [
        deposit('2024-01-01', 20_000),
        buy('2024-01-02', 100, {}),
        dividend('2026-01-20', { amount: 90 }),
        deposit('2024-01-01', 20_000, { currency: 'USD' }),
        buy('2024-01-02', 100, { instrument: 'U', price: 10 }),
        dividend('2026-01-20', { amount: 70, instrument: 'U' }),
      ],
    })
    const { received, expected } = incomeOf(w)
    expect(lines(w, received)).toEqual(['2026-01-20 X dividend 90 EUR', '2026-01-20 U dividend 70 USD null'])
    expect(sumPayments(received, 'EUR')).toEqual({ sum: 90, leftOut: 1 })
    expect(sumPayments(expected, 'EUR')).toEqual({ sum: 90, leftOut: 1 })
    expect(sumPayments(received.slice(1), 'EUR')).toEqual({ sum: null, leftOut: 1 })
  })

  it('is converted at the rate of its day, expected income at the last rate', () => {
    const w = spec({
      instruments: [{ id: 'U', currency: 'USD' }],
      rates: {
        USD: [
          ['2024-01-01', 0.9],
          ['2026-03-01', 0.8],
        ],
      },
      transactions: [
        deposit('2024-01-01', 20_000, { currency: 'USD' }),
        buy('2024-01-02', 100, { instrument: 'U', price: 10 }),
        dividend('2026-01-20', { amount: 70, instrument: 'U' }),
      ],
    })
    const { received, expected } = incomeOf(w)
    expect([received[0]?.calculated, expected[0]?.calculated]).toEqual([63, 56])
  })
})

describe('payments that are no income', () => {
  it('are received as they were expected: nominal, loans and calls', () => {
    const short = { ...bond, coupons: { ...bond.coupons, maturity: parseDay('2026-09-15') } } as const
    const w = spec({
      instruments: [
        short,
        { id: 'P', type: 'private_equity' },
        { id: 'D', type: 'loan', repayment: 'linear', coupons: { ...bond.coupons, perYear: 4 } },
        { id: 'G', type: 'loan', repayment: 'linear', coupons: { ...bond.coupons, perYear: 4 } },
      ],
      prices: { B: [['2024-01-01', 98]] },
      transactions: [
        deposit('2024-01-01', 100_000),
        buy('2025-10-02', 10_000, { instrument: 'B', price: 98 }),
        // A sale is no repayment.
        sell('2026-02-02', 4_000, { instrument: 'B', price: 99 }),
        { on: '2026-03-15', type: 'coupon', instrument: 'B', amount: 120 },
        { on: '2026-09-15', type: 'coupon', instrument: 'B', amount: 120 },
        { on: '2026-09-15', type: 'redemption', instrument: 'B', quantity: -6_000, price: 100 },
        { on: '2026-01-10', type: 'capital_call', instrument: 'P', quantity: 500, price: 1 },
        { on: '2026-04-10', type: 'distribution', instrument: 'P', quantity: -100, price: 2 },
        sell('2026-01-02', 30_000, { instrument: 'D', price: 1 }),
        { on: '2026-03-15', type: 'interest', instrument: 'D', amount: -240 },
        buy('2026-03-15', 5_000, { instrument: 'D', price: 1 }),
        buy('2026-01-02', 8_000, { instrument: 'G', price: 1 }),
        sell('2026-03-16', 2_000, { instrument: 'G', price: 1 }),
      ],
    })
    const received = incomeOf(w).received.filter(({ kind }) => !isIncomeKind(kind))
    expect(lines(w, received)).toEqual([
      '2026-01-10 P capital_call -500 EUR',
      '2026-03-15 D loan_payment -5000 EUR',
      '2026-03-15 D loan_payment -240 EUR',
      '2026-03-16 G maturity 2000 EUR',
      '2026-04-10 P distribution 200 EUR',
      '2026-09-15 B maturity 6000 EUR',
    ])
  })

  it('are converted at the rate of their day', () => {
    const w = spec({
      instruments: [{ id: 'P', type: 'private_equity', currency: 'USD' }],
      rates: {
        USD: [
          ['2024-01-01', 0.9],
          ['2026-03-01', 0.8],
        ],
      },
      transactions: [
        deposit('2024-01-01', 20_000, { currency: 'USD' }),
        { on: '2026-01-10', type: 'capital_call', instrument: 'P', quantity: 500, price: 1 },
        { on: '2026-04-10', type: 'distribution', instrument: 'P', quantity: -100, price: 2 },
      ],
    })
    expect(incomeOf(w).received.map(({ calculated }) => calculated)).toEqual([-450, 160])
  })
})

describe('the cash ladder', () => {
  it('has running fees and ends on the day the money runs out', () => {
    const w = spec({
      transactions: [
        deposit('2024-01-01', 100),
        ...['2026-03-31', '2026-06-30', '2026-09-30'].map(on => custodyFee(on, 20)),
      ],
    })
    const [cash] = incomeOf(w).cash
    expect(cash?.points.map(({ day, balance }) => [toIsoDate(day), balance])).toEqual([
      ['2026-12-30', 20],
      ['2027-03-30', 0],
      ['2027-06-30', -20],
      ['2027-09-30', -40],
    ])
    expect(cash?.runsDry).toBe(parseDay('2027-06-30'))
  })

  it('does not expect again what was paid once, such as a repair', () => {
    const house = { id: 'H', type: 'real_estate' } as const
    const w = spec({
      instruments: [{ id: 'X' }, house],
      prices: { X: [['2024-01-01', 50]], H: [['2025-01-10', 1000]] },
      transactions: [
        deposit('2024-01-01', 5000),
        buy('2025-01-10', 1, { instrument: 'H', price: 1000 }),
        custodyFee('2025-10-20', 70, { instrument: 'H' }),
      ],
    })
    expect(lines(w, incomeOf(w).expected)).toEqual([])
  })

  it('leaves out payments that settle elsewhere, and says when nothing runs dry', () => {
    const w = spec({
      accounts: [{ id: 'main' }, { id: 'outside', cash: 'none' }],
      transactions: [
        deposit('2024-01-01', 100),
        buy('2024-01-02', 100, { account: 'outside' }),
        dividend('2026-01-20', { amount: 90, account: 'outside' }),
      ],
    })
    const { cash, expected } = incomeOf(w)
    expect(expected).toHaveLength(1)
    expect(cash.map(({ closing, runsDry }) => [closing, runsDry])).toEqual([[100, null]])
  })
})

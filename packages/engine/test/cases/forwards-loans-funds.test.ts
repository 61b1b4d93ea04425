import { describe, expect, it } from 'vitest'
import {
  currencyExposure,
  currencyMovers,
  fundFigures,
  groupRows,
  loanFigures,
  parseDay,
  positionReceipt,
  propertyFigures,
} from '../../src/index.ts'
import { buy, type Draft, deposit, type World, type WorldSpec, world } from '../world.ts'

const rates = {
  USD: [
    ['2025-01-15', 0.9],
    ['2025-04-01', 0.88],
    ['2025-07-15', 0.885],
    ['2025-08-01', 0.7],
  ],
} as const

function forward(transactions: readonly Draft[], more: Partial<WorldSpec> = {}): World {
  return world({
    asOf: '2025-08-31',
    currency: 'CHF',
    instruments: [
      { id: 'W', type: 'fx_forward', baseCurrency: 'USD', contractExpiration: parseDay('2025-07-15') },
    ],
    rates,
    transactions: [
      deposit('2025-01-15', 100_000, { currency: 'USD' }),
      buy('2025-01-15', -100_000, { instrument: 'W', price: 0.9 }),
      ...transactions,
    ],
    ...more,
  })
}
const settlement: Draft = {
  on: '2025-07-15',
  type: 'fx',
  instrument: 'W',
  currency: 'USD',
  net: 100_000,
  counterCurrency: 'CHF',
  counterAmount: 90_000,
}

describe('forwards', () => {
  it('without quotes are valued by the exchange rates', () => {
    const row = forward([]).row('open', { to: '2025-04-30' })
    expect(row.original.value).toBeCloseTo(2000, 6)
    expect(row.original.exposure).toBeCloseTo(-88_000, 6)
    expect(row.original.priceOpen).toBe(0.9)
    expect(row.flags).toEqual([])
  })

  it('expose to both currencies (fx-forward)', () => {
    const result = forward([]).runQuery({ to: '2025-04-30', groupBy: 'currency' })
    const exposure = currencyExposure(result)
    // The forward sells the dollars of the account: no dollar exposure remains.
    expect(exposure.get('USD')).toBeCloseTo(0, 6)
    expect(exposure.get('CHF')).toBeCloseTo(90_000, 6)
    const groups = groupRows(result)
    expect(groups.map(({ group }) => group)).toEqual(['CHF', 'USD'])
    expect(groups[0]?.exposure).toBeCloseTo(90_000, 6)
    expect(groups[0]?.value).toBeCloseTo(2000, 6)
    const movers = currencyMovers(result)
    expect(movers.find(({ currency }) => currency === 'USD')?.exposure).toBeCloseTo(0, 6)
  })

  it('settle in two currencies without a flow and realize their value', () => {
    const w = forward([settlement])
    const { performance } = w.runQuery({ to: '2025-07-15' })
    expect(performance.cashFlow.net).toBeCloseTo(90_000, 6)
    expect(performance.balance.total).toBeCloseTo(90_000, 6)
    expect(w.row('closed').original.pnlAbs).toEqual({
      total: expect.closeTo(1500, 6),
      realized: expect.closeTo(1500, 6),
      unrealized: 0,
    })
    expect(w.rows('cash').map(({ key, quantity }) => [key, quantity])).toEqual([
      ['cash:main:USD', 0],
      ['cash:main:CHF', 90_000],
    ])
    // The same in dollars: 100,000 came in, and 90,000 francs remain.
    const dollars = w.runQuery({ to: '2025-07-15', currency: 'USD' }).performance
    expect(dollars.cashFlow.net).toBeCloseTo(100_000, 6)
    expect(dollars.balance.total).toBeCloseTo(90_000 / 0.885, 6)
  })

  it('settle partially', () => {
    const w = forward([{ ...settlement, quantity: 40_000, net: 40_000, counterAmount: 36_000 }])
    expect(w.row('open', { to: '2025-07-15' }).quantity).toBe(60_000)
    expect(w.row('open', { to: '2025-07-15' }).original.value).toBeCloseTo(900, 6)
    expect(w.row('open', { to: '2025-07-15' }).original.pnlAbs.realized).toBeCloseTo(600, 6)
  })

  it('keep the rate of their expiry day if not settled, and flag it', () => {
    const row = forward([]).row('open')
    expect(row.original.value).toBeCloseTo(1500, 6)
    expect(row.flags).toEqual(['provisional'])
  })

  it('settle as a conversion if no forward is held', () => {
    const w = forward([settlement, { ...settlement, on: '2025-07-16', net: 885, counterAmount: 780 }])
    expect(w.runQuery({ from: '2025-07-16', to: '2025-07-16' }).performance.cashFlow.net).toBe(0)
  })
})

describe('variation margin without transactions', () => {
  const future = { id: 'F', type: 'future', contractSize: 50 } as const
  const trade = (on: string, quantity: number, price: number): Draft =>
    buy(on, quantity, { instrument: 'F', price })
  const history = (transactions: readonly Draft[], variationMargin: 'derived' | 'booked'): World =>
    world({
      asOf: '2024-03-31',
      currency: 'USD',
      accounts: [{ id: 'main', variationMargin }],
      instruments: [future],
      prices: {
        F: [
          ['2024-01-02', 2104],
          ['2024-02-01', 2112],
        ],
      },
      transactions: [deposit('2024-01-01', 30_000, { currency: 'USD' }), ...transactions],
    })

  it('is paid at every close if the account settles daily', () => {
    const w = history([trade('2024-01-02', 5, 2100), trade('2024-02-01', -2, 2110)], 'derived')
    const on = (to: string) => w.runQuery({ to }).performance
    expect(on('2024-01-02').balance).toEqual({ allocated: 0, cash: 31_000, total: 31_000 })
    expect(on('2024-01-02').pnl.abs).toEqual({ total: 1000, realized: 1000, unrealized: 0 })
    expect(on('2024-01-31').balance).toEqual({ allocated: 0, cash: 31_000, total: 31_000 })
    // Two close at 2,110, six above the previous close; three stay and gain eight.
    expect(on('2024-02-01').balance).toEqual({ allocated: 0, cash: 32_800, total: 32_800 })
  })

  it('names the close as its source in the receipt', () => {
    const w = history([trade('2024-01-02', 5, 2100)], 'derived')
    const { cells } = positionReceipt(w.runQuery(), w.row('open').index, 'pnl_abs_realized', 'original')
    const paid = cells.filter(({ value }) => Math.abs(value ?? 0) === 1000).map(({ source }) => source?.kind)
    expect(paid).toContain('close')
    expect(cells.some(({ source }) => source?.kind === 'split')).toBe(false)
  })

  it('is not derived if it is posted', () => {
    const margin: Draft = { on: '2024-02-01', type: 'variation_margin', instrument: 'F', amount: 2000 }
    const w = history([trade('2024-01-02', 5, 2100), margin], 'derived')
    expect(w.runQuery({ to: '2024-01-02' }).performance.balance.cash).toBe(30_000)
    expect(w.runQuery().performance.balance).toEqual({ allocated: 1000, cash: 32_000, total: 33_000 })
  })
})

describe('loans', () => {
  const coupons = {
    coupon: 0.02,
    perYear: 4,
    dayCount: '30E/360',
    maturity: parseDay('2025-12-31'),
    issued: parseDay('2024-12-31'),
    endOfMonth: true,
  } as const
  const history = (quantity: number, transactions: readonly Draft[], asOf = '2025-12-31'): World =>
    world({
      asOf,
      instruments: [{ id: 'L', type: 'loan', coupons }],
      transactions: [
        deposit('2024-12-31', 100_000),
        buy('2024-12-31', quantity, { instrument: 'L', price: 1 }),
        ...transactions,
      ],
    })
  const interest = (on: string, amount: number): Draft => ({ on, type: 'interest', instrument: 'L', amount })

  it('lent accrue interest and are worth the outstanding amount', () => {
    const w = history(60_000, [interest('2025-03-31', 300)])
    const row = w.row('open', { to: '2025-02-15' })
    expect(row.original.value).toBeCloseTo(60_150, 9)
    expect(row.original.accrued).toBeCloseTo(150, 9)
    expect(row.flags).toEqual([])
    expect(w.runQuery({ to: '2025-03-31' }).performance.pnl.abs.total).toBeCloseTo(300, 9)
    expect(w.row('open', { to: '2025-07-15' }).flags).toContain('overdue')
  })

  it('borrowed are negative, and so is their interest', () => {
    const w = history(-60_000, [
      interest('2025-03-31', -300),
      buy('2025-03-31', 10_000, { instrument: 'L', price: 1 }),
      interest('2025-06-30', -250),
    ])
    const row = w.row('open', { to: '2025-02-15' })
    expect(row.side).toBe('short')
    expect(row.flags).toEqual([])
    expect(row.original.value).toBeCloseTo(-60_150, 9)
    expect(w.runQuery({ to: '2025-03-31' }).performance.balance.total).toBeCloseTo(100_000 - 300, 9)
    expect(w.runQuery({ to: '2025-06-30' }).performance.pnl.abs.total).toBeCloseTo(-550, 9)
  })

  it('accrue from the day of drawing to the day of repayment', () => {
    const w = history(60_000, [
      interest('2025-03-31', 300),
      buy('2025-05-15', 30_000, { instrument: 'L', price: 1 }),
      interest('2025-06-30', 375),
      buy('2025-08-15', -30_000, { instrument: 'L', price: 1 }),
      interest('2025-09-30', 375),
    ])
    const daily = w.runQuery({ from: '2025-04-01', to: '2025-09-30' }).performance.dailyPnl.pnl.total
    const on = (date: string) => daily[parseDay(date) - parseDay('2025-03-31')] ?? Number.NaN
    // 2 % a year of 60,000 is 3.33 a day, of 90,000 it is 5.
    expect(on('2025-05-15')).toBeCloseTo((60_000 * 0.02) / 360, 9)
    expect(on('2025-05-16')).toBeCloseTo(5, 9)
    expect(on('2025-06-30')).toBeCloseTo(5, 9)
    expect(on('2025-08-15')).toBeCloseTo(5, 9)
    expect(on('2025-08-16')).toBeCloseTo((60_000 * 0.02) / 360, 9)
    expect(on('2025-09-30')).toBeCloseTo((60_000 * 0.02) / 360, 9)
    expect(w.row('open', { to: '2025-09-30' }).original.accrued).toBeCloseTo(0, 9)
  })

  it('past their repayment date are overdue', () => {
    const paid = ['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31'].map(on => interest(on, 300))
    expect(history(60_000, paid, '2026-01-31').row('open').flags).toEqual(['overdue'])
  })
})

describe('private equity', () => {
  const call = (on: string, amount: number, extra: Partial<Draft> = {}): Draft => ({
    instrument: 'P',
    ...extra,
    on,
    type: 'capital_call',
    amount,
  })
  const spec = (transactions: readonly Draft[]): WorldSpec => ({
    asOf: '2024-12-31',
    instruments: [{ id: 'P', type: 'private_equity', commitment: 1000 }],
    transactions: [deposit('2024-01-01', 1000), ...transactions],
  })

  it('derives units from transactions in money only, so that a capital call earns nothing', () => {
    const w = world(
      spec([
        call('2024-01-10', 400),
        { on: '2024-06-30', type: 'valuation', instrument: 'P', amount: 500 },
        call('2024-07-10', 200),
        { on: '2024-09-30', type: 'distribution', instrument: 'P', quantity: -80, price: 1.25 },
        { on: '2024-10-31', type: 'distribution', instrument: 'P', amount: 50 },
        { on: '2024-12-31', type: 'valuation', instrument: 'P', amount: 720 },
      ]),
    )
    expect(w.runQuery({ to: '2024-06-29' }).performance.pnl.abs.total).toBeCloseTo(0, 9)
    expect(w.runQuery({ to: '2024-06-30' }).performance.pnl.abs.total).toBeCloseTo(100, 9)
    expect(w.runQuery({ to: '2024-07-10' }).performance.pnl.abs.total).toBeCloseTo(100, 9)
    expect(w.row('open', { to: '2024-07-10' }).quantity).toBeCloseTo(560, 9)
    expect(w.row('open').original.value).toBeCloseTo(720, 9)
    const [fund] = fundFigures(w.runQuery())
    expect(fund?.original).toEqual({
      committed: 1000,
      called: expect.closeTo(600, 9),
      uncalled: expect.closeTo(400, 9),
      distributed: expect.closeTo(150, 9),
      dpi: expect.closeTo(0.25, 9),
      rvpi: expect.closeTo(1.2, 9),
      tvpi: expect.closeTo(1.45, 9),
    })
    expect(fundFigures(w.runQuery({ to: '2024-06-30' }))[0]?.calculated).toMatchObject({
      uncalled: 600,
      dpi: 0,
    })
    expect(fundFigures(w.runQuery({ filter: { instrumentTypes: ['equity'] } }))).toEqual([])
  })

  const invested = [
    call('2021-01-01', 1000),
    { on: '2021-12-31', type: 'valuation', instrument: 'P', amount: 900 } as Draft,
    { on: '2022-01-01', type: 'distribution', instrument: 'P', amount: 100 } as Draft,
    { on: '2023-01-01', type: 'valuation', instrument: 'P', amount: 1100 } as Draft,
  ]

  it('has the internal rate of its calls, distributions and value', () => {
    const w = world({ ...spec(invested), asOf: '2023-01-01' })
    // -1000 + 100 / 1.1 + 1100 / 1.1^2 is 0: the days are exact years of 365.
    const [fund] = fundFigures(w.runQuery())
    expect(fund?.irr).toBeCloseTo(0.1, 12)
    expect(fund?.irrReason).toBeNull()
  })

  it('has no rate without a call, on the day of the first one, or after a total loss', () => {
    const on = (to: string, transactions: readonly Draft[]) =>
      fundFigures(world({ ...spec(transactions), asOf: '2023-01-01' }).runQuery({ to }))[0]
    expect(on('2021-01-01', invested)).toMatchObject({ irr: null, irrReason: 'no_time' })
    const lost = { on: '2022-01-01', type: 'valuation', instrument: 'P', amount: 0 } as Draft
    expect(on('2022-06-30', [call('2021-01-01', 1000), lost])).toMatchObject({
      irr: null,
      irrReason: 'no_rate',
    })
  })

  it('falls below zero and recovers along its J-curve', () => {
    const [fund] = fundFigures(world({ ...spec(invested), asOf: '2023-01-01' }).runQuery())
    const point = (on: string) => fund?.curve.find(({ day }) => day === parseDay(on))
    expect(point('2021-01-01')).toMatchObject({ called: 1000, distributed: 0, netCash: -1000, gain: 0 })
    expect(point('2021-12-31')).toMatchObject({ netCash: -1000, value: 900, gain: -100 })
    expect(point('2022-01-01')).toMatchObject({ distributed: 100, netCash: -900 })
    expect(fund?.curve.at(-1)).toMatchObject({ netCash: -900, gain: expect.closeTo(200, 9) })
    // Every day with money, the ends of 24 months, and the last day.
    expect(fund?.curve.length).toBe(27)
  })
})

describe('a loan with its payments', () => {
  const coupons = {
    coupon: 0.03,
    perYear: 1,
    dayCount: '30E/360',
    maturity: parseDay('2027-12-31'),
    endOfMonth: true,
  } as const
  const paid = (side: 1 | -1) =>
    world({
      asOf: '2025-06-30',
      instruments: [{ id: 'L', type: 'loan', coupons, repayment: 'linear' }],
      transactions: [
        deposit('2023-12-31', 500_000),
        buy('2023-12-31', side * 300_000, { instrument: 'L', price: 1 }),
        { on: '2024-12-31', type: 'interest', instrument: 'L', amount: side * 9000 },
        buy('2024-12-31', side * -75_000, { instrument: 'L', price: 1 }),
      ],
    })

  it.each([1, -1] as const)('lists what was paid and what is to come, side %i', side => {
    const result = paid(side).runQuery()
    const position = result.snapshot.positions.keys.findIndex((_, index) => {
      const instrument = result.snapshot.instruments[result.snapshot.positions.instrument[index] ?? -1]
      return instrument?.id === 'L'
    })
    const instrument = result.snapshot.instruments.find(({ id }) => id === 'L')
    if (!instrument) throw new Error('the world holds the loan')
    const figures = loanFigures(result, instrument, [position])
    expect(figures).toMatchObject({ outstanding: 225_000, principalPaid: 75_000, interestPaid: 9000 })
    expect(figures.paid).toEqual([
      { day: parseDay('2023-12-31'), drawn: 300_000, interest: 0, principal: 0, outstanding: 300_000 },
      { day: parseDay('2024-12-31'), drawn: 0, interest: 9000, principal: 75_000, outstanding: 225_000 },
    ])
    // 225,000 in three parts of 75,000; 3 % of 225,000, 150,000 and 75,000.
    expect(figures.upcoming?.map(({ interest, principal }) => [interest, principal])).toEqual([
      [6750, 75_000],
      [4500, 75_000],
      [2250, 75_000],
    ])
    expect(figures.interestToCome).toBe(13_500)
  })
})

describe('property', () => {
  const spec: WorldSpec = {
    asOf: '2025-12-31',
    instruments: [{ id: 'H', type: 'real_estate' }],
    transactions: [
      deposit('2023-01-02', 600_000),
      buy('2023-01-02', 1, { instrument: 'H', price: 500_000, fees: 20_000 }),
      { on: '2024-12-31', type: 'other_income', instrument: 'H', amount: 24_000 },
      { on: '2024-12-31', type: 'fees_cash', instrument: 'H', amount: 6000 },
      { on: '2025-06-30', type: 'other_income', instrument: 'H', amount: 25_000, taxes: 1000 },
      { on: '2025-07-31', type: 'fees_cash', instrument: 'H', amount: 5000 },
      { on: '2025-12-31', type: 'valuation', instrument: 'H', amount: 475_000 },
    ],
  }
  const figures = (to: string) => {
    const result = world(spec).runQuery({ to })
    const position = Array.from(result.snapshot.positions.keys).findIndex(
      (_, index) => (result.snapshot.positions.instrument[index] ?? -1) >= 0,
    )
    return propertyFigures(result, [position])
  }

  it('nets rent and running costs by year, without the costs of the purchase', () => {
    const { years, netYield } = figures('2025-12-31')
    expect(years).toEqual([
      { year: 2025, income: 25_000, costs: 6000, net: 19_000 },
      { year: 2024, income: 24_000, costs: 6000, net: 18_000 },
    ])
    // 19,000 of 475,000.
    expect(netYield).toBeCloseTo(0.04, 12)
  })

  it('has no yield before it was held for a year', () => {
    expect(figures('2023-12-31')).toMatchObject({ netYield: null, netYieldReason: 'under_a_year' })
  })
})

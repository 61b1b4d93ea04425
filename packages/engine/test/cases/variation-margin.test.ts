import { describe, expect, it } from 'vitest'
import { measureCoverage, positionReceipt, replayReceipt } from '../../src/index.ts'
import { buy, type Draft, deposit, type World, world } from '../world.ts'

const trade = (on: string, quantity: number, price?: number, timeMs?: number): Draft =>
  buy(on, quantity, {
    instrument: 'F',
    ...(price === undefined ? {} : { price }),
    ...(timeMs === undefined ? {} : { timeMs }),
  })
const margin = (on: string, amount: number, extra: Partial<Draft> = {}): Draft => ({
  type: 'variation_margin',
  instrument: 'F',
  amount,
  ...extra,
  on,
})

/** An account that posts variation margin, with 30,000 and a future of 50 that closes at 2,112 from February on. */
function history(transactions: readonly Draft[], rates?: readonly [string, number][]): World {
  return world({
    asOf: '2024-03-31',
    currency: 'USD',
    instruments: [{ id: 'F', type: 'future', contractSize: 50 }],
    prices: {
      F: [
        ['2024-01-02', 2100],
        ['2024-02-01', 2112],
      ],
    },
    ...(rates === undefined ? {} : { rates: { USD: rates }, pivot: 'CHF' }),
    transactions: [deposit('2024-01-01', 30_000, { currency: 'USD' }), ...transactions],
  })
}

const balance = (w: World, to: string) => w.runQuery({ to }).performance.balance
const pnl = (w: World, list: 'open' | 'closed', to = '2024-03-31') => w.row(list, { to }).original.pnlAbs

describe('a closed position whose margin is posted later', () => {
  const w = history([trade('2024-01-02', 5, 2100), trade('2024-02-01', -5, 2110), margin('2024-02-06', 2500)])

  it('keeps its gain in the NAV until it is paid', () => {
    expect(balance(w, '2024-01-31').total).toBe(30_000)
    for (const day of ['2024-02-01', '2024-02-03', '2024-02-05'])
      expect(balance(w, day)).toEqual({ allocated: 2500, cash: 30_000, total: 32_500 })
    expect(balance(w, '2024-02-06')).toEqual({ allocated: 0, cash: 32_500, total: 32_500 })
    const { dailyBalance } = w.runQuery({ from: '2024-02-01', to: '2024-02-07' }).performance
    expect([...dailyBalance.total].slice(1)).toEqual(Array(7).fill(32_500))
  })

  it('realizes its gain when it is paid', () => {
    expect(pnl(w, 'closed', '2024-02-05')).toEqual({ total: 2500, realized: 0, unrealized: 2500 })
    expect(pnl(w, 'closed')).toEqual({ total: 2500, realized: 2500, unrealized: 0 })
  })

  it('is listed with its claim in the periods after its close, without exposure or collateral', () => {
    const period = { from: '2024-02-03', to: '2024-02-05' }
    const row = w.row('closed', period)
    expect(row.original).toMatchObject({ value: 2500, exposure: 0, pnlAbs: { total: 0 } })
    const { performance, ...result } = w.runQuery({ ...period, filter: { instrumentTypes: ['future'] } })
    expect(performance.openingBalance).toBe(2500)
    expect(performance.pnl.abs.total).toBe(0)
    expect(measureCoverage({ performance, ...result }).staleValue).toBe(0)
    for (const figure of ['value', 'pnl_abs_total', 'pnl_abs_unrealized'] as const) {
      const receipt = positionReceipt(w.runQuery(period), row.index, figure, 'original')
      expect(replayReceipt(receipt)).toBe(receipt.value)
    }
  })

  it('owes a loss until it is paid', () => {
    const lost = history([
      trade('2024-01-02', 5, 2100),
      trade('2024-02-01', -5, 2090),
      margin('2024-02-06', -2500),
    ])
    expect(balance(lost, '2024-02-05')).toEqual({ allocated: -2500, cash: 30_000, total: 27_500 })
    expect(balance(lost, '2024-02-06')).toEqual({ allocated: 0, cash: 27_500, total: 27_500 })
    expect(pnl(lost, 'closed').realized).toBe(-2500)
  })

  it('has a claim in the currency of the contract', () => {
    const converted = history(
      [trade('2024-01-02', 5, 2100), trade('2024-02-01', -5, 2110), margin('2024-02-06', 2500)],
      [
        ['2024-01-01', 0.9],
        ['2024-02-03', 0.8],
      ],
    )
    const inFrancs = (to: string) => converted.runQuery({ to, currency: 'CHF' }).performance
    expect(inFrancs('2024-02-02').balance.allocated).toBeCloseTo(2250, 9)
    expect(inFrancs('2024-02-03').balance.allocated).toBeCloseTo(2000, 9)
    expect(inFrancs('2024-02-06').balance).toMatchObject({ allocated: 0, total: 26_000 })
    expect(converted.row('closed', { currency: 'CHF' }).calculated.pnlAbs.realized).toBeCloseTo(2000, 9)
  })
})

describe('margin after a position was turned or reopened', () => {
  const expectSeparate = (w: World, day: string, paid: string) => {
    expect(balance(w, day).total).toBe(29_200)
    expect(pnl(w, 'closed', day)).toEqual({ total: 400, realized: 0, unrealized: 400 })
    expect(pnl(w, 'open', day)).toEqual({ total: -1200, realized: 0, unrealized: -1200 })
    expect(balance(w, paid)).toEqual({ allocated: 0, cash: 29_200, total: 29_200 })
    expect(pnl(w, 'closed', paid)).toEqual({ total: 400, realized: 400, unrealized: 0 })
    expect(pnl(w, 'open', paid)).toEqual({ total: -1200, realized: -1200, unrealized: 0 })
  }

  it('pays the closed position its gain and the new one its own', () => {
    const turned = history([
      trade('2024-01-02', 2, 2100),
      trade('2024-02-01', -5, 2104),
      margin('2024-02-02', -800),
    ])
    expectSeparate(turned, '2024-02-01', '2024-02-02')
    const reopened = history([
      trade('2024-01-02', 2, 2100),
      trade('2024-02-01', -2, 2104, 1),
      trade('2024-02-01', -3, 2104, 2),
      margin('2024-02-02', -800),
    ])
    expectSeparate(reopened, '2024-02-01', '2024-02-02')
  })

  it.each([
    ['by its time', 9],
    ['without a recorded order', undefined],
  ])('does so within one day when the margin comes last, %s', (_, timeMs) => {
    const w = history([
      trade('2024-01-02', 2, 2100),
      trade('2024-02-01', -5, 2104, timeMs === undefined ? undefined : 1),
      margin('2024-02-01', -800, timeMs === undefined ? {} : { timeMs }),
    ])
    expect(balance(w, '2024-02-01')).toEqual({ allocated: 0, cash: 29_200, total: 29_200 })
    expect(pnl(w, 'closed').total).toBe(400)
    expect(pnl(w, 'open').total).toBe(-1200)
  })

  it('does not change the NAV when it comes first by its time, and pays each its own next time', () => {
    const w = history([
      trade('2024-01-02', 2, 2100),
      margin('2024-02-01', -800, { timeMs: 1 }),
      trade('2024-02-01', -5, 2104, 2),
      margin('2024-02-09', 1),
    ])
    expect(balance(w, '2024-02-01')).toEqual({ allocated: 0, cash: 29_200, total: 29_200 })
    expect(pnl(w, 'closed', '2024-02-01').total).toBe(400)
    expect(pnl(w, 'closed')).toEqual({ total: 400, realized: 400, unrealized: 0 })
    expect(balance(w, '2024-02-09').total).toBe(29_200)
  })

  it('belongs to the contracts opened on its day, not to the income of the account', () => {
    const w = history([trade('2024-02-01', 5, 2100), margin('2024-02-01', 3000)])
    expect(balance(w, '2024-02-01')).toEqual({ allocated: 0, cash: 33_000, total: 33_000 })
    expect(pnl(w, 'open')).toEqual({ total: 3000, realized: 3000, unrealized: 0 })
  })

  it('goes to the position that its ex-date names', () => {
    const w = history([
      trade('2024-01-02', 2, 2100),
      trade('2024-02-01', -5, 2104),
      margin('2024-02-02', 400, { exOn: '2024-01-31' }),
    ])
    expect(pnl(w, 'closed').realized).toBe(400)
    expect(pnl(w, 'open').realized).toBe(0)
  })
})

describe('several closed positions that wait for margin', () => {
  const twoTrips = [
    trade('2024-01-02', 1, 2100),
    trade('2024-01-10', -1, 2110),
    trade('2024-01-11', 1, 2110),
    trade('2024-01-12', -1, 2104),
  ]
  const realized = (w: World, to: string) => w.rows('closed', { to }).map(row => row.original.pnlAbs.realized)

  it('are paid in full, oldest first', () => {
    const w = history([...twoTrips, margin('2024-01-15', 200)])
    expect(balance(w, '2024-01-14')).toEqual({ allocated: 200, cash: 30_000, total: 30_200 })
    expect(realized(w, '2024-01-15')).toEqual([500, -300])
    expect(balance(w, '2024-01-15')).toEqual({ allocated: 0, cash: 30_200, total: 30_200 })
  })

  it('are reduced by a payment that is too small', () => {
    const w = history([...twoTrips, margin('2024-01-15', 100), margin('2024-01-16', 100)])
    expect(realized(w, '2024-01-15')).toEqual([100, 0])
    expect(balance(w, '2024-01-15').total).toBe(30_200)
    expect(realized(w, '2024-01-16')).toEqual([500, -300])
  })

  it.each([2106, 2112])(
    'get nothing from a payment that an older one uses up, the last closed at %s',
    price => {
      const thirdTrip = [trade('2024-01-13', 1, 2108), trade('2024-01-14', -1, price)]
      const w = history([...twoTrips, ...thirdTrip, margin('2024-01-15', 500)])
      expect(realized(w, '2024-01-15')).toEqual([500, 0, 0])
      expect(balance(w, '2024-01-15').allocated).toBe(-300 + (price - 2108) * 50)
    },
  )

  it('settle each other where nothing is left to pay', () => {
    const w = history([
      trade('2024-01-02', 1, 2100),
      margin('2024-01-03', 100),
      trade('2024-01-10', -2, 2102),
      trade('2024-01-11', 1, 2102),
      trade('2024-01-12', 1, 2104),
      trade('2024-01-12', -1, 2104),
    ])
    expect(balance(w, '2024-01-12')).toEqual({ allocated: 0, cash: 30_100, total: 30_100 })
    const cancelling = history([
      trade('2024-01-02', 1, 2100),
      trade('2024-01-10', -1, 2102),
      trade('2024-01-11', 1, 2102),
      trade('2024-01-12', -1, 2100),
      trade('2024-03-01', 1, 2112),
      margin('2024-03-30', 5),
    ])
    expect(realized(cancelling, '2024-01-11')).toEqual([0])
    expect(realized(cancelling, '2024-01-12')).toEqual([100, -100])
    expect(balance(cancelling, '2024-02-01').total).toBe(30_000)
  })
})

describe('a gain that is not paid in full', () => {
  const w = history([trade('2024-01-02', 5, 2100), trade('2024-02-01', -5, 2110), margin('2024-02-05', 2000)])

  it('stays due, and is flagged after ten days', () => {
    expect(balance(w, '2024-03-31')).toEqual({ allocated: 500, cash: 32_000, total: 32_500 })
    expect(w.row('closed', { to: '2024-02-11' }).flags).toEqual([])
    expect(w.row('closed', { to: '2024-02-12' }).flags).toEqual(['overdue'])
    expect(w.row('closed', { from: '2024-03-01' }).flags).toEqual(['overdue', 'no_base'])
  })

  it('is paid with the next margin, before the contracts opened in the meantime', () => {
    const reopened = history([
      trade('2024-01-02', 5, 2100),
      trade('2024-02-01', -5, 2110),
      margin('2024-02-05', 2000),
      trade('2024-02-06', 1, 2102),
      margin('2024-02-07', 1000),
    ])
    expect(pnl(reopened, 'closed').realized).toBe(2500)
    expect(pnl(reopened, 'open')).toEqual({ total: 500, realized: 500, unrealized: 0 })
  })

  it('is not flagged for a rounded payment', () => {
    const rounded = history([
      trade('2024-01-02', 5, 2100),
      trade('2024-02-01', -5, 2110.001),
      margin('2024-02-05', 2500),
    ])
    expect(rounded.row('closed').original.value).toBeCloseTo(0.25, 9)
    expect(rounded.row('closed').flags).toEqual([])
  })

  it('is a debt where too much was paid', () => {
    const paidTwice = history([
      trade('2024-01-02', 5, 2100),
      trade('2024-02-01', -5, 2110),
      margin('2024-02-05', 2500),
      margin('2024-02-06', 2500),
    ])
    expect(balance(paidTwice, '2024-03-31')).toEqual({ allocated: -2500, cash: 35_000, total: 32_500 })
    expect(pnl(paidTwice, 'closed').total).toBe(2500)
    expect(paidTwice.row('closed').flags).toEqual(['overdue'])
  })
})

describe('the end of contracts in an account that posts margin', () => {
  it('leaves their last gain due when they expire at the close', () => {
    const w = history([
      trade('2024-01-02', 5, 2100),
      margin('2024-02-01', 1000),
      { on: '2024-02-10', type: 'expiry', instrument: 'F', quantity: -5 },
      margin('2024-02-12', 2000),
    ])
    expect(balance(w, '2024-02-11')).toEqual({ allocated: 2000, cash: 31_000, total: 33_000 })
    expect(balance(w, '2024-02-12')).toEqual({ allocated: 0, cash: 33_000, total: 33_000 })
    expect(pnl(w, 'closed').realized).toBe(3000)
  })

  it('keeps the gain of a part beside the rest', () => {
    const w = history([
      trade('2024-01-02', 3, 2100),
      trade('2024-01-10', 2, 2105),
      trade('2024-02-01', -4, 2110),
      margin('2024-02-02', 2100),
    ])
    expect(balance(w, '2024-02-01').total).toBe(32_100)
    expect(pnl(w, 'open', '2024-02-01')).toEqual({ total: 2100, realized: 0, unrealized: 2100 })
    expect(pnl(w, 'open')).toEqual({ total: 2100, realized: 2100, unrealized: 0 })
  })
})

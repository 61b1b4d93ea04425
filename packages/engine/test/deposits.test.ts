import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  openCurrencyViews,
  priceSeries,
  runQuery,
  type Transaction,
  toIsoDate,
} from '../src/index.ts'

const FIRST = 18_000
const DAYS = 8

/** Daily returns of an account with two instruments and cash, with or without a deposit invested pro rata at the close. */
function dailyReturns(
  closes: readonly (readonly number[])[],
  share: number | null,
  depositDay: number,
): number[] {
  const price = (instrument: number, day: number): number => closes[instrument]?.[day] ?? 1
  const trade = (id: string, instrument: number, day: number, quantity: number): Transaction => ({
    id,
    account: 'a',
    type: 'trade',
    day: FIRST + day,
    instrument: `i${instrument}`,
    quantity,
    price: price(instrument, day),
  })
  const held = [30, 20]
  const start = held.reduce((sum, quantity, instrument) => sum + quantity * price(instrument, 0), 500)
  const transactions: Transaction[] = [
    { id: 'd0', account: 'a', type: 'deposit', day: FIRST, currency: 'EUR', amount: start },
    ...held.map((quantity, instrument) => trade(`b${instrument}`, instrument, 0, quantity)),
  ]
  if (share !== null) {
    const value = held.reduce(
      (sum, quantity, instrument) => sum + quantity * price(instrument, depositDay),
      500,
    )
    transactions.push({
      id: 'd1',
      account: 'a',
      type: 'deposit',
      day: FIRST + depositDay,
      currency: 'EUR',
      amount: value * share,
    })
    held.forEach((quantity, instrument) => {
      transactions.push(trade(`c${instrument}`, instrument, depositDay, quantity * share))
    })
  }
  const lastDay = FIRST + DAYS - 1
  const prices = new Map(
    held.map((_, instrument) => [
      `i${instrument}`,
      priceSeries(
        (closes[instrument] ?? []).map((close, day) => [FIRST + day, close] as const),
        lastDay,
      ),
    ]),
  )
  const instruments = held.map((_, index) => ({
    id: `i${index}`,
    name: `i${index}`,
    type: 'equity' as const,
    currency: 'EUR',
  }))
  const snapshot = buildSnapshot(
    { accounts: [{ id: 'a', custodian: 'bank' }], instruments, transactions },
    { pivot: 'EUR', prices, rates: new Map() },
    lastDay,
  )
  const { dailyPnl } = runQuery(snapshot, openCurrencyViews(snapshot, 'EUR'), {
    period: { from: FIRST + 1, to: lastDay },
    mask: null,
  }).performance
  return Array.from(dailyPnl.pnl.total, (pnl, day) => (day === 0 ? 0 : pnl / (dailyPnl.base[day] ?? 1)))
}

const close = fc.integer({ min: 50, max: 150 })
const closes = fc.tuple(
  fc.array(close, { minLength: DAYS, maxLength: DAYS }),
  fc.array(close, { minLength: DAYS, maxLength: DAYS }),
)

describe('a deposit invested pro rata at the close of its day', () => {
  it('changes only the return of that day', () => {
    fc.assert(
      fc.property(
        closes,
        fc.integer({ min: 1, max: DAYS - 1 }),
        fc.integer({ min: 1, max: 8 }),
        (lines, day, quarters) => {
          const without = dailyReturns(lines, null, day)
          const withDeposit = dailyReturns(lines, quarters / 4, day)
          without.forEach((r, index) => {
            if (index !== day) expect(withDeposit[index]).toBeCloseTo(r, 10)
          })
        },
      ),
      { numRuns: 300, seed: 7 },
    )
  })

  it('changes no return if prices do not move that day', () => {
    fc.assert(
      fc.property(
        closes,
        fc.integer({ min: 1, max: DAYS - 1 }),
        fc.integer({ min: 1, max: 8 }),
        (lines, day, quarters) => {
          const still = lines.map(line =>
            line.map((value, index) => (index === day ? (line[day - 1] ?? value) : value)),
          )
          const without = dailyReturns(still, null, day)
          dailyReturns(still, quarters / 4, day).forEach((r, index) => {
            expect(r).toBeCloseTo(without[index] ?? 0, 10)
          })
        },
      ),
      { numRuns: 300, seed: 8 },
    )
  })

  it('halves the return of its day if it doubles the capital: 100 that grow to 110 return 5 %', () => {
    const snapshot = buildSnapshot(
      {
        accounts: [{ id: 'a', custodian: 'bank' }],
        instruments: [{ id: 'x', name: 'x', type: 'equity', currency: 'EUR' }],
        transactions: [
          { id: '1', account: 'a', type: 'deposit', day: FIRST, currency: 'EUR', amount: 100 },
          { id: '2', account: 'a', type: 'trade', day: FIRST, instrument: 'x', quantity: 1, price: 100 },
          { id: '3', account: 'a', type: 'deposit', day: FIRST + 1, currency: 'EUR', amount: 100 },
        ],
      },
      {
        pivot: 'EUR',
        prices: new Map([
          [
            'x',
            priceSeries(
              [
                [FIRST, 100],
                [FIRST + 1, 110],
              ],
              FIRST + 1,
            ),
          ],
        ]),
        rates: new Map(),
      },
      FIRST + 1,
    )
    const { pnl } = runQuery(snapshot, openCurrencyViews(snapshot, 'EUR'), {
      period: { from: FIRST + 1, to: FIRST + 1 },
      mask: null,
    }).performance
    expect(toIsoDate(FIRST)).toBe('2019-04-14')
    expect(pnl.rel.total).toBeCloseTo(0.05, 12)
  })
})

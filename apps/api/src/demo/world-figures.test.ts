import { generateWorld, type World } from '@plumbline/demo-world'
import {
  add,
  type Exact,
  exact,
  type Market,
  negate,
  openCurrencyViews,
  parseDay,
  positionRows,
  runQuery,
  toNumber,
} from '@plumbline/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoSnapshot, engineMarket } from './testing/demo-snapshot.ts'

let world: World
let market: Market

beforeAll(() => {
  world = generateWorld(parseDay('2026-11-13'))
  market = engineMarket(world)
})

const zero = exact('0')
const incoming = new Set(['deposit', 'transfer_in', 'trailer_fees'])
const outgoing = new Set(['withdrawal', 'transfer_out', 'fees_cash', 'tax'])
const signed = new Set(['dividend', 'coupon', 'interest', 'other_income', 'variation_margin'])
const moneyless = new Set(['split', 'spin_off', 'merger', 'valuation'])

/** The cash effect of a transaction, by the rules of the ledger. */
function cashEffects(
  transaction: World['transactions'][number],
  isMargined: boolean,
): [currency: string, change: Exact][] {
  const { type, currency } = transaction
  const net = exact(transaction.net ?? '0')
  const amount = exact(transaction.amount ?? '0')
  if (moneyless.has(type)) return []
  if (type === 'fx')
    return [
      [currency, negate(net)],
      [transaction.counterCurrency ?? '', exact(transaction.counterAmount ?? '0')],
    ]
  if (transaction.instrument && type.startsWith('transfer')) return []
  if (incoming.has(type)) return [[currency, amount]]
  if (outgoing.has(type)) return [[currency, negate(amount)]]
  if (signed.has(type) || (type === 'distribution' && transaction.quantity === null)) return [[currency, net]]
  return [[currency, isMargined || !transaction.quantity?.startsWith('-') ? negate(net) : net]]
}

/** Calls back with the balance after each transaction, in the order of day and sequence. */
function forEachBalance(onBalance: (account: string, currency: string, balance: Exact) => void): void {
  const types = new Map(world.instruments.map(({ key, type }) => [key, type]))
  const tracked = new Set(world.accounts.filter(({ cash }) => cash === 'tracked').map(({ key }) => key))
  const sums = new Map<string, Exact>()
  const ordered = world.transactions.toSorted((a, b) => a.day - b.day || a.sequence - b.sequence)
  for (const transaction of ordered) {
    if (!tracked.has(transaction.account)) continue
    const isMargined = ['future', 'fx_forward'].includes(types.get(transaction.instrument ?? '') ?? '')
    for (const [currency, change] of cashEffects(transaction, isMargined)) {
      const key = `${transaction.account} ${currency}`
      const balance = add(sums.get(key) ?? zero, change)
      sums.set(key, balance)
      onBalance(transaction.account, currency, balance)
    }
  }
}

describe('the cash of the demo world', () => {
  it('is overdrawn only in the account with a credit line', () => {
    const overdrawn = new Map<string, number>()
    forEachBalance((account, currency, balance) => {
      const key = `${account} ${currency}`
      if (balance.units < 0n) overdrawn.set(key, Math.min(overdrawn.get(key) ?? 0, toNumber(balance)))
    })
    expect([...overdrawn.keys()]).toEqual(['kestrel USD'])
    expect(overdrawn.get('kestrel USD')).toBeGreaterThan(-400_000)
  })

  it('equals the figures of the engine to the last digit', () => {
    const last = new Map<string, number>()
    forEachBalance((account, currency, balance) => last.set(`cash:${account}:${currency}`, toNumber(balance)))
    for (const { key } of world.families) {
      const snapshot = demoSnapshot(world, market, key)
      // The engine leaves out transactions it does not support, and their cash.
      if (snapshot.issues.length > 0) continue
      const period = { from: snapshot.firstDay + 1, to: world.asOf }
      const rows = positionRows(snapshot, openCurrencyViews(snapshot, 'CHF'), () => true, period, 'cash')
      expect(rows.length).toBeGreaterThan(0)
      for (const { key: cash, quantity } of rows)
        expect(`${cash} ${quantity}`).toBe(`${cash} ${last.get(cash) ?? 0}`)
    }
  })
})

/** Types that the engine may not support. */
const unsupported = new Set(['exercise', 'assignment', 'variation_margin', 'spin_off', 'merger'])

describe('the figures of the demo world', () => {
  it('leave out no transaction of a supported type', () => {
    for (const { key } of world.families) {
      const { issues } = demoSnapshot(world, market, key)
      expect(issues.filter(({ reason }) => !unsupported.has(reason))).toEqual([])
    }
  })

  it('are realistic: gains in the end, with long drawdowns before', () => {
    for (const { key, baseCurrency } of world.families) {
      const snapshot = demoSnapshot(world, market, key)
      const period = { from: snapshot.firstDay + 1, to: world.asOf }
      const { performance } = runQuery(snapshot, openCurrencyViews(snapshot, baseCurrency), {
        period,
        mask: null,
      })
      const { cashFlow, pnl, balance } = performance
      expect(pnl.abs.total).toBeGreaterThan(cashFlow.net * 0.2)
      expect(balance.total - cashFlow.net - pnl.abs.total).toBeCloseTo(0, 2)
      expect(longestDrawdown(performance.dailyPnl.cumulative.total)).toBeGreaterThan(365)
      expect(deepestDrawdown(performance.dailyPnl.cumulative.total)).toBeGreaterThan(pnl.abs.total * 0.2)
    }
  })

  it('of the main family are close to the design', () => {
    const snapshot = demoSnapshot(world, market, 'aebi-laurent')
    const period = { from: snapshot.firstDay + 1, to: world.asOf }
    const { performance } = runQuery(snapshot, openCurrencyViews(snapshot, 'CHF'), { period, mask: null })
    expect(performance.balance.total / 1e6).toBeGreaterThan(30)
    expect(performance.balance.total / 1e6).toBeLessThan(36)
    expect(performance.cashFlow.net / 1e6).toBeGreaterThan(22)
    expect(performance.cashFlow.net / 1e6).toBeLessThan(26)
  })
})

/** The longest time between a high and the next one, in days. */
function longestDrawdown(cumulative: Float64Array): number {
  let [high, since, longest] = [Number.NEGATIVE_INFINITY, 0, 0]
  cumulative.forEach((value, day) => {
    if (value > high) [high, since] = [value, day]
    longest = Math.max(longest, day - since)
  })
  return longest
}

function deepestDrawdown(cumulative: Float64Array): number {
  let [high, deepest] = [Number.NEGATIVE_INFINITY, 0]
  for (const value of cumulative) {
    high = Math.max(high, value)
    deepest = Math.max(deepest, high - value)
  }
  return deepest
}

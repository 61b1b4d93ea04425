import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  type Filter,
  groupRows,
  type Ledger,
  type Market,
  openCurrencyViews,
  priceSeries,
  runQuery,
  type Transaction,
} from '../src/index.ts'
import { anyRecipe } from './random/any-recipe.ts'
import { type GeneratedWorld, generatedMarket, generateWorld } from './random/random-ledger.ts'

const OWN = ['a', 'b', 'c']
const SCOPES: readonly Filter[] = [
  { accounts: OWN },
  { accounts: ['a'] },
  { accounts: OWN, instrumentTypes: ['equity', 'option', 'bond'] },
  { accounts: OWN, instrumentTypes: ['future', 'fx_forward'] },
]

/** The same ledger beside an account that turns over a million times as much, or more. */
function besideLargeAccount(world: GeneratedWorld): Ledger {
  const { accounts, instruments, transactions } = world.ledger
  const common = { account: 'z', currency: 'CHF' }
  const own: Transaction[] = [
    { ...common, id: 'z1', type: 'deposit', day: world.firstDay, amount: 4e12 },
    { ...common, id: 'z2', type: 'trade', day: world.firstDay, instrument: 'z', quantity: 1e10, price: 300 },
    { ...common, id: 'z3', type: 'trade', day: world.lastDay, instrument: 'z', quantity: -4e9, price: 310 },
  ]
  return {
    accounts: [...accounts, { id: 'z', custodian: 'bank' }],
    instruments: [...instruments, { id: 'z', name: 'z', type: 'fund', currency: 'CHF' }],
    transactions: [...transactions, ...own],
  }
}

function figures(ledger: Ledger, market: Market, world: GeneratedWorld, currency: string) {
  const snapshot = buildSnapshot(ledger, market, world.lastDay)
  const views = openCurrencyViews(snapshot, currency)
  const period = { from: world.firstDay, to: world.lastDay }
  return SCOPES.map(filter => {
    const result = runQuery(snapshot, views, { period, mask: null, filter, groupBy: 'instrument_type' })
    const { pnl, balance, cashFlow, dailyBalance } = result.performance
    const groups = groupRows(result).map(({ group, twr, contribution, weight }) => ({
      group,
      twr,
      contribution,
      weight,
    }))
    return { pnl, balance, cashFlow, values: [...dailyBalance.total], groups }
  })
}

describe('the figures of a scope', () => {
  it('do not depend on the amounts of other accounts', () => {
    fc.assert(
      fc.property(anyRecipe, recipe => {
        const world = generateWorld(recipe)
        const market = generatedMarket(world)
        const currency = (['CHF', 'EUR', 'USD'] as const)[recipe.seed % 3] ?? 'CHF'
        const alone = figures(world.ledger, market, world, currency)
        const prices = new Map(market.prices)
        prices.set('z', priceSeries([[world.firstDay, 305]], world.lastDay))
        const beside = figures(besideLargeAccount(world), { ...market, prices }, world, currency)
        expect(beside).toEqual(alone)
      }),
      { numRuns: 300, seed: 20_260_101 },
    )
  })
})

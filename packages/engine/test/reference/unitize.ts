import type { Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import { num } from './market.ts'

const known = new WeakMap<GeneratedWorld, GeneratedWorld>()

/** The same world with units for funds whose calls and valuations state money only. Worlds are immutable. */
export function withUnits(world: GeneratedWorld): GeneratedWorld {
  const found = known.get(world) ?? addUnits(world)
  known.set(world, found)
  return found
}

function addUnits(world: GeneratedWorld): GeneratedWorld {
  const funds = new Set(
    world.ledger.instruments.filter(({ type }) => type === 'private_equity').map(({ id }) => id),
  )
  const stakes = new Map<string, { units: ReturnType<typeof num>; price: ReturnType<typeof num> }>()
  const changed = new Map<string, Transaction>()
  const ordered = world.ledger.transactions
    .filter(({ instrument }) => funds.has(instrument ?? ''))
    .sort(
      (a, b) =>
        a.day - b.day ||
        (a.timeMs ?? 0) - (b.timeMs ?? 0) ||
        // Without times a valuation comes before the calls of its day.
        Number(b.type === 'valuation') - Number(a.type === 'valuation') ||
        (a.id < b.id ? -1 : 1),
    )
  for (const entry of ordered) {
    const key = `${entry.account}/${entry.instrument}`
    const stake = stakes.get(key) ?? { units: num(0), price: num(1) }
    stakes.set(key, stake)
    if (entry.type === 'capital_call' && entry.quantity === undefined) {
      const units = num(entry.amount ?? 0).div(stake.price)
      stake.units = stake.units.add(units)
      changed.set(entry.id, { ...entry, quantity: units.toString() })
    } else if (entry.type === 'valuation') {
      if (entry.price !== undefined) stake.price = num(entry.price)
      else if (stake.units.gt(0)) {
        stake.price = num(entry.amount ?? 0).div(stake.units)
        changed.set(entry.id, { ...entry, price: stake.price.toString() })
      }
    } else stake.units = stake.units.add(entry.quantity ?? 0)
  }
  const transactions = world.ledger.transactions.map(entry => changed.get(entry.id) ?? entry)
  return { ...world, ledger: { ...world.ledger, transactions } }
}

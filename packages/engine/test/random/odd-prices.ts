import type { Quote, Transaction } from '../../src/index.ts'
import { cents, chance, createRandom } from './draws.ts'
import type { GeneratedWorld } from './generated-world.ts'

/** Instruments whose prices can fall below 0. */
const CAN_BE_NEGATIVE: ReadonlySet<string> = new Set(['future', 'commodity', 'other'])

/** States a price or amount of 0 where nothing was paid: bonus shares, rewards, deliveries, spun-off shares. */
function withZeroPrice(transaction: Transaction): Transaction {
  const { type, quantity, link, price, amount, ...rest } = transaction
  const common = { ...rest, type, ...(quantity === undefined ? {} : { quantity }) }
  const isFree = type === 'staking_reward' || (type === 'trade' && Number(quantity) > 0)
  if (isFree) return { ...common, price: 0 }
  if ((type === 'transfer_in' || type === 'transfer_out') && link === undefined)
    return { ...common, ...(price === undefined ? { amount: 0 } : { price: 0 }) }
  return type === 'spin_off' && Number(quantity) !== 0
    ? { ...transaction, price: 0, ...(amount === undefined ? {} : { amount: 0 }) }
    : transaction
}

/**
 * The same world with prices that are rare in markets and usual in exports: transactions that state a price of 0, and
 * futures, commodities and spreads that trade below 0. It draws from its own stream, so that the ledger of a seed stays
 * as it is without them.
 */
export function withOddPrices(world: GeneratedWorld, seed: number): GeneratedWorld {
  const draw = createRandom(seed ^ 0x5bd1e995)
  const shifts = new Map<string, number>()
  const contracts = new Set<string>()
  for (const { id, type } of world.ledger.instruments) {
    if (type === 'future' || type === 'fx_forward' || type === 'loan') contracts.add(id)
    if (CAN_BE_NEGATIVE.has(type) && id !== 'i12' && draw(2) === 0) shifts.set(id, 20 + draw(70))
  }
  const transactions = world.ledger.transactions.map((transaction): Transaction => {
    const { instrument = '', price } = transaction
    const shift = shifts.get(instrument)
    const isZero = chance({ draw }, 12) && !contracts.has(instrument)
    if (isZero) return withZeroPrice(transaction)
    return shift === undefined || price === undefined || Number(price) === 0
      ? transaction
      : { ...transaction, price: cents(Number(price) - shift) }
  })
  const quotes = new Map(world.quotes)
  for (const [id, shift] of shifts)
    quotes.set(
      id,
      (world.quotes.get(id) ?? []).map(([day, value]): Quote => [day, cents(value - shift)]),
    )
  return { ...world, quotes, ledger: { ...world.ledger, transactions } }
}

import type { Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from './random-ledger.ts'

/** Linked transactions stay together: one side alone is another ledger. */
function groupLinked(transactions: readonly Transaction[]): Transaction[][] {
  const groups = new Map<string, Transaction[]>()
  transactions.forEach((transaction, place) => {
    const key = transaction.link ?? `#${place}`
    groups.set(key, [...(groups.get(key) ?? []), transaction])
  })
  return [...groups.values()]
}

function withTransactions(world: GeneratedWorld, kept: readonly Transaction[][]): GeneratedWorld {
  const wanted = new Set(kept.flat())
  return {
    ...world,
    ledger: { ...world.ledger, transactions: world.ledger.transactions.filter(entry => wanted.has(entry)) },
  }
}

/**
 * Removes transactions as long as the ledger still fails: halves first, then smaller parts, down to single ones. What is
 * left fails, and without any one of its transactions it does not.
 */
export function shrinkWorld(
  world: GeneratedWorld,
  fails: (smaller: GeneratedWorld) => boolean,
): GeneratedWorld {
  let kept = groupLinked(world.ledger.transactions)
  for (let size = Math.ceil(kept.length / 2); size >= 1; ) {
    const before = kept.length
    for (let from = 0; from < kept.length; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)]
      if (fewer.length > 0 && fails(withTransactions(world, fewer))) kept = fewer
      else from += size
    }
    // Single transactions are tried until none can be removed any more.
    if (size > 1) size = Math.ceil(size / 2)
    else if (kept.length === before) break
  }
  return withTransactions(world, kept)
}

/** A ledger in few lines: the accounts and instruments that its transactions name, their quotes, and the transactions. */
export function describeWorld({ ledger, quotes, rates, firstDay, lastDay }: GeneratedWorld): string {
  const accounts = new Set(ledger.transactions.map(({ account }) => account))
  const instruments = new Set(ledger.transactions.map(({ instrument }) => instrument))
  const day = (value: number): number => value - firstDay
  const list = (of: ReadonlyMap<string, readonly (readonly [number, number])[]>, key: string): string =>
    JSON.stringify((of.get(key) ?? []).slice(0, 40).map(([on, value]) => [day(on), value]))
  return [
    `days 0 to ${day(lastDay)} (0 is day ${firstDay})`,
    ...ledger.accounts.filter(({ id }) => accounts.has(id)).map(account => JSON.stringify(account)),
    ...ledger.instruments
      .filter(({ id }) => instruments.has(id))
      .map(instrument => `${JSON.stringify(instrument)} quotes ${list(quotes, instrument.id)}`),
    ...[...rates.keys()].map(currency => `rates of ${currency} ${list(rates, currency)}`),
    ...ledger.transactions.map(({ day: on, ...facts }) => `day ${day(on)} ${JSON.stringify(facts)}`),
  ].join('\n')
}

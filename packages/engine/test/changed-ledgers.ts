import {
  buildSnapshot,
  type Filter,
  type Ledger,
  LOT_METHODS,
  type Market,
  openCurrencyView,
  type Performance,
  type QueryResult,
  reusedColumns,
  runQuery,
  type Transaction,
} from '../src/index.ts'
import { expectEqual, measureTurnover, type Trial } from './expect-equal.ts'
import { withoutConvertedGains } from './own-currency-gains.ts'
import { type GeneratedWorld, generatedMarket } from './random/random-ledger.ts'

/** Reused between queries, because the invariants must also hold in memory with figures of an earlier query. */
export const columns = reusedColumns()

/** Scopes that every invariant is checked on: everything, one account, securities without cash, one currency, one side, contracts, interest. */
export const SCOPES: readonly Filter[] = [
  {},
  { accounts: ['a'] },
  { instrumentTypes: ['equity', 'option', 'bond'] },
  { currencies: ['USD'] },
  { sides: ['short'] },
  { instrumentTypes: ['future', 'fx_forward', 'option'] },
  { instrumentTypes: ['bond', 'structured_product', 'loan', 'private_equity'] },
]

/** The figures of a scope over the whole period that do not lie in reused memory. */
interface Totals extends Pick<Performance, 'cashFlow'> {
  readonly pnl: Performance['pnl']
  readonly value: number
  readonly turnover: number
}

function readTotals(performance: Performance): Totals {
  const { pnl, cashFlow, balance } = performance
  return { pnl, cashFlow, value: balance.total, turnover: measureTurnover(performance) }
}

/** Compares the whole period with its two parts. */
export function checkPeriodsChain(
  { world, totals }: Pick<Unchanged, 'world' | 'totals'>,
  { snapshot, views }: Pick<QueryResult, 'snapshot' | 'views'>,
  middle: number,
  violations: string[],
): void {
  totals.forEach((whole, scope) => {
    const filter = SCOPES[scope] ?? {}
    const result = (from: number, to: number): Totals => {
      columns.release()
      return readTotals(
        runQuery(snapshot, views, { period: { from, to }, mask: null, filter, columns }).performance,
      )
    }
    const first = result(world.firstDay, middle)
    const second = result(middle + 1, world.lastDay)
    const trial: Trial = { violations, turnover: whole.turnover }
    expectEqual(trial, 'value does not depend on where the period begins', second.value, whole.value)
    expectEqual(
      trial,
      'P/L of periods chains',
      first.pnl.abs.total + second.pnl.abs.total,
      whole.pnl.abs.total,
    )
    expectEqual(
      trial,
      'realized of periods chains',
      first.pnl.abs.realized + second.pnl.abs.realized,
      whole.pnl.abs.realized,
    )
    expectEqual(trial, 'flows of periods chain', first.cashFlow.net + second.cashFlow.net, whole.cashFlow.net)
    const growth = (1 + (first.pnl.rel.total ?? 0)) * (1 + (second.pnl.rel.total ?? 0)) - 1
    if (whole.pnl.rel.total !== null)
      expectEqual(trial, 'returns of periods chain', growth, whole.pnl.rel.total, 1 + 100 * Math.abs(growth))
  })
}

/** Totals over the whole period in several scopes, without groups: the order of sums decides the last bit. */
function readScopes(
  { firstDay, lastDay }: GeneratedWorld,
  { snapshot, views }: Pick<QueryResult, 'snapshot' | 'views'>,
  filters: readonly Filter[],
): Totals[] {
  return filters.map(filter => {
    columns.release()
    const query = { period: { from: firstDay, to: lastDay }, mask: null, filter, columns }
    return readTotals(runQuery(snapshot, views, query).performance)
  })
}

/** The same of a changed ledger. */
function wholePeriods(
  world: GeneratedWorld,
  market: Market,
  ledger: Ledger,
  currency: string,
  filters: readonly Filter[],
): Totals[] {
  const snapshot = buildSnapshot(ledger, market, world.lastDay)
  // Totals need no figures in the positions' own currencies.
  const calculated = openCurrencyView(snapshot, currency)
  return readScopes(world, { snapshot, views: { calculated, original: calculated } }, filters)
}

const EVERYTHING: readonly Filter[] = [{}]

/** The scopes that are also checked on changed ledgers. */
const CHANGED_SCOPES = SCOPES.slice(0, 3)

/** What the checks of changed ledgers start from: the totals of the ledger as it is, in `CHANGED_SCOPES`. */
export interface Unchanged {
  readonly world: GeneratedWorld
  readonly market: Market
  readonly currency: string
  readonly totals: readonly Totals[]
}

/** The totals of a snapshot in the scopes that are also checked on changed ledgers. */
export function unchangedTotals(
  world: GeneratedWorld,
  built: Pick<QueryResult, 'snapshot' | 'views'>,
): Totals[] {
  return readScopes(world, built, CHANGED_SCOPES)
}

/** Totals and flows are the same under every lot method. */
export function checkLotMethods({ world, market, currency }: Unchanged, violations: string[]): void {
  const transactions = withoutConvertedGains(world.ledger)
  const results = LOT_METHODS.flatMap(lotMethod => {
    const accounts = world.ledger.accounts.map(account => ({ ...account, lotMethod }))
    return wholePeriods(world, market, { ...world.ledger, accounts, transactions }, currency, EVERYTHING)
  })
  const [first] = results
  if (!first) return
  for (const other of results.slice(1)) {
    const trial: Trial = { violations, turnover: first.turnover }
    expectEqual(trial, 'total under another lot method', other.pnl.abs.total, first.pnl.abs.total)
    expectEqual(trial, 'flow under another lot method', other.cashFlow.net, first.cashFlow.net)
  }
}

/** Figures do not depend on the order of accounts, instruments and transactions. */
export function checkInputOrder({ world, market, currency, totals }: Unchanged, violations: string[]): void {
  const { accounts, instruments, transactions } = world.ledger
  const turned = {
    accounts: accounts.toReversed(),
    instruments: instruments.toReversed(),
    transactions: transactions.toReversed(),
  }
  wholePeriods(world, market, turned, currency, CHANGED_SCOPES).forEach((b, scope) => {
    const a = totals[scope]
    const isSame =
      a &&
      a.pnl.abs.total === b.pnl.abs.total &&
      a.pnl.abs.realized === b.pnl.abs.realized &&
      a.pnl.rel.total === b.pnl.rel.total
    if (!isSame) violations.push(`order of input: ${JSON.stringify(a?.pnl)} is not ${JSON.stringify(b.pnl)}`)
  })
}

const halved = (value: Transaction['price']): number => Number(value) / 2

/** The instrument that is split: an ordinary share. */
const SPLIT = 'i0'

/** A transaction in units after a two-for-one split: twice the quantity at half the price. */
function splitUnits(transaction: Transaction): Transaction {
  const { quantity, price, lots } = transaction
  return {
    ...transaction,
    ...(quantity === undefined ? {} : { quantity: Number(quantity) * 2 }),
    ...(price === undefined ? {} : { price: halved(price) }),
    ...(lots === undefined
      ? {}
      : { lots: lots.map(lot => ({ ...lot, quantity: Number(lot.quantity) * 2 })) }),
  }
}

/** The same world with a two-for-one split of one instrument: later quantities double, later prices halve. */
function withSplit(world: GeneratedWorld, day: number): GeneratedWorld {
  const transactions = world.ledger.transactions.map((transaction): Transaction => {
    if (transaction.instrument !== SPLIT) return transaction
    const arrival = world.ledger.transactions
      .filter(other => transaction.link !== undefined && other.link === transaction.link)
      .reduce((latest, other) => Math.max(latest, other.day), transaction.day)
    // Each side of a transfer states units of its own day.
    const isTransfer = transaction.type === 'transfer_in' || transaction.type === 'transfer_out'
    return (isTransfer ? transaction.day : arrival) < day ? transaction : splitUnits(transaction)
  })
  const quotes = new Map(world.quotes)
  quotes.set(
    SPLIT,
    (world.quotes.get(SPLIT) ?? []).map(([on, value]) => [on, on >= day ? value / 2 : value] as const),
  )
  const instruments = world.ledger.instruments.map(instrument =>
    instrument.id === SPLIT ? { ...instrument, splits: [{ day, numerator: 2, denominator: 1 }] } : instrument,
  )
  return { ...world, quotes, ledger: { ...world.ledger, instruments, transactions } }
}

/** The world without the splits that could be taken for the one that is added, and its totals. */
function withoutSplits({ world, currency, totals }: Unchanged): Omit<Unchanged, 'market'> {
  const transactions = world.ledger.transactions.filter(
    ({ type, instrument }) => type !== 'split' || instrument === 'i5',
  )
  const isListed = world.ledger.instruments.some(({ splits = [] }) => splits.length > 0)
  if (!isListed && transactions.length === world.ledger.transactions.length)
    return { world, currency, totals }
  const instruments = world.ledger.instruments.map(instrument => ({ ...instrument, splits: [] }))
  const plain = { ...world, ledger: { ...world.ledger, instruments, transactions } }
  return {
    world: plain,
    currency,
    totals: wholePeriods(plain, generatedMarket(plain), plain.ledger, currency, CHANGED_SCOPES),
  }
}

/** A split changes no total. A ledger that never holds the instrument has nothing to check. */
export function checkSplit(unchanged: Unchanged, day: number, violations: string[]): void {
  if (!unchanged.world.ledger.transactions.some(({ instrument }) => instrument === SPLIT)) return
  const { world, currency, totals } = withoutSplits(unchanged)
  const split = withSplit(world, day)
  wholePeriods(split, generatedMarket(split), split.ledger, currency, CHANGED_SCOPES).forEach((b, scope) => {
    const a = totals[scope]
    if (!a) return
    const trial: Trial = { violations, turnover: a.turnover }
    expectEqual(trial, 'total with a split', b.pnl.abs.total, a.pnl.abs.total)
    expectEqual(trial, 'realized with a split', b.pnl.abs.realized, a.pnl.abs.realized)
    expectEqual(trial, 'value with a split', b.value, a.value)
    const scale = 1 + 100 * Math.abs(a.pnl.rel.total ?? 0)
    expectEqual(trial, 'return with a split', b.pnl.rel.total ?? 0, a.pnl.rel.total ?? 0, scale)
  })
}

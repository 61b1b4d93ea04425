import { unitsOn } from '../src/currency/position-value.ts'
import {
  buildSnapshot,
  type CurrencyViews,
  computeFees,
  exact,
  type Filter,
  groupRows,
  type Ledger,
  LOT_METHODS,
  type Market,
  openCurrencyViews,
  type Performance,
  type PortfolioSnapshot,
  positionContributions,
  positionRows,
  type QueryResult,
  reusedColumns,
  runQuery,
  type Transaction,
  toText,
  transactionRows,
} from '../src/index.ts'
import { cashSums } from './exact-cash.ts'
import {
  contributionRounding,
  expectEqual,
  measureTurnover,
  type Trial,
  valueRounding,
} from './expect-equal.ts'
import { withoutConvertedGains } from './own-currency-gains.ts'
import { buildPlanted, NO_PLANT, type Plant } from './plants.ts'
import {
  type GeneratedWorld,
  generatedMarket,
  generateWorld,
  type LedgerRecipe,
} from './random/random-ledger.ts'
import { DailyNav } from './reference/daily-nav.ts'
import { navDifferences } from './reference/nav-differences.ts'
import { unrealizedByDefinition, wrongUnrealized } from './unrealized.ts'

/** Scopes that every invariant is checked on: everything, one account, securities without cash, one currency, one side, contracts, interest. */
const SCOPES: readonly Filter[] = [
  {},
  { accounts: ['a'] },
  { instrumentTypes: ['equity', 'option', 'bond'] },
  { currencies: ['USD'] },
  { sides: ['short'] },
  { instrumentTypes: ['future', 'fx_forward', 'option'] },
  { instrumentTypes: ['bond', 'structured_product', 'loan', 'private_equity'] },
]

/** Searches a result for numbers that are not finite. @returns the path of the first one, or null. */
function findNaN(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : ''
  if (value === null || typeof value !== 'object') return null
  if (value instanceof Float64Array) return value.every(Number.isFinite) ? null : ''
  if (ArrayBuffer.isView(value)) return null
  for (const key in value) {
    const found = findNaN((value as Readonly<Record<string, unknown>>)[key])
    if (found !== null) return `.${key}${found}`
  }
  return null
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

function checkGroups(
  trial: Trial,
  name: string,
  groups: ReturnType<typeof groupRows>,
  { pnl, balance, cashFlow }: Performance,
): void {
  expectEqual(trial, `${name}: groups' P/L adds up`, sum(groups.map(group => group.pnl.total)), pnl.abs.total)
  expectEqual(
    trial,
    `${name}: groups' realized adds up`,
    sum(groups.map(group => group.pnl.realized)),
    pnl.abs.realized,
  )
  expectEqual(trial, `${name}: groups' value adds up`, sum(groups.map(group => group.value)), balance.total)
  expectEqual(trial, `${name}: groups' flows add up`, sum(groups.map(group => group.cashFlow)), cashFlow.net)
}

function checkResult(result: QueryResult, name: string, violations: string[]): void {
  const { performance, snapshot, views, isIn, period } = result
  const { pnl, openingBalance, cashFlow, balance, dailyPnl } = performance
  const trial: Trial = {
    violations,
    turnover: measureTurnover(performance),
    rounding: valueRounding(result),
  }
  expectEqual(
    trial,
    `${name}: end = start + flow + P/L`,
    balance.total,
    openingBalance + cashFlow.net + pnl.abs.total,
  )
  expectEqual(
    trial,
    `${name}: total = realized + unrealized`,
    pnl.abs.total,
    pnl.abs.realized + pnl.abs.unrealized,
  )
  expectEqual(trial, `${name}: unrealized by definition`, pnl.abs.unrealized, unrealizedByDefinition(result))
  expectEqual(trial, `${name}: days add up`, sum(dailyPnl.pnl.total), pnl.abs.total)
  const groups = groupRows(result)
  checkGroups(trial, name, groups, performance)
  if (pnl.rel.total !== null) {
    const scale = 1 + Math.max(...dailyPnl.cumulativeReturn.total.map(Math.abs))
    expectEqual(
      trial,
      `${name}: contributions add up`,
      sum(groups.map(group => group.contribution.total ?? 0)),
      pnl.rel.total,
      scale * 100 + contributionRounding(trial, performance),
    )
    expectEqual(
      trial,
      `${name}: parts of the return add up`,
      pnl.rel.total,
      (pnl.rel.realized ?? 0) + (pnl.rel.unrealized ?? 0),
      scale,
    )
  }
  const contributions = positionContributions(result)
  if (contributions !== null && pnl.rel.total !== null) {
    const scale = 100 + 100 * Math.max(...dailyPnl.cumulativeReturn.total.map(Math.abs))
    expectEqual(
      trial,
      `${name}: positions' contributions add up`,
      sum(contributions),
      pnl.rel.total,
      scale + contributionRounding(trial, performance),
    )
  }
  const posted = sum(
    transactionRows(result).map(
      row => row.calculated.realized + row.calculated.income - row.calculated.fees - row.calculated.taxes,
    ),
  )
  expectEqual(trial, `${name}: transactions add up to realized`, posted, pnl.abs.realized)
  const rows = (['open', 'closed', 'cash'] as const).flatMap(list =>
    positionRows(snapshot, views, position => isIn[position] === 1, period, list),
  )
  const rowSum = sum(rows.map(row => row.calculated.pnlAbs.total ?? 0))
  if (rows.every(row => row.calculated.pnlAbs.total !== null)) {
    const realized = sum(rows.map(row => row.calculated.pnlAbs.realized ?? 0))
    expectEqual(trial, `${name}: positions add up`, rowSum, pnl.abs.total)
    expectEqual(trial, `${name}: positions' realized adds up`, realized, pnl.abs.realized)
  }
  const fees = computeFees(result)
  expectEqual(
    trial,
    `${name}: fees by group add up`,
    sum(fees.groups.map(group => group.sum)),
    fees.total.sum,
  )
  const broken = findNaN({ performance, groups, rows, fees, cost: views.calculated.costAfter })
  if (broken !== null) violations.push(`${name}: not a number at ${broken}`)
}

function checkPeriodsChain(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  world: GeneratedWorld,
  middle: number,
  violations: string[],
): void {
  for (const filter of SCOPES.slice(0, 3)) {
    const result = (from: number, to: number) =>
      runQuery(snapshot, views, { period: { from, to }, mask: null, filter }).performance
    const whole = result(world.firstDay, world.lastDay)
    const first = result(world.firstDay, middle)
    const second = result(middle + 1, world.lastDay)
    const trial: Trial = { violations, turnover: measureTurnover(whole) }
    expectEqual(
      trial,
      'value does not depend on where the period begins',
      second.balance.total,
      whole.balance.total,
    )
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
  }
}

/** Performance over the whole period in several scopes of one snapshot. */
function wholePeriods(
  world: GeneratedWorld,
  market: Market,
  ledger: Ledger,
  currency: string,
  filters: readonly Filter[],
): Performance[] {
  const snapshot = buildSnapshot(ledger, market, world.lastDay)
  const views = openCurrencyViews(snapshot, currency)
  const period = { from: world.firstDay, to: world.lastDay }
  return filters.map(filter => runQuery(snapshot, views, { period, mask: null, filter }).performance)
}

const EVERYTHING: readonly Filter[] = [{}]
const THREE_SCOPES = SCOPES.slice(0, 3)

function checkLotMethods(
  world: GeneratedWorld,
  market: Market,
  currency: string,
  violations: string[],
): void {
  const transactions = withoutConvertedGains(world.ledger)
  const results = LOT_METHODS.flatMap(lotMethod => {
    const accounts = world.ledger.accounts.map(account => ({ ...account, lotMethod }))
    return wholePeriods(world, market, { ...world.ledger, accounts, transactions }, currency, EVERYTHING)
  })
  const [first] = results
  if (!first) return
  for (const other of results.slice(1)) {
    const trial: Trial = { violations, turnover: measureTurnover(first) }
    expectEqual(trial, 'total under another lot method', other.pnl.abs.total, first.pnl.abs.total)
    expectEqual(trial, 'flow under another lot method', other.cashFlow.net, first.cashFlow.net)
  }
}

function checkInputOrder(
  world: GeneratedWorld,
  market: Market,
  currency: string,
  violations: string[],
): void {
  const { accounts, instruments, transactions } = world.ledger
  const turned = {
    accounts: accounts.toReversed(),
    instruments: instruments.toReversed(),
    transactions: transactions.toReversed(),
  }
  const straight = wholePeriods(world, market, world.ledger, currency, THREE_SCOPES)
  wholePeriods(world, market, turned, currency, THREE_SCOPES).forEach((b, scope) => {
    const a = straight[scope]
    const isSame =
      a &&
      a.pnl.abs.total === b.pnl.abs.total &&
      a.pnl.abs.realized === b.pnl.abs.realized &&
      a.pnl.rel.total === b.pnl.rel.total
    if (!isSame) violations.push(`order of input: ${JSON.stringify(a?.pnl)} is not ${JSON.stringify(b.pnl)}`)
  })
}

function checkCash(world: GeneratedWorld, snapshot: PortfolioSnapshot, violations: string[]): void {
  const sums = cashSums(world.ledger)
  snapshot.positions.keys.forEach((key, position) => {
    if ((snapshot.positions.instrument[position] ?? 0) >= 0) return
    const found = toText(exact(unitsOn(snapshot, position, world.lastDay)))
    const wanted = sums.get(key) === undefined ? '0' : sums.get(key)
    // Balances are shown as the nearest float64.
    if (wanted != null && found !== toText(exact(Number(wanted))))
      violations.push(`cash ${key}: ${found} is not ${wanted}`)
  })
}

const halved = (value: Transaction['price']): number => Number(value) / 2

/** The same world with a two-for-one split of one instrument: later quantities double, later prices halve. */
function withSplit(world: GeneratedWorld, day: number): GeneratedWorld {
  const id = 'i0'
  const transactions = world.ledger.transactions.map((transaction): Transaction => {
    const { instrument, quantity, price, lots } = transaction
    const arrival = Math.max(
      transaction.day,
      ...world.ledger.transactions
        .filter(other => transaction.link !== undefined && other.link === transaction.link)
        .map(other => other.day),
    )
    // Each side of a transfer states units of its own day.
    const isTransfer = transaction.type === 'transfer_in' || transaction.type === 'transfer_out'
    if (instrument !== id || (isTransfer ? transaction.day : arrival) < day) return transaction
    return {
      ...transaction,
      ...(quantity === undefined ? {} : { quantity: Number(quantity) * 2 }),
      ...(price === undefined ? {} : { price: halved(price) }),
      ...(lots === undefined
        ? {}
        : { lots: lots.map(lot => ({ ...lot, quantity: Number(lot.quantity) * 2 })) }),
    }
  })
  const quotes = new Map(world.quotes)
  quotes.set(
    id,
    (world.quotes.get(id) ?? []).map(([on, value]) => [on, on >= day ? value / 2 : value] as const),
  )
  const instruments = world.ledger.instruments.map(instrument =>
    instrument.id === id ? { ...instrument, splits: [{ day, numerator: 2, denominator: 1 }] } : instrument,
  )
  return { ...world, quotes, ledger: { ...world.ledger, instruments, transactions } }
}

function checkSplit(generated: GeneratedWorld, day: number, currency: string, violations: string[]): void {
  const instruments = generated.ledger.instruments.map(instrument => ({ ...instrument, splits: [] }))
  // A posted split could be taken for the one that is added.
  const transactions = generated.ledger.transactions.filter(
    ({ type, instrument }) => type !== 'split' || instrument === 'i5',
  )
  const world = { ...generated, ledger: { ...generated.ledger, instruments, transactions } }
  const other = withSplit(world, day)
  const without = wholePeriods(world, generatedMarket(world), world.ledger, currency, THREE_SCOPES)
  wholePeriods(other, generatedMarket(other), other.ledger, currency, THREE_SCOPES).forEach((b, scope) => {
    const a = without[scope]
    if (!a) return
    const trial: Trial = { violations, turnover: measureTurnover(a) }
    expectEqual(trial, 'total with a split', b.pnl.abs.total, a.pnl.abs.total)
    expectEqual(trial, 'realized with a split', b.pnl.abs.realized, a.pnl.abs.realized)
    expectEqual(trial, 'value with a split', b.balance.total, a.balance.total)
    const scale = 1 + 100 * Math.abs(a.pnl.rel.total ?? 0)
    expectEqual(trial, 'return with a split', b.pnl.rel.total ?? 0, a.pnl.rel.total ?? 0, scale)
  })
}

/** Compares values and NAV at every close with those that follow from the ledger alone. */
function checkNav(
  world: GeneratedWorld,
  { snapshot, views, performance }: QueryResult,
  violations: string[],
): void {
  const shown = [{ account: null, ...performance.dailyBalance }]
  violations.push(...navDifferences(new DailyNav(world), snapshot, views.calculated, shown))
}

/** Reused between queries, because the invariants must also hold in memory with figures of an earlier query. */
const columns = reusedColumns()

/** Checks every invariant on the ledger of a recipe. @returns the violations. */
export function brokenInvariants(recipe: LedgerRecipe): string[] {
  return checkInvariants(generateWorld(recipe), recipe.seed)
}

/** Checks every invariant on one ledger. The seed chooses the currency and the periods. @returns the violations. */
export function checkInvariants(
  world: GeneratedWorld,
  seed: number,
  /** Simulates a defect of the engine, to test that the invariants detect it. */
  plant: Plant = NO_PLANT,
): string[] {
  const violations: string[] = []
  const market = generatedMarket(world)
  const snapshot = buildPlanted(world, market, plant)
  const currency = (['CHF', 'EUR', 'USD'] as const)[seed % 3] ?? 'CHF'
  const views = openCurrencyViews(snapshot, currency)
  const middle = world.firstDay + Math.floor((world.lastDay - world.firstDay + 1) / 3)
  SCOPES.forEach((filter, index) => {
    const whole = { from: world.firstDay, to: world.lastDay }
    const inner = { from: middle, to: Math.max(middle, world.lastDay - 3) }
    // To save time, each scope is checked on a part of the period in half of the ledgers only.
    for (const period of (seed + index) % 2 === 0 ? [whole, inner] : [whole]) {
      const groupBy =
        (
          ['instrument_type', 'account', 'currency', 'side', 'sector', 'currency', 'instrument_type'] as const
        )[index] ?? 'country'
      const feesBy =
        (['custodian', 'account', 'transaction_type', 'instrument_type'] as const)[index] ?? 'custodian'
      columns.release()
      const result = runQuery(snapshot, views, { period, mask: null, filter, groupBy, feesBy, columns })
      checkResult(result, `scope ${index}`, violations)
      if (index === 0 && period === whole) checkNav(world, result, violations)
    }
  })
  const view = seed % 2 === 0 ? views.calculated : views.original
  for (const to of [middle, world.lastDay]) violations.push(...wrongUnrealized(snapshot, view, to))
  checkPeriodsChain(snapshot, views, world, middle, violations)
  checkLotMethods(world, market, currency, violations)
  checkInputOrder(world, market, currency, violations)
  checkCash(world, snapshot, violations)
  checkSplit(world, middle, currency, violations)
  return violations
}

import { unitsOn, worthOn } from '../src/currency/currency-view.ts'
import {
  buildSnapshot,
  type CurrencyViews,
  exact,
  type Filter,
  feesOf,
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
import { EVENT } from '../src/posting/journal.ts'
import { cashSums } from './exact-cash.ts'
import {
  type GeneratedWorld,
  generateWorld,
  type LedgerRecipe,
  marketOfWorld,
} from './random/random-ledger.ts'

/** Scopes every invariant is tried on: everything, one account, securities without cash, one currency, one side, contracts, interest. */
const SCOPES: readonly Filter[] = [
  {},
  { accounts: ['a'] },
  { instrumentTypes: ['equity', 'option', 'bond'] },
  { currencies: ['USD'] },
  { sides: ['short'] },
  { instrumentTypes: ['future', 'fx_forward', 'option'] },
  { instrumentTypes: ['bond', 'structured_product', 'loan', 'private_equity'] },
]

/** What a invariant leaves to float64: this share of everything that was turned over. */
const TOLERANCE = 1e-9

interface Trial {
  readonly complaints: string[]
  readonly turnover: number
}

function same(trial: Trial, invariant: string, a: number, b: number, scale = trial.turnover): void {
  if (!(Math.abs(a - b) <= TOLERANCE * scale)) trial.complaints.push(`${invariant}: ${a} is not ${b}`)
}

const turnoverOf = ({ cashFlow, openingBalance, balance, pnl }: Performance): number =>
  1 +
  cashFlow.deposits -
  cashFlow.withdrawals +
  Math.abs(openingBalance) +
  Math.abs(balance.total) +
  Math.abs(pnl.abs.total)

/** Every number of an result, however deep, is finite. @returns where one is not. */
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

/** Unrealized by its definition: change of value over open cost, less gains carried in, plus gains carried out. */
function unrealizedByDefinition(result: QueryResult): number {
  const { snapshot, views, isIn, period } = result
  const view = views.calculated
  let sum = 0
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1) continue
    const entryDay = view.entryDay[position] ?? 0
    const gainOn = (day: number): number => {
      return entryDay > day ? 0 : worthOn(snapshot, view, position, day)
    }
    let costStart = entryDay < period.from ? (view.entryCost[position] ?? 0) : 0
    let costEnd = entryDay <= period.to ? (view.entryCost[position] ?? 0) : 0
    let cost = 0
    const isEntering = entryDay >= period.from && entryDay <= period.to
    let carried = isEntering ? (view.entryValue[position] ?? 0) - (view.entryCost[position] ?? 0) : 0
    const last = snapshot.positions.eventFrom[position + 1] ?? 0
    for (let event = snapshot.positions.eventFrom[position] ?? 0; event < last; event += 1) {
      const day = snapshot.events.day[event] ?? 0
      if (day <= entryDay || day > period.to) continue
      const before =
        cost === 0 && entryDay >= (snapshot.positions.openDay[position] ?? 0) ? costEnd || 0 : cost
      cost = view.costAfter[event] ?? 0
      costEnd = cost
      if (day < period.from) costStart = cost
      const kind = snapshot.events.kind[event]
      const isCarry = kind === EVENT.carryIn || kind === EVENT.carryOut || kind === EVENT.giveCost
      if (isCarry && day >= period.from) carried += (view.posted[event] ?? 0) - (cost - before)
    }
    sum += gainOn(period.to) - costEnd - (gainOn(period.from - 1) - costStart) - carried
  }
  return sum
}

function checkAnswer(result: QueryResult, name: string, complaints: string[]): void {
  const { performance, snapshot, views, isIn, period } = result
  const { pnl, openingBalance, cashFlow, balance, dailyPnl } = performance
  const trial: Trial = { complaints, turnover: turnoverOf(performance) }
  same(
    trial,
    `${name}: end = start + flow + P/L`,
    balance.total,
    openingBalance + cashFlow.net + pnl.abs.total,
  )
  same(trial, `${name}: total = realized + unrealized`, pnl.abs.total, pnl.abs.realized + pnl.abs.unrealized)
  same(trial, `${name}: unrealized by definition`, pnl.abs.unrealized, unrealizedByDefinition(result))
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
  same(trial, `${name}: days add up`, sum(dailyPnl.pnl.total), pnl.abs.total)
  const groups = groupRows(result)
  same(trial, `${name}: groups' P/L adds up`, sum(groups.map(group => group.pnl.total)), pnl.abs.total)
  same(
    trial,
    `${name}: groups' realized adds up`,
    sum(groups.map(group => group.pnl.realized)),
    pnl.abs.realized,
  )
  same(trial, `${name}: groups' value adds up`, sum(groups.map(group => group.value)), balance.total)
  same(trial, `${name}: groups' flows add up`, sum(groups.map(group => group.cashFlow)), cashFlow.net)
  if (pnl.rel.total !== null) {
    const scale = 1 + Math.max(...dailyPnl.cumulativeReturn.total.map(Math.abs))
    same(
      trial,
      `${name}: contributions add up`,
      sum(groups.map(group => group.contribution.total ?? 0)),
      pnl.rel.total,
      scale * 100,
    )
    same(
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
    same(trial, `${name}: positions' contributions add up`, sum(contributions), pnl.rel.total, scale)
  }
  const posted = sum(
    transactionRows(result).map(
      row => row.calculated.realized + row.calculated.income - row.calculated.fees - row.calculated.taxes,
    ),
  )
  same(trial, `${name}: transactions add up to realized`, posted, pnl.abs.realized)
  const rows = (['open', 'closed', 'cash'] as const).flatMap(list =>
    positionRows(snapshot, views, position => isIn[position] === 1, period, list),
  )
  const rowSum = sum(rows.map(row => row.calculated.pnlAbs.total ?? 0))
  if (rows.every(row => row.calculated.pnlAbs.total !== null))
    same(trial, `${name}: positions add up`, rowSum, pnl.abs.total)
  const fees = feesOf(result)
  same(trial, `${name}: fees by group add up`, sum(fees.groups.map(group => group.sum)), fees.total.sum)
  const broken = findNaN({ performance, groups, rows, fees, cost: views.calculated.costAfter })
  if (broken !== null) complaints.push(`${name}: not a number at ${broken}`)
}

function periodsChain(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  world: GeneratedWorld,
  middle: number,
  complaints: string[],
): void {
  for (const filter of SCOPES.slice(0, 3)) {
    const result = (from: number, to: number) =>
      runQuery(snapshot, views, { period: { from, to }, mask: null, filter }).performance
    const whole = result(world.firstDay, world.lastDay)
    const first = result(world.firstDay, middle)
    const second = result(middle + 1, world.lastDay)
    const trial: Trial = { complaints, turnover: turnoverOf(whole) }
    same(trial, 'value does not depend on where the period begins', second.balance.total, whole.balance.total)
    same(trial, 'P/L of periods chains', first.pnl.abs.total + second.pnl.abs.total, whole.pnl.abs.total)
    same(
      trial,
      'realized of periods chains',
      first.pnl.abs.realized + second.pnl.abs.realized,
      whole.pnl.abs.realized,
    )
    same(trial, 'flows of periods chain', first.cashFlow.net + second.cashFlow.net, whole.cashFlow.net)
    const growth = (1 + (first.pnl.rel.total ?? 0)) * (1 + (second.pnl.rel.total ?? 0)) - 1
    if (whole.pnl.rel.total !== null)
      same(trial, 'returns of periods chain', growth, whole.pnl.rel.total, 1 + 100 * Math.abs(growth))
  }
}

/** The whole period of a ledger in several scopes, over one snapshot. */
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

function lotMethodDoesNotMatter(
  world: GeneratedWorld,
  market: Market,
  currency: string,
  complaints: string[],
): void {
  const results = LOT_METHODS.flatMap(lotMethod => {
    const accounts = world.ledger.accounts.map(account => ({ ...account, lotMethod }))
    return wholePeriods(world, market, { ...world.ledger, accounts }, currency, EVERYTHING)
  })
  const [first] = results
  if (!first) return
  for (const other of results.slice(1)) {
    const trial: Trial = { complaints, turnover: turnoverOf(first) }
    same(trial, 'total under another lot method', other.pnl.abs.total, first.pnl.abs.total)
    same(trial, 'flow under another lot method', other.cashFlow.net, first.cashFlow.net)
  }
}

function orderDoesNotMatter(
  world: GeneratedWorld,
  market: Market,
  currency: string,
  complaints: string[],
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
    if (!isSame) complaints.push(`order of input: ${JSON.stringify(a?.pnl)} is not ${JSON.stringify(b.pnl)}`)
  })
}

function cashIsExact(world: GeneratedWorld, snapshot: PortfolioSnapshot, complaints: string[]): void {
  const sums = cashSums(world.ledger)
  snapshot.positions.keys.forEach((key, position) => {
    if ((snapshot.positions.instrument[position] ?? 0) >= 0) return
    const found = toText(exact(unitsOn(snapshot, position, world.lastDay)))
    const wanted = sums.get(key) === undefined ? '0' : sums.get(key)
    if (wanted !== null && found !== wanted) complaints.push(`cash ${key}: ${found} is not ${wanted}`)
  })
}

const halved = (value: Transaction['price']): number => Number(value) / 2

/** The same world in which one instrument was split two for one on a day: later quantities double, later prices halve. */
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
    if (instrument !== id || arrival < day) return transaction
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

function splitChangesNothing(
  generated: GeneratedWorld,
  day: number,
  currency: string,
  complaints: string[],
): void {
  const instruments = generated.ledger.instruments.map(instrument => ({ ...instrument, splits: [] }))
  const world = { ...generated, ledger: { ...generated.ledger, instruments } }
  const other = withSplit(world, day)
  const without = wholePeriods(world, marketOfWorld(world), world.ledger, currency, THREE_SCOPES)
  wholePeriods(other, marketOfWorld(other), other.ledger, currency, THREE_SCOPES).forEach((b, scope) => {
    const a = without[scope]
    if (!a) return
    const trial: Trial = { complaints, turnover: turnoverOf(a) }
    same(trial, 'total with a split', b.pnl.abs.total, a.pnl.abs.total)
    same(trial, 'realized with a split', b.pnl.abs.realized, a.pnl.abs.realized)
    same(trial, 'value with a split', b.balance.total, a.balance.total)
    const scale = 1 + 100 * Math.abs(a.pnl.rel.total ?? 0)
    same(trial, 'return with a split', b.pnl.rel.total ?? 0, a.pnl.rel.total ?? 0, scale)
  })
}

/** The invariants hold as well in memory that the result before has left its figures in. */
const columns = reusedColumns()

/** Tries every invariant on one generated ledger. @returns what was broken, empty when nothing was. */
export function brokenInvariants(
  recipe: LedgerRecipe,
  /** What an engine with a defect would take a ledger for, to see that the invariants find it. */
  misread: (ledger: Ledger) => Ledger = ledger => ledger,
): string[] {
  const complaints: string[] = []
  const world = generateWorld(recipe)
  const market = marketOfWorld(world)
  const snapshot = buildSnapshot(misread(world.ledger), market, world.lastDay)
  const currency = (['CHF', 'EUR', 'USD'] as const)[recipe.seed % 3] ?? 'CHF'
  const views = openCurrencyViews(snapshot, currency)
  const middle = world.firstDay + Math.floor(recipe.days / 3)
  SCOPES.forEach((filter, index) => {
    const whole = { from: world.firstDay, to: world.lastDay }
    const inner = { from: middle, to: Math.max(middle, world.lastDay - 3) }
    // Every scope is tried on a part of the time in half of the ledgers, which is often enough.
    for (const period of (recipe.seed + index) % 2 === 0 ? [whole, inner] : [whole]) {
      const groupBy =
        (
          ['instrument_type', 'account', 'currency', 'side', 'sector', 'currency', 'instrument_type'] as const
        )[index] ?? 'country'
      const feesBy =
        (['custodian', 'account', 'transaction_type', 'instrument_type'] as const)[index] ?? 'custodian'
      columns.giveBack()
      const result = runQuery(snapshot, views, { period, mask: null, filter, groupBy, feesBy, columns })
      checkAnswer(result, `scope ${index}`, complaints)
    }
  })
  periodsChain(snapshot, views, world, middle, complaints)
  lotMethodDoesNotMatter(world, market, currency, complaints)
  orderDoesNotMatter(world, market, currency, complaints)
  cashIsExact(world, snapshot, complaints)
  splitChangesNothing(world, middle, currency, complaints)
  return complaints
}

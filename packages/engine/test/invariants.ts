import { unitsOn } from '../src/currency/position-value.ts'
import {
  computeFees,
  exact,
  groupRows,
  type Market,
  openCurrencyViews,
  type Performance,
  type PortfolioSnapshot,
  positionContributions,
  positionRows,
  type QueryResult,
  runQuery,
  toText,
  transactionRows,
} from '../src/index.ts'
import {
  checkInputOrder,
  checkLotMethods,
  checkPeriodsChain,
  checkSplit,
  columns,
  SCOPES,
  unchangedTotals,
} from './changed-ledgers.ts'
import { cashSums } from './exact-cash.ts'
import {
  contributionRounding,
  expectEqual,
  largestMagnitude,
  measureTurnover,
  type Trial,
  valueRounding,
} from './expect-equal.ts'
import { buildPlanted, NO_PLANT, type Plant } from './plants.ts'
import {
  type GeneratedWorld,
  generatedMarket,
  generateWorld,
  type LedgerRecipe,
} from './random/random-ledger.ts'
import { DailyNav } from './reference/nav/daily-nav.ts'
import { navDifferences } from './reference/nav/nav-differences.ts'
import { unrealizedByDefinition, wrongUnrealized } from './unrealized.ts'

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

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

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
    const scale = 1 + largestMagnitude(dailyPnl.cumulativeReturn.total)
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
    const scale = 100 + 100 * largestMagnitude(dailyPnl.cumulativeReturn.total)
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

/** Compares values and NAV at every close with those that follow from the ledger alone. */
function checkNav(
  world: GeneratedWorld,
  { snapshot, views, performance }: QueryResult,
  violations: string[],
): void {
  const shown = [{ account: null, ...performance.dailyBalance }]
  violations.push(...navDifferences(new DailyNav(world), snapshot, views.calculated, shown))
}

function openHealthy(world: GeneratedWorld, market: Market, currency: string) {
  const snapshot = buildPlanted(world, market, NO_PLANT)
  return { snapshot, views: openCurrencyViews(snapshot, currency) }
}

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
  const built = { snapshot, views }
  const totals = unchangedTotals(world, built)
  checkPeriodsChain({ world, totals }, built, middle, violations)
  // A planted defect is not in the changed ledgers, so they are compared with totals without it.
  const healthyTotals =
    plant === NO_PLANT ? totals : unchangedTotals(world, openHealthy(world, market, currency))
  const unchanged = { world, market, currency, totals: healthyTotals }
  checkLotMethods(unchanged, violations)
  checkInputOrder(unchanged, violations)
  checkSplit(unchanged, middle, violations)
  checkCash(world, snapshot, violations)
  return violations
}

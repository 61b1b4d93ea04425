import {
  buildSnapshot,
  type CurrencyViews,
  computeFees,
  type Filter,
  groupRows,
  moneyWeightedReturn,
  openCurrencyViews,
  type Period,
  type PortfolioSnapshot,
  positionRows,
  positionsInScope,
  type Query,
  runQuery,
} from '../../packages/engine/src/index.ts'
import { buildMixedPortfolio } from './mixed-portfolio.ts'
import { buildPortfolio, LAST_DAY, PRESETS, type PresetName } from './portfolio.ts'

/** Times and memory of one preset. */
export interface Measured {
  readonly preset: PresetName
  readonly positionDays: number
  readonly snapshotMs: number
  readonly firstQueryMs: number
  readonly peakMb: number
  readonly warmMs: number
  readonly floorMs: number
  readonly filterMs: number
  readonly filterFloorMs: number
  readonly periodMs: number
  readonly currencyMs: number
  readonly positionsMs: number
  readonly xirrMs: number
  readonly pnlWithoutDividends: number
}

/** Positions, performance with daily series, groups and fees: all figures of Overview and Fees. */
function computeAll(snapshot: PortfolioSnapshot, views: CurrencyViews, query: Query) {
  const result = runQuery(snapshot, views, query)
  const isIn = (position: number) => result.isIn[position] === 1
  return {
    result,
    groups: groupRows(result),
    fees: computeFees(result),
    open: positionRows(snapshot, views, isIn, result.period, 'open'),
    closed: positionRows(snapshot, views, isIn, result.period, 'closed'),
  }
}

/** The shortest of several rounds: other load on the machine can only add to it. */
function shortestMs(rounds: number, run: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    run()
    shortest = Math.min(shortest, performance.now() - from)
  }
  return shortest
}

/** Adds units x close x rate per day: the minimum work for these position-days. */
function addDays(
  sums: Float64Array,
  at: number,
  length: number,
  units: number,
  closes: Float64Array,
  closeAt: number,
  rates: Float64Array,
  rateAt: number,
): void {
  // Columns have a value at every index; `as number` keeps the loop free of checks.
  for (let i = 0; i < length; i += 1)
    sums[at + i] =
      (sums[at + i] as number) + units * (closes[closeAt + i] as number) * (rates[rateAt + i] as number)
}

/** Runs the minimum work and returns the number of position-days. */
function computeFloor(
  snapshot: PortfolioSnapshot,
  rates: readonly Float64Array[],
  isIn: Uint8Array,
  period: Period,
): number {
  const sums = new Float64Array(period.to - period.from + 2)
  const open = period.from - 1
  let days = 0
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const prices = snapshot.prices[snapshot.positions.instrument[position] ?? -1]
    const column = rates[snapshot.positions.currency[position] ?? 0]
    if (isIn[position] !== 1 || !prices || !column) continue
    for (
      let segment = snapshot.segments.positionFrom[position] ?? 0;
      segment < (snapshot.segments.positionFrom[position + 1] ?? 0);
      segment += 1
    ) {
      const from = Math.max(snapshot.segments.from[segment] ?? 0, open)
      const length = Math.min(snapshot.segments.to[segment] ?? 0, period.to) - from + 1
      if (length <= 0) continue
      days += length
      addDays(
        sums,
        from - open,
        length,
        snapshot.segments.units[segment] ?? 0,
        prices.values,
        from - prices.firstDay,
        column,
        from - snapshot.firstDay,
      )
    }
  }
  return days
}

/** Warms up with queries to another, smaller portfolio, as on a server that has been running. */
function warmUp(): void {
  const { ledger, market } = buildPortfolio(PRESETS.M, 1)
  for (let round = 0; round < 20; round += 1) {
    const snapshot = buildSnapshot(ledger, market, LAST_DAY)
    const period = { from: snapshot.firstDay + 1, to: LAST_DAY }
    computeAll(snapshot, openCurrencyViews(snapshot, 'CHF'), {
      period,
      mask: null,
      groupBy: 'instrument_type',
      feesBy: 'custodian',
    })
  }
}

/** Measures one preset; the process should be fresh. */
export function measure(preset: PresetName): Measured {
  const portfolio = preset === 'D' ? buildMixedPortfolio(PRESETS[preset]) : buildPortfolio(PRESETS[preset])
  const started = performance.now()
  const snapshot = buildSnapshot(portfolio.ledger, portfolio.market, LAST_DAY)
  const snapshotMs = performance.now() - started
  const views = openCurrencyViews(snapshot, 'CHF')
  const period = { from: snapshot.firstDay + 1, to: LAST_DAY }
  const query: Query = { period, mask: null, groupBy: 'instrument_type', feesBy: 'custodian' }
  const first = computeAll(snapshot, views, query)
  const firstQueryMs = performance.now() - started
  const peakMb = process.resourceUsage().maxRSS / 1024
  const sectors = Array.from({ length: 10 }, (_, index) => `sector ${index}`)
  const filter: Filter = { sectors }
  const ones = new Float64Array(LAST_DAY - snapshot.firstDay + 1).fill(1)
  const rates = views.calculated.rates.map(column => column ?? ones)
  const everything = positionsInScope(snapshot, null, {})
  const filtered = positionsInScope(snapshot, null, filter)
  const fiveYears = { from: LAST_DAY - 1826, to: LAST_DAY }
  const dividends = [...first.open, ...first.closed].reduce((sum, row) => sum + row.calculated.dividends, 0)
  const rounds = preset === 'XL' ? 11 : 21
  return {
    preset,
    positionDays: computeFloor(snapshot, rates, everything, period),
    snapshotMs,
    firstQueryMs,
    peakMb,
    warmMs: shortestMs(rounds, () => computeAll(snapshot, views, query)),
    floorMs: shortestMs(rounds, () => computeFloor(snapshot, rates, everything, period)),
    filterMs: shortestMs(rounds, () => computeAll(snapshot, views, { ...query, filter })),
    filterFloorMs: shortestMs(rounds, () => computeFloor(snapshot, rates, filtered, period)),
    periodMs: shortestMs(rounds, () => computeAll(snapshot, views, { ...query, period: fiveYears })),
    currencyMs: shortestMs(rounds, () => computeAll(snapshot, openCurrencyViews(snapshot, 'EUR'), query)),
    positionsMs: shortestMs(rounds, () => positionRows(snapshot, views, () => true, period, 'open')),
    xirrMs: shortestMs(5, () => moneyWeightedReturn(first.result.dailyFigures, false)),
    pnlWithoutDividends: first.result.performance.pnl.abs.total - dividends,
  }
}

const [preset, mode] = process.argv.slice(2)
if (mode === 'warmed-up') warmUp()
// `in` does not narrow the type.
if (preset !== undefined && preset in PRESETS)
  process.stdout.write(JSON.stringify(measure(preset as PresetName)))

import {
  buildSnapshot,
  type CurrencyViews,
  type Filter,
  feesOf,
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

/** What one preset took, in milliseconds and megabytes. */
export interface Measured {
  readonly preset: PresetName
  readonly positionDays: number
  readonly snapshotMs: number
  readonly firstAnswerMs: number
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

/** Positions, performance with daily series, groups and fees: everything that Overview and Fees show. */
function fullAnswer(snapshot: PortfolioSnapshot, views: CurrencyViews, query: Query) {
  const result = runQuery(snapshot, views, query)
  const isIn = (position: number) => result.isIn[position] === 1
  return {
    result,
    groups: groupRows(result),
    fees: feesOf(result),
    open: positionRows(snapshot, views, isIn, result.period, 'open'),
    closed: positionRows(snapshot, views, isIn, result.period, 'closed'),
  }
}

/** The best of some rounds: what else runs on the machine can only add to it. */
function best(rounds: number, run: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    run()
    shortest = Math.min(shortest, performance.now() - from)
  }
  return shortest
}

/** Units x close x rate, added per day: the least that any result has to do with the same position-days. */
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
  // Within its length a column has a value; `as number` keeps the loop as bare as it can be.
  for (let i = 0; i < length; i += 1)
    sums[at + i] =
      (sums[at + i] as number) + units * (closes[closeAt + i] as number) * (rates[rateAt + i] as number)
}

function floorPass(
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

/** Answers about another, smaller portfolio for a while, as a server has done before anyone's first query. */
function answerOthers(): void {
  const { ledger, market } = buildPortfolio(PRESETS.M, 1)
  for (let round = 0; round < 20; round += 1) {
    const snapshot = buildSnapshot(ledger, market, LAST_DAY)
    const period = { from: snapshot.firstDay + 1, to: LAST_DAY }
    fullAnswer(snapshot, openCurrencyViews(snapshot, 'CHF'), {
      period,
      mask: null,
      groupBy: 'instrument_type',
      feesBy: 'custodian',
    })
  }
}

/** Measures one preset in this process, which should be fresh. */
export function measure(preset: PresetName): Measured {
  const portfolio = preset === 'D' ? buildMixedPortfolio(PRESETS[preset]) : buildPortfolio(PRESETS[preset])
  const started = performance.now()
  const snapshot = buildSnapshot(portfolio.ledger, portfolio.market, LAST_DAY)
  const snapshotMs = performance.now() - started
  const views = openCurrencyViews(snapshot, 'CHF')
  const period = { from: snapshot.firstDay + 1, to: LAST_DAY }
  const query: Query = { period, mask: null, groupBy: 'instrument_type', feesBy: 'custodian' }
  const first = fullAnswer(snapshot, views, query)
  const firstAnswerMs = performance.now() - started
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
    positionDays: floorPass(snapshot, rates, everything, period),
    snapshotMs,
    firstAnswerMs,
    peakMb,
    warmMs: best(rounds, () => fullAnswer(snapshot, views, query)),
    floorMs: best(rounds, () => floorPass(snapshot, rates, everything, period)),
    filterMs: best(rounds, () => fullAnswer(snapshot, views, { ...query, filter })),
    filterFloorMs: best(rounds, () => floorPass(snapshot, rates, filtered, period)),
    periodMs: best(rounds, () => fullAnswer(snapshot, views, { ...query, period: fiveYears })),
    currencyMs: best(rounds, () => fullAnswer(snapshot, openCurrencyViews(snapshot, 'EUR'), query)),
    positionsMs: best(rounds, () => positionRows(snapshot, views, () => true, period, 'open')),
    xirrMs: best(5, () => moneyWeightedReturn(first.result.pass, false)),
    pnlWithoutDividends: first.result.performance.pnl.abs.total - dividends,
  }
}

const [asked, afterOthers] = process.argv.slice(2)
if (afterOthers !== undefined) answerOthers()
if (asked !== undefined && asked in PRESETS)
  process.stdout.write(JSON.stringify(measure(asked as PresetName)))

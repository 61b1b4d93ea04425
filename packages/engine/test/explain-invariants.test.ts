import { describe, expect, it } from 'vitest'
import { quoteOn } from '../src/currency/position-value.ts'
import { createWorkspace, positionCapital } from '../src/figures/capital.ts'
import {
  buildSnapshot,
  type CurrencyViews,
  currencyMovers,
  type Explanation,
  explainMove,
  type Filter,
  movesByGroup,
  movesByWeek,
  openCurrencyViews,
  type PortfolioSnapshot,
  type PositionMove,
  positionRows,
  type QueryResult,
  runQuery,
  toIsoDate,
  unexplainedPnl,
} from '../src/index.ts'
import { CONTRACT_TYPES } from '../src/ledger/vocabulary.ts'
import { EVENT } from '../src/posting/journal.ts'
import { generatedMarket, generateWorld } from './random/random-ledger.ts'

const SEEDS = 400
const SCOPES: readonly Filter[] = [{}, { accounts: ['a'] }, { instrumentTypes: ['equity', 'future', 'bond'] }]

interface Trial {
  readonly name: string
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly result: QueryResult
  readonly explanation: Explanation
}

/** Random ledgers and currencies over the whole period, a part of it and one day, in several scopes. */
function* trials(): Generator<Trial> {
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const world = generateWorld({
      seed: seed * 31 + 7,
      days: 16,
      transactions: 22,
      isTimed: seed % 2 === 0,
      hasGaps: seed % 3 === 0,
    })
    const snapshot = buildSnapshot(world.ledger, generatedMarket(world), world.lastDay)
    const views = openCurrencyViews(snapshot, (['CHF', 'EUR', 'USD'] as const)[seed % 3] ?? 'CHF')
    const day = world.firstDay + 1 + (seed % 14)
    const periods = [
      { from: world.firstDay, to: world.lastDay },
      { from: world.firstDay + 4, to: world.firstDay + 11 },
      { from: day, to: day },
    ]
    const filter = SCOPES[seed % SCOPES.length] ?? {}
    for (const period of periods) {
      const result = runQuery(snapshot, views, { period, mask: null, filter })
      yield { name: `seed ${seed}`, snapshot, views, result, explanation: explainMove(result) }
    }
  }
}

const near = (a: number, b: number, scale: number) => Math.abs(a - b) <= 1e-9 * (1 + Math.abs(scale))
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const measureScale = ({ explanation }: Trial) =>
  sum(explanation.rows.map(row => Math.abs(row.start) + Math.abs(row.end) + Math.abs(row.flows)))

/** Gain of trades until the close of their day by definition, for positions in the calculated currency. */
function tradingByDefinition(trial: Trial, row: PositionMove): number {
  const { snapshot, views, result } = trial
  const { events, positions } = snapshot
  const begin = Math.max(result.period.from - 1, views.calculated.entryDay[row.position] ?? 0)
  const size = snapshot.instruments[positions.instrument[row.position] ?? -1]?.contractSize ?? 1
  let won = 0
  for (
    let event = positions.eventFrom[row.position] ?? 0;
    event < (positions.eventFrom[row.position + 1] ?? 0);
    event += 1
  ) {
    const day = events.day[event] ?? 0
    const kind = events.kind[event] ?? -1
    const isTrade = ([EVENT.open, EVENT.close, EVENT.carryIn, EVENT.carryOut] as number[]).includes(kind)
    if (!isTrade || day <= begin || day > result.period.to) continue
    const prices = snapshot.prices[positions.instrument[row.position] ?? -1]
    const factor = prices?.factors?.[day - prices.firstDay] ?? 1
    // Trades are posted without accrued interest, so they are compared with the clean quote.
    const close = quoteOn(snapshot, views.original, row.position, day) * factor
    won += (events.quantity[event] ?? 0) * size * close - (views.calculated.posted[event] ?? 0)
  }
  return won
}

const allTrials = [...trials()]

/** Collects the violations of all trials, so that one run reports all of them. */
function violations(check: (trial: Trial, report: (about: string) => void) => void): string[] {
  const found: string[] = []
  for (const trial of allTrials) check(trial, about => found.push(`${trial.name}: ${about}`))
  return found.slice(0, 10)
}

describe('a P/L explanation', () => {
  it('leaves a residual of exactly zero, in total and of every position', () => {
    expect(
      violations(({ explanation }, report) => {
        if (explanation.residual !== 0) report(`the total leaves ${explanation.residual}`)
        for (const row of explanation.rows)
          if (unexplainedPnl(row) !== 0) report(`position ${row.position} leaves ${unexplainedPnl(row)}`)
      }),
    ).toEqual([])
  })

  it('explains the P/L that performance and positions show, and closes the equation', () => {
    expect(
      violations((trial, report) => {
        const { result, explanation, snapshot, views } = trial
        const { start, end, flows, pnl, rows } = explanation
        const scale = measureScale(trial)
        if (pnl !== result.performance.pnl.abs.total) report('another P/L')
        if (!near(start + flows + pnl, end, scale)) report('opening + flows + P/L is not closing')
        if (!near(sum(rows.map(row => row.pnl)), pnl, scale)) report('the rows do not add up')
        for (const row of rows)
          if (!near(row.start + row.flows + row.pnl, row.end, scale)) report('a row does not close')
        const shown = (['open', 'closed', 'cash'] as const).flatMap(list =>
          positionRows(snapshot, views, position => result.isIn[position] === 1, result.period, list),
        )
        for (const row of rows) {
          const wanted = shown.find(({ index }) => index === row.position)?.calculated.pnlAbs.total ?? row.pnl
          if (!near(row.pnl, wanted, scale)) report(`position ${row.position} shows ${wanted}`)
        }
      }),
    ).toEqual([])
  })

  it('has the currency effect that positions and currency movers show', () => {
    expect(
      violations((trial, report) => {
        const { result, explanation, snapshot, views } = trial
        const workspace = createWorkspace(snapshot, views)
        const scale = measureScale(trial)
        const movers = sum(currencyMovers(result).map(mover => mover.fxPnl))
        if (!near(movers, explanation.parts.currency, scale))
          report(`movers ${movers}, not ${explanation.parts.currency}`)
        for (const row of explanation.rows) {
          if (row.isCash) continue
          const { fx } = positionCapital(workspace, row.position, result.period)
          if (!near(fx, row.parts.currency, scale))
            report(`position ${row.position}: ${row.parts.currency} is not ${fx}`)
        }
      }),
    ).toEqual([])
  })

  it('assigns gains of trades until the close to trading, and has no price effect without an opening position', () => {
    expect(
      violations((trial, report) => {
        const { result, explanation, snapshot, views } = trial
        const scale = measureScale(trial)
        for (const row of explanation.rows) {
          const type = snapshot.instruments[snapshot.positions.instrument[row.position] ?? -1]?.type ?? 'cash'
          const currency = snapshot.currencies[snapshot.positions.currency[row.position] ?? -1]
          if (row.isCash && (row.parts.price !== 0 || row.parts.trading !== 0))
            report('cash has neither price nor trading')
          if (row.isCash || CONTRACT_TYPES.has(type)) continue
          const wanted = tradingByDefinition(trial, row)
          if (currency === views.calculated.currency && !near(row.parts.trading, wanted, scale))
            report(`position ${row.position}: trading ${row.parts.trading} is not ${wanted}`)
          const first = snapshot.positions.eventFrom[row.position] ?? 0
          const last = snapshot.positions.eventFrom[row.position + 1] ?? 0
          const kinds = snapshot.events.kind.subarray(first, last)
          const isPlain = kinds.every(kind => kind === EVENT.open || kind === EVENT.result)
          const isNew = (snapshot.positions.openDay[row.position] ?? 0) === result.period.to
          if (isNew && isPlain && row.start === 0 && !near(row.parts.price, 0, scale))
            report(`position ${row.position} was bought that day and shows a price move ${row.parts.price}`)
        }
      }),
    ).toEqual([])
  })

  it('adds up by group and by week', () => {
    expect(
      violations((trial, report) => {
        const { result, explanation } = trial
        const scale = measureScale(trial)
        const { pnl, flows, parts } = explanation
        for (const key of ['instrument_type', 'currency', 'account', 'side'] as const) {
          const groups = movesByGroup(result, explanation, key)
          const total = (part: keyof typeof parts) => sum(groups.map(group => group.parts[part]))
          for (const part of ['price', 'trading', 'currency', 'accrued', 'income', 'fees', 'taxes'] as const)
            if (!near(total(part), parts[part], scale)) report(`${part} by ${key}`)
          const returned = result.performance.pnl.rel.total
          const linked = sum(groups.map(group => group.contribution ?? 0))
          if (returned !== null && !near(linked, returned, 100)) report(`contributions by ${key}`)
        }
        const query = { period: result.period, mask: null, filter: scopeFilter(result) }
        const weeks = movesByWeek(result, query, toIsoDate)
        if (!near(sum(weeks.map(week => week.pnl)), pnl, scale)) report('P/L by week')
        if (!near(sum(weeks.map(week => week.flows)), flows, scale)) report('flows by week')
        if (weeks.some(week => week.residual !== 0)) report('a week leaves a residual')
      }),
    ).toEqual([])
  })
})

function scopeFilter({ snapshot, isIn }: QueryResult): Filter {
  return { positions: snapshot.positions.keys.filter((_, position) => isIn[position] === 1) }
}

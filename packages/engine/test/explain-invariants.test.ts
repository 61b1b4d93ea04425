import { describe, expect, it } from 'vitest'
import { quoteOn } from '../src/currency/position-value.ts'
import {
  buildSnapshot,
  type CurrencyViews,
  currencyMovers,
  type Explanation,
  explainMove,
  explainPosition,
  type Filter,
  type MoveParts,
  movesByGroup,
  movesByWeek,
  openCurrencyViews,
  type Period,
  type PortfolioSnapshot,
  type PositionMove,
  positionRow,
  positionRows,
  type Query,
  type QueryResult,
  runQuery,
  toIsoDate,
  unexplainedPnl,
} from '../src/index.ts'
import { CONTRACT_TYPES } from '../src/ledger/vocabulary.ts'
import { EVENT } from '../src/posting/journal.ts'
import { type GeneratedWorld, generatedMarket, generateWorld } from './random/random-ledger.ts'
import { referenceEffects } from './reference/effects.ts'
import { ZERO } from './reference/market.ts'
import { buildReference, type Reference } from './reference/reference.ts'
import { SUM_TOLERANCE } from './tolerances.ts'

const SEEDS = 400
/** The parts of a P/L by name. */
const PARTS = ['price', 'trading', 'currency', 'accrued', 'income', 'fees', 'taxes'] as const
const SCOPES: readonly Filter[] = [{}, { accounts: ['a'] }, { instrumentTypes: ['equity', 'future', 'bond'] }]

interface Trial {
  readonly name: string
  readonly seed: number
  readonly world: GeneratedWorld
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
      // Some are longer than the steps in which the engine stores its sums.
      days: seed % 5 === 0 ? 40 : 16,
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
      yield { name: `seed ${seed}`, seed, world, snapshot, views, result, explanation: explainMove(result) }
    }
  }
}

const near = (a: number, b: number, scale: number) => Math.abs(a - b) <= SUM_TOLERANCE * (1 + Math.abs(scale))
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
        const scale = measureScale(trial)
        const movers = sum(currencyMovers(result).map(mover => mover.fxPnl))
        if (!near(movers, explanation.parts.currency, scale))
          report(`movers ${movers}, not ${explanation.parts.currency}`)
        for (const row of explanation.rows) {
          const { fx } = positionRow(snapshot, views, row.position, result.period)
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

  it('has the same effects by position, group, week and day', () => {
    expect(
      violations((trial, report) => {
        const { result, explanation } = trial
        const scale = measureScale(trial)
        const check = (moves: readonly { parts: MoveParts }[], about: string): void => {
          for (const part of PARTS) {
            const found = sum(moves.map(move => move.parts[part]))
            if (!near(found, explanation.parts[part], scale))
              report(`${part} by ${about}: ${found} is not ${explanation.parts[part]}`)
          }
        }
        check(explanation.rows, 'position')
        for (const key of ['instrument_type', 'currency', 'account', 'side'] as const) {
          const groups = movesByGroup(result, explanation, key)
          check(groups, key)
          const returned = result.performance.pnl.rel.total
          const linked = sum(groups.map(group => group.contribution ?? 0))
          if (returned !== null && !near(linked, returned, 100)) report(`contributions by ${key}`)
        }
        const weeks = movesByWeek(result, scopeQuery(result, result.period), toIsoDate)
        check(weeks, 'week')
        if (!near(sum(weeks.map(week => week.pnl)), explanation.pnl, scale)) report('P/L by week')
        if (!near(sum(weeks.map(week => week.flows)), explanation.flows, scale)) report('flows by week')
        if (weeks.some(week => week.residual !== 0)) report('a week leaves a residual')
        check(
          splitPeriod(result.period, () => true).map(period => explainPart(trial, period)),
          'day',
        )
      }),
    ).toEqual([])
  })

  it('has the same effects over any cut of the period, for every position', () => {
    expect(
      violations((trial, report) => {
        const { explanation, result, seed } = trial
        const scale = measureScale(trial)
        const cuts = splitPeriod(result.period, day => (day * 7 + seed) % 5 === 0)
        const parts = cuts.map(period => explainPart(trial, period))
        for (const row of explanation.rows)
          for (const part of PARTS) {
            const found = sum(
              parts.map(({ rows }) => rows.find(same => same.position === row.position)?.parts[part] ?? 0),
            )
            if (!near(found, row.parts[part], scale))
              report(`position ${row.position}, ${part}: ${found} is not ${row.parts[part]}`)
          }
      }),
    ).toEqual([])
  })

  it('agrees with the daily effects of the reference implementation', () => {
    expect(
      violations((trial, report) => {
        if (trial.seed % 4 !== 0) return
        const { snapshot, views, result } = trial
        const reference = findReference(trial.world, views.calculated.currency ?? '')
        for (const [index, position] of reference.positions.entries()) {
          const { from, to } = result.period
          const move = position.openDay > to ? null : explainPosition(result, index)
          const ownReference = findReference(trial.world, position.currency)
          const ownPosition = ownReference.positions[index]
          if (move === null || !ownPosition) continue
          const expected = referenceEffects({ reference, position, ownReference, ownPosition }, from, to)
          const turnover = position.events.reduce((all, event) => all.add(event.posted.abs()), ZERO)
          for (const part of ['price', 'trading', 'accrued', 'currency'] as const)
            if (!near(move.parts[part], expected[part].toNumber(), turnover.toNumber()))
              report(
                `position ${snapshot.positions.keys[index]}, ${part}: ${move.parts[part]} is not ${expected[part]}`,
              )
        }
      }),
    ).toEqual([])
  })
})

/** Consecutive parts of a period; a part starts at each day that `startsAt` holds for. */
function splitPeriod({ from, to }: Period, startsAt: (day: number) => boolean): Period[] {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const starts = days.filter(day => day === from || startsAt(day))
  return starts.map((start, place) => ({ from: start, to: (starts[place + 1] ?? to + 1) - 1 }))
}

function explainPart({ snapshot, views, result }: Trial, period: Period): Explanation {
  return explainMove(runQuery(snapshot, views, scopeQuery(result, period)))
}

const references = new WeakMap<GeneratedWorld, Map<string, Reference>>()

function findReference(world: GeneratedWorld, currency: string): Reference {
  const known = references.get(world) ?? new Map<string, Reference>()
  references.set(world, known)
  const reference = known.get(currency) ?? buildReference(world, currency)
  known.set(currency, reference)
  return reference
}

function scopeQuery({ snapshot, isIn }: QueryResult, period: Period): Query {
  const filter = { positions: snapshot.positions.keys.filter((_, position) => isIn[position] === 1) }
  return { period, mask: null, filter }
}

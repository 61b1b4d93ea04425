import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  explainMove,
  type Filter,
  openCurrencyViews,
  POSITION_FIGURES,
  positionReceipt,
  positionRow,
  type QueryResult,
  replayReceipt,
  runQuery,
  unexplainedPnl,
} from '../src/index.ts'
import { contractsMarket, generateContracts } from './random/contracts.ts'
import { referenceFigures } from './reference/figures.ts'
import { type Num, ZERO } from './reference/market.ts'
import { buildReference, type Reference } from './reference/reference.ts'
import { rowDifferences } from './reference/row-differences.ts'
import { SUM_TOLERANCE } from './tolerances.ts'

const LEDGERS = 300
const CURRENCIES = ['CHF', 'EUR', 'USD'] as const
const SCOPES: readonly Filter[] = [{}, { accounts: ['a'] }, { instrumentTypes: ['future', 'fx_forward'] }]

interface Trial {
  readonly name: string
  readonly reference: Reference
  readonly results: readonly QueryResult[]
}

/** Generated ledgers of contracts, each in one currency and in several scopes and periods. */
function* trials(): Generator<Trial> {
  for (let seed = 1; seed <= LEDGERS; seed += 1) {
    const world = generateContracts(seed)
    const { firstDay: from, lastDay: to } = world
    const currency = CURRENCIES[seed % 3] ?? 'CHF'
    const snapshot = buildSnapshot(world.ledger, contractsMarket(world), to)
    const views = openCurrencyViews(snapshot, currency)
    const results = [
      { from, to },
      { from: from + 4, to: to - 3 },
    ].flatMap(period => SCOPES.map(filter => runQuery(snapshot, views, { period, mask: null, filter })))
    yield { name: `ledger ${seed}`, reference: buildReference(world, currency), results }
  }
}

const made = [...trials()]

function violations(check: (trial: Trial, report: (violation: string) => void) => void): string[] {
  const found: string[] = []
  for (const trial of made) check(trial, violation => found.push(`${trial.name}: ${violation}`))
  return found.slice(0, 10)
}

const near = (ours: number, theirs: Num, scale: number): boolean =>
  Math.abs(ours - theirs.toNumber()) <= SUM_TOLERANCE * (1 + scale)

/** The reference positions in the scope of a result. */
function members({ reference }: Trial, { snapshot, isIn }: QueryResult): Reference['positions'] {
  return reference.positions.filter(({ key }) => isIn[snapshot.positions.keys.indexOf(key)] === 1)
}

const turnoverOf = (reference: Reference): number =>
  reference.positions
    .flatMap(position => position.events)
    .reduce((sum, event) => sum.add(event.posted.abs()), ZERO)
    .toNumber()

describe('contracts and the reference implementation', () => {
  it('agree on the value of every scope at every close', () => {
    expect(
      violations((trial, report) => {
        const scale = turnoverOf(trial.reference)
        for (const result of trial.results) {
          const { total } = result.performance.dailyBalance
          const all = members(trial, result)
          total.forEach((value, index) => {
            const day = result.period.from - 1 + index
            const wanted = all.reduce(
              (sum, position) => sum.add(trial.reference.valueOn(position, day)),
              ZERO,
            )
            if (!near(value, wanted, scale)) report(`value on day ${day}: ${value} is not ${wanted}`)
          })
        }
      }),
    ).toEqual([])
  })

  it('agree on every figure of positions and scopes', () => {
    expect(
      violations((trial, report) => {
        const scale = turnoverOf(trial.reference)
        for (const result of trial.results) {
          const { period, snapshot, views, performance: p } = result
          const { from, to } = period
          const wanted = referenceFigures(
            trial.reference,
            members(trial, result),
            from,
            to,
            p.isWholeAccounts,
          )
          const pairs = [
            ['P/L', p.pnl.abs.total, wanted.total],
            ['realized', p.pnl.abs.realized, wanted.realized],
            ['deposits', p.cashFlow.deposits, wanted.deposits],
            ['withdrawals', p.cashFlow.withdrawals, wanted.withdrawals],
          ] as const
          for (const [name, ours, theirs] of pairs)
            if (!near(ours, theirs, scale)) report(`${name}: ${ours} is not ${theirs}`)
          for (const difference of rowDifferences(trial.reference, snapshot, views, [from, to]))
            report(difference)
        }
      }),
    ).toEqual([])
  })
})

describe('contracts', () => {
  it('are explained without a residual', () => {
    expect(
      violations((trial, report) => {
        for (const result of trial.results) {
          const residual = unexplainedPnl(explainMove(result))
          if (Math.abs(residual) > SUM_TOLERANCE * (1 + turnoverOf(trial.reference)))
            report(`residual ${residual}`)
        }
      }),
    ).toEqual([])
  })

  it('have receipts that replay to their figures, and a capital base from their first trade on', () => {
    expect(
      violations((trial, report) => {
        const result = trial.results[3]
        if (!result) return
        const { snapshot, views, period } = result
        for (let position = 0; position < snapshot.positions.count; position += 1) {
          const openDay = snapshot.positions.openDay[position] ?? 0
          if (openDay > period.to) continue
          const { calculated, instrument } = positionRow(snapshot, views, position, period)
          const prices = snapshot.prices[snapshot.positions.instrument[position] ?? -1]
          const isWorthless = prices?.values[openDay - prices.firstDay] === 0
          if (instrument !== null && openDay >= period.from && !isWorthless && !(calculated.capitalBase > 0))
            report(`no capital base of ${snapshot.positions.keys[position]}`)
          for (const figure of POSITION_FIGURES) {
            const receipt = positionReceipt(result, position, figure, 'calculated')
            if (receipt.value === null) continue
            const replayed = replayReceipt(receipt) ?? Number.NaN
            const scale = receipt.cells.reduce(
              (highest, cell) => Math.max(highest, Math.abs(cell.value ?? 0)),
              1,
            )
            if (!(Math.abs(replayed - receipt.value) <= SUM_TOLERANCE * scale))
              report(`${figure}: ${replayed} is not ${receipt.value}`)
          }
        }
      }),
    ).toEqual([])
  })
})

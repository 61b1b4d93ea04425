import { describe, expect, it } from 'vitest'
import * as engine from '../src/index.ts'
import { type BlendSpec, blendOfWorld } from './benchmarks/world-blend.ts'
import { type WorldQuery, type WorldSpec, world } from './world.ts'

declare global {
  interface ImportMeta {
    /** Provided by Vite: maps file names to their text. */
    glob(pattern: string, options: { query: string; import: string; eager: true }): Record<string, string>
  }
}

/** A world with its query, the range of its upcoming events, and a benchmark with the groups of its components. */
type WorldExample = WorldSpec & {
  readonly query?: WorldQuery
  readonly benchmark?: BlendSpec & { readonly groups?: readonly string[] }
  readonly ahead?: { readonly from: string; readonly to: string }
}

/** An example on a page: a small world with a query, or a function with its arguments. */
type Example = { readonly expect: Readonly<Record<string, unknown>> } & (
  | (WorldExample & { readonly call?: undefined })
  | { readonly call: string; readonly with: readonly unknown[] }
)

const pages = import.meta.glob('../../../docs/finance/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function parseExamples(text: string): Example[] {
  // The cast is safe enough for our own pages: a malformed example fails the comparison below.
  return [...text.matchAll(/```json example\n([\s\S]*?)```/g)].map(
    match => JSON.parse(match[1] ?? '') as Example,
  )
}

/** An explanation with its rows by position key. */
function explainByKey(result: engine.QueryResult): unknown {
  const explanation = engine.explainMove(result)
  const rows = explanation.rows.map(row => [result.snapshot.positions.keys[row.position], row])
  return { ...explanation, rows: Object.fromEntries(rows) }
}

function expectsPath(example: object, start: string): boolean {
  return 'expect' in example && Object.keys(example.expect ?? {}).some(path => path.startsWith(start))
}

/** Every figure of every position: its value, the replayed receipt, and the terms of its formula by label. */
function replayReceipts(result: engine.QueryResult): unknown {
  const replayFigures = (position: number) =>
    engine.POSITION_FIGURES.map(figure => {
      const receipt = engine.positionReceipt(result, position, figure, 'calculated')
      const terms = receipt.cells.at(-1)?.terms ?? []
      const lines = terms.map(({ cell }) => [receipt.cells[cell]?.label, receipt.cells[cell]?.value])
      const replayed = engine.replayReceipt(receipt)
      return [figure, { value: receipt.value, replayed, lines: Object.fromEntries(lines) }]
    })
  return Object.fromEntries(
    result.snapshot.positions.keys.map((key, position) => [key, Object.fromEntries(replayFigures(position))]),
  )
}

/** Converts the ISO dates of the pages to the engine's day numbers. */
function withDays(part: unknown): unknown {
  if (typeof part === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(part)) return engine.parseDay(part)
  if (Array.isArray(part)) return part.map(withDays)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, withDays(inner)]))
}

/** Upcoming events of a world and the cash they project. */
function upcomingEvents(
  snapshot: engine.PortfolioSnapshot,
  { ahead }: WorldExample,
): Record<string, unknown> {
  if (!ahead) return {}
  const range = { from: engine.parseDay(ahead.from), to: engine.parseDay(ahead.to) }
  const events = engine.listUpcomingEvents(snapshot, { range, mask: null })
  const cash = engine.projectedCash(snapshot, { mask: null }, events)
  return { events, projected: Object.fromEntries(cash.map(entry => [entry.currency, entry])) }
}

/** The income of a world on its last day, with its sums. */
function evaluateIncome({ snapshot, views }: engine.QueryResult): unknown {
  const income = engine.computeIncome(snapshot, views, { asOf: snapshot.lastDay, mask: null })
  const sum = (payments: readonly engine.IncomePayment[]) =>
    engine.sumPayments(
      payments.filter(({ kind }) => engine.isIncomeKind(kind)),
      views.calculated.currency ?? '',
    ).sum
  const { received, pending, expected, cash } = income
  return {
    ...income,
    cash: Object.fromEntries(cash.map(entry => [entry.currency, entry])),
    sums: { received: sum(received), pending: sum(pending), expected: sum(expected) },
  }
}

/** The loan and the property of a world. */
function evaluateAssets(result: engine.QueryResult): Record<string, unknown> {
  const { positions, instruments } = result.snapshot
  const find = (type: string) => {
    const held = positions.keys.map((_, index) => index)
    return held.filter(index => instruments[positions.instrument[index] ?? -1]?.type === type)
  }
  const loan = instruments.find(({ type }) => type === 'loan')
  return {
    loan: loan && engine.loanFigures(result, loan, find('loan')),
    property: engine.propertyFigures(result, find('real_estate')),
  }
}

/** The result of a world against its benchmark. */
function evaluateBenchmark(result: engine.QueryResult, example: WorldExample): Record<string, unknown> {
  const { benchmark } = example
  if (!benchmark) return {}
  const blend = blendOfWorld(benchmark, example)
  const { period } = result
  const found = engine.computeAttribution(result, blend, benchmark.groups ?? [])
  return {
    relative: engine.relativeFigures(result, blend, period),
    missing: engine.findMissingReturns(blend, period),
    attribution: found && {
      ...Object.fromEntries(found.rows.map(({ group, ...effects }) => [group, effects])),
      all: found.total,
    },
    printed: found && engine.roundAttribution(found).total,
  }
}

/** All figures of a world by the names that the pages use. */
function evaluateWorld(example: WorldExample): unknown {
  // Instruments on the pages differ from the engine's only in their dates.
  const instruments = withDays(example.instruments ?? [{ id: 'X' }]) as NonNullable<WorldSpec['instruments']>
  const w = world({ ...example, instruments })
  const query = example.query ?? {}
  const result = w.runQuery(query)
  const open = w.rows('open', query)
  return {
    performance: result.performance,
    open,
    closed: w.rows('closed', query),
    cash: w.rows('cash', query),
    groups: Object.fromEntries(engine.groupRows(result).map(group => [group.group, group])),
    fees: engine.computeFees(result),
    explain: explainByKey(result),
    receipts: expectsPath(example, 'receipts.') ? replayReceipts(result) : {},
    movers: Object.fromEntries(engine.currencyMovers(result).map(mover => [mover.currency, mover])),
    months: engine.calendarReturns(result, 'month'),
    years: engine.calendarReturns(result, 'year'),
    bestWorst: engine.bestWorst(open, { count: 10, currencyType: 'calculated' }),
    xirr: engine.moneyWeightedReturn(result.dailyFigures, result.performance.isWholeAccounts),
    unvalued: result.dailyFigures.unvalued.map(position => w.snapshot.positions.keys[position]),
    issues: w.snapshot.issues,
    claims: w.snapshot.claims,
    exposure: Object.fromEntries(engine.currencyExposure(result)),
    funds: engine.fundFigures(result),
    risk: expectsPath(example, 'risk.') ? engine.holdingsRisk(result) : {},
    income: expectsPath(example, 'income.') ? evaluateIncome(result) : {},
    ...evaluateAssets(result),
    ...evaluateBenchmark(result, example),
    ...upcomingEvents(w.snapshot, example),
  }
}

function valueAt(root: unknown, path: string): unknown {
  return path === ''
    ? root
    : path
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root)
}

function expectSame(found: unknown, wanted: unknown, path: string): void {
  if (typeof wanted === 'number') expect(Number(found), path).toBeCloseTo(wanted, 6)
  else expect(ArrayBuffer.isView(found) ? [...(found as Float64Array)] : found, path).toEqual(wanted)
}

/** The functions that pages call by name. */
const CALLABLE = new Map<string, unknown>(Object.entries(engine))

function run(example: Example): void {
  const isCall = example.call !== undefined
  const call = isCall ? CALLABLE.get(example.call) : undefined
  if (isCall && typeof call !== 'function') throw new Error(`the engine does not export ${example.call}`)
  const found = isCall ? (call as (...given: unknown[]) => unknown)(...example.with) : evaluateWorld(example)
  for (const [path, wanted] of Object.entries(example.expect)) expectSame(valueAt(found, path), wanted, path)
}

describe('the pages of docs/finance', () => {
  it('exist', () => {
    expect(Object.keys(pages).length).toBeGreaterThan(15)
  })

  for (const [path, text] of Object.entries(pages)) {
    const name = path.split('/').at(-1) ?? path
    it(`state correct examples in ${name}`, () => {
      const examples = parseExamples(text)
      if (name !== 'README.md') expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) run(example)
    })
  }
})

import { describe, expect, it } from 'vitest'
import * as engine from '../src/index.ts'
import { type Asked, type WorldSpec, world } from './world.ts'

declare global {
  interface ImportMeta {
    /** Vite's: file names to their text. */
    glob(pattern: string, options: { query: string; import: string; eager: true }): Record<string, string>
  }
}

/** A world, what it is asked, and the days for which what is ahead is told. */
type WorldExample = WorldSpec & {
  readonly runQuery?: Asked
  readonly ahead?: { readonly from: string; readonly to: string }
}

/** An example of a page: a small world with a query, or one function with its arguments. */
type Example = { readonly expect: Readonly<Record<string, unknown>> } & (
  | (WorldExample & { readonly call?: undefined })
  | { readonly call: string; readonly with: readonly unknown[] }
)

const pages = import.meta.glob('../../../docs/finance/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function examplesOf(text: string): Example[] {
  // The pages are ours; what is wrong in them fails the comparison below.
  return [...text.matchAll(/```json example\n([\s\S]*?)```/g)].map(
    match => JSON.parse(match[1] ?? '') as Example,
  )
}

/** An explanation with its rows by position, and by group of the key that the example groups by. */
function explained(result: engine.QueryResult): unknown {
  const explanation = engine.explainMove(result)
  const rows = explanation.rows.map(row => [result.snapshot.positions.keys[row.position], row])
  return { ...explanation, rows: Object.fromEntries(rows) }
}

function wants(example: object, start: string): boolean {
  return 'expect' in example && Object.keys(example.expect ?? {}).some(path => path.startsWith(start))
}

/** Every figure of every position: its value, what its receipt comes to, and the lines of its formula by label. */
function receiptsOf(result: engine.QueryResult): unknown {
  const figuresOf = (position: number) =>
    engine.POSITION_FIGURES.map(figure => {
      const receipt = engine.positionReceipt(result, position, figure, 'calculated')
      const terms = receipt.cells.at(-1)?.terms ?? []
      const lines = terms.map(({ cell }) => [receipt.cells[cell]?.label, receipt.cells[cell]?.value])
      const replayed = engine.replayReceipt(receipt)
      return [figure, { value: receipt.value, replayed, lines: Object.fromEntries(lines) }]
    })
  return Object.fromEntries(
    result.snapshot.positions.keys.map((key, position) => [key, Object.fromEntries(figuresOf(position))]),
  )
}

/** Terms of instruments with dates as the engine takes them; the pages state ISO dates. */
function withDays(part: unknown): unknown {
  if (typeof part === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(part)) return engine.dayOf(part)
  if (Array.isArray(part)) return part.map(withDays)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, withDays(inner)]))
}

/** What is ahead of a world, and the cash it makes. */
function aheadOf(snapshot: engine.PortfolioSnapshot, { ahead }: WorldExample): Record<string, unknown> {
  if (!ahead) return {}
  const range = { from: engine.dayOf(ahead.from), to: engine.dayOf(ahead.to) }
  const events = engine.eventsOf(snapshot, { range, mask: null })
  const cash = engine.projectedCash(snapshot, { mask: null }, events)
  return { events, projected: Object.fromEntries(cash.map(entry => [entry.currency, entry])) }
}

/** Everything a world can be asked about, by the names that the pages use. */
function answersOf(example: WorldExample): unknown {
  // Dates are the only thing that differs between an instrument of a page and one of the engine.
  const instruments = withDays(example.instruments ?? [{ id: 'X' }]) as NonNullable<WorldSpec['instruments']>
  const w = world({ ...example, instruments })
  const asked = example.runQuery ?? {}
  const result = w.runQuery(asked)
  const open = w.rows('open', asked)
  return {
    performance: result.performance,
    open,
    closed: w.rows('closed', asked),
    cash: w.rows('cash', asked),
    groups: Object.fromEntries(engine.groupRows(result).map(group => [group.group, group])),
    fees: engine.feesOf(result),
    explain: explained(result),
    receipts: wants(example, 'receipts.') ? receiptsOf(result) : {},
    movers: Object.fromEntries(engine.currencyMovers(result).map(mover => [mover.currency, mover])),
    months: engine.calendarReturns(result, 'month'),
    years: engine.calendarReturns(result, 'year'),
    bestWorst: engine.bestWorst(open, { count: 10, currencyType: 'calculated' }),
    xirr: engine.moneyWeightedReturn(result.pass, result.performance.isWholeAccounts),
    leftOut: result.pass.leftOut.map(position => w.snapshot.positions.keys[position]),
    issues: w.snapshot.issues,
    claims: w.snapshot.claims,
    exposure: Object.fromEntries(engine.currencyExposure(result)),
    funds: engine.fundFigures(result),
    ...aheadOf(w.snapshot, example),
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
  if (isCall && typeof call !== 'function') throw new Error(`the engine has no ${example.call}`)
  const found = isCall ? (call as (...given: unknown[]) => unknown)(...example.with) : answersOf(example)
  for (const [path, wanted] of Object.entries(example.expect)) expectSame(valueAt(found, path), wanted, path)
}

describe('the pages of docs/finance', () => {
  it('are there', () => {
    expect(Object.keys(pages).length).toBeGreaterThan(15)
  })

  for (const [path, text] of Object.entries(pages)) {
    const name = path.split('/').at(-1) ?? path
    it(`${name} is right in its examples`, () => {
      const examples = examplesOf(text)
      if (name !== 'README.md') expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) run(example)
    })
  }
})

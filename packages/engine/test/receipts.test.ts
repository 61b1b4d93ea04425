import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  type Filter,
  openCurrencyViews,
  POSITION_FIGURES,
  positionReceipt,
  type QueryResult,
  type Receipt,
  replayReceipt,
  runQuery,
  SCOPE_FIGURES,
  scopeReceipt,
} from '../src/index.ts'
import { costHistory } from '../src/receipt/cost-cells.ts'
import { openSheet } from '../src/receipt/sheet.ts'
import { generatedMarket, generateWorld } from './random/random-ledger.ts'
import { SUM_TOLERANCE } from './tolerances.ts'

const FIGURES = 1000
const SCOPES: readonly Filter[] = [
  {},
  { accounts: ['a'] },
  { instrumentTypes: ['equity', 'option', 'bond', 'future'] },
]

interface Trial {
  readonly name: string
  readonly receipt: Receipt
  /** Size of the receipt's amounts, which scales the rounding tolerance. */
  readonly scale: number
}

/** A seeded generator, so that every run checks the same figures. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

function roundingScale({ cells, value }: Receipt): number {
  const isRatio = cells.at(-1)?.unit === 'fraction'
  const largest = cells.reduce(
    (most, cell) => Math.max(most, cell.unit === 'money' && !isRatio ? Math.abs(cell.value ?? 0) : 0),
    0,
  )
  return 1 + Math.abs(value ?? 0) * 100 + largest
}

function queryRandomLedger(seed: number, draw: (below: number) => number): QueryResult {
  const days = seed % 5 === 0 ? 420 : 18
  const world = generateWorld({
    seed: seed * 17 + 3,
    days,
    transactions: 26,
    isTimed: draw(2) === 0,
    hasGaps: draw(3) === 0,
  })
  const snapshot = buildSnapshot(world.ledger, generatedMarket(world), world.lastDay)
  const views = openCurrencyViews(snapshot, (['CHF', 'EUR', 'USD'] as const)[seed % 3] ?? 'CHF')
  const isWhole = draw(2) === 0
  const from = isWhole ? world.firstDay : world.firstDay + draw(days - 2)
  const period = { from, to: isWhole ? world.lastDay : from + draw(world.lastDay - from + 1) }
  return runQuery(snapshot, views, { period, mask: null, filter: SCOPES[draw(SCOPES.length)] ?? {} })
}

/** Random figures of random scopes and positions over random ledgers, periods and currencies. */
function* trials(): Generator<Trial> {
  const draw = numbers(20_260_101)
  for (let made = 0, seed = 0; made < FIGURES; seed += 1) {
    const result = queryRandomLedger(seed, draw)
    const { snapshot, isIn, period } = result
    const held = [...snapshot.positions.keys.keys()].filter(
      position => isIn[position] === 1 && (snapshot.positions.openDay[position] ?? 0) <= period.to,
    )
    for (let turn = 0; turn < 6 && made < FIGURES; turn += 1, made += 1) {
      const position = held[draw(Math.max(1, held.length))]
      if (turn < 2 || position === undefined) {
        const figure = SCOPE_FIGURES[draw(SCOPE_FIGURES.length)] ?? 'value'
        const receipt = scopeReceipt(result, figure)
        yield { name: `seed ${seed}, ${figure}`, receipt, scale: roundingScale(receipt) }
      } else {
        const figure = POSITION_FIGURES[draw(POSITION_FIGURES.length)] ?? 'value'
        const view = draw(2) === 0 ? 'original' : 'calculated'
        const receipt = positionReceipt(result, position, figure, view)
        const name = `seed ${seed}, ${view} ${figure} of position ${position}`
        yield { name, receipt, scale: roundingScale(receipt) }
      }
    }
  }
}

const made = [...trials()]

/** Compares a receipt with its replay. */
function findViolations({ name, receipt, scale }: Trial): string[] {
  const replayed = replayReceipt(receipt)
  if (receipt.value === null) return []
  const isSame = replayed !== null && Math.abs(replayed - receipt.value) <= SUM_TOLERANCE * scale
  return isSame ? [] : [`${name}: ${replayed} is not ${receipt.value}`]
}

describe('the receipt of every position figure', () => {
  it('replays to the figure after transfers, returns of capital and spin-offs', () => {
    const draw = numbers(11)
    const wrong: string[] = []
    for (let seed = 0; seed < 60; seed += 1) {
      const result = queryRandomLedger(seed * 5 + 2, draw)
      const { snapshot, isIn, period } = result
      for (let position = 0; position < snapshot.positions.count; position += 1) {
        if (isIn[position] !== 1 || (snapshot.positions.openDay[position] ?? 0) > period.to) continue
        for (const figure of POSITION_FIGURES) {
          const view = draw(2) === 0 ? 'original' : 'calculated'
          const receipt = positionReceipt(result, position, figure, view)
          wrong.push(
            ...findViolations({ name: `seed ${seed}, ${figure}`, receipt, scale: roundingScale(receipt) }),
          )
        }
      }
    }
    expect(wrong.slice(0, 20)).toEqual([])
  })
})

describe('the receipts of 1,000 random figures', () => {
  it('replay to the figures from the inputs alone', () => {
    const wrong = made.flatMap(findViolations)
    expect(wrong.slice(0, 20)).toEqual([])
    expect(made).toHaveLength(FIGURES)
    expect(
      made.filter(({ receipt }) => receipt.value !== null && receipt.value !== 0).length,
    ).toBeGreaterThan(500)
  })

  it('name the source of every input and refer only to earlier cells', () => {
    for (const { name, receipt } of made)
      receipt.cells.forEach((cell, place) => {
        if (cell.operation === 'input') expect(cell.source, name).not.toBeNull()
        for (const term of cell.terms) expect(term.cell, name).toBeLessThan(place)
      })
  })

  it('trace the lots of every disposal to their opening transactions', () => {
    const draw = numbers(7)
    const lost: string[] = []
    for (let seed = 0; seed < 120; seed += 1) {
      const { snapshot, views, period } = queryRandomLedger(seed * 5 + 1, draw)
      for (let position = 0; position < snapshot.positions.count; position += 1)
        for (const view of [views.calculated, views.original]) {
          const { changes } = costHistory({ sheet: openSheet(), snapshot, view }, position, period.to)
          for (const { event, isFollowed } of changes)
            if (!isFollowed) lost.push(`seed ${seed}: a transaction of kind ${snapshot.events.kind[event]}`)
        }
    }
    expect(lost.slice(0, 10)).toEqual([])
  })

  it('derive figures from transactions, prices and rates instead of the figure itself', () => {
    const shallow = made.filter(({ receipt }) => {
      const result = receipt.cells.at(-1)
      return receipt.value !== null && receipt.value !== 0 && result?.operation === 'input'
    })
    expect(shallow.map(({ name }) => name)).toEqual([])
  })
})

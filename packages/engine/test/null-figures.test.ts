import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  type Flag,
  groupRows,
  measureCoverage,
  openCurrencyViews,
  POSITION_FIGURES,
  type PositionRow,
  positionReceipt,
  positionRows,
  type QueryResult,
  type Receipt,
  replayReceipt,
  runQuery,
  SCOPE_FIGURES,
  scopeReceipt,
} from '../src/index.ts'
import { generatedMarket, generateWorld } from './random/random-ledger.ts'

const LEDGERS = 150

/** Results of ledgers in which prices and rates start late or never. */
function* resultsWithGaps(): Generator<{ name: string; result: QueryResult }> {
  for (let seed = 0; seed < LEDGERS; seed += 1) {
    const days = 6 + (seed % 19)
    const recipe = { seed: seed * 31 + 7, days, transactions: 26, isTimed: seed % 2 === 0, hasGaps: true }
    const world = generateWorld({ ...recipe, hasOddPrices: seed % 4 === 0 })
    const snapshot = buildSnapshot(world.ledger, generatedMarket(world), world.lastDay)
    const views = openCurrencyViews(snapshot, seed % 3 === 0 ? 'CHF' : 'USD')
    const middle = world.firstDay + Math.floor(days / 2)
    const periods = [
      { from: world.firstDay, to: world.lastDay },
      { from: world.firstDay + 2, to: middle },
    ]
    for (const period of periods)
      yield {
        name: `seed ${seed} to day ${period.to - world.firstDay}`,
        result: runQuery(snapshot, views, { period, mask: null, groupBy: 'instrument_type' }),
      }
  }
}

const results = [...resultsWithGaps()]

const rows = ({ snapshot, views, isIn, period }: QueryResult): PositionRow[] =>
  (['open', 'closed', 'cash'] as const).flatMap(list =>
    positionRows(snapshot, views, position => isIn[position] === 1, period, list),
  )

const hasOne = (flags: readonly Flag[], ...reasons: Flag[]) => reasons.some(flag => flags.includes(flag))

/** The null figures of a position without a flag that says why. */
function unexplainedNulls({ instrument, flags, ...row }: PositionRow): string[] {
  const found: string[] = []
  for (const view of ['original', 'calculated'] as const) {
    const { value, exposure, pnlAbs, pnlRel, priceCurrent } = row[view]
    const isUnvalued = hasOne(flags, 'no_price', 'no_rate')
    const amounts = { value, exposure, pnl: pnlAbs.total, realized: pnlAbs.realized }
    for (const [name, amount] of Object.entries(amounts))
      if (amount === null && !isUnvalued) found.push(`${view} ${name}`)
    const isHeld = instrument !== null && row.quantity !== 0
    if (isHeld && priceCurrent === null && !isUnvalued) found.push(`${view} price`)
    // Cash has no capital base, so no percentage is defined for it.
    const isExplained = isUnvalued || flags.includes('no_base') || instrument === null
    if (pnlRel.total === null && !isExplained) found.push(`${view} relative P/L`)
  }
  return found
}

const numbersIn = (receipt: Receipt): (number | null)[] => [
  receipt.value,
  replayReceipt(receipt),
  ...receipt.cells.map(cell => cell.value),
]

const isNumberOrNull = (value: number | null) => value === null || Number.isFinite(value)

describe('a null figure of a ledger with gaps', () => {
  it('of a position has a flag that says why', () => {
    const found: string[] = []
    for (const { name, result } of results)
      for (const row of rows(result))
        for (const figure of unexplainedNulls(row)) found.push(`${name}: ${figure} of ${row.key}`)
    expect(found.slice(0, 10)).toEqual([])
  })

  it('of a scope or group has a flag that says why', () => {
    const found: string[] = []
    for (const { name, result } of results) {
      const { pnl, flags } = result.performance
      const reasons = ['base_lost', 'no_base', 'unlinked'] as const
      if (pnl.rel.total === null && !hasOne(flags, ...reasons)) found.push(name)
      for (const group of groupRows(result))
        if (group.twr.total === null && !hasOne(group.flags, ...reasons))
          found.push(`${name}: ${group.group}`)
    }
    expect(found.slice(0, 10)).toEqual([])
  })

  it('is named by the coverage where it leaves a value out of the totals', () => {
    const found: string[] = []
    for (const { name, result } of results) {
      const named = new Set(measureCoverage(result).unvalued.map(({ key }) => key))
      for (const { key, calculated } of rows(result))
        if ((calculated.value === null) !== named.has(key)) found.push(`${name}: ${key}`)
    }
    expect(found.slice(0, 10)).toEqual([])
  })

  it('has a receipt without numbers that are not finite', () => {
    const found: string[] = []
    for (const { name, result } of results) {
      const { snapshot, period } = result
      for (const figure of SCOPE_FIGURES)
        if (!numbersIn(scopeReceipt(result, figure)).every(isNumberOrNull)) found.push(`${name}: ${figure}`)
      for (let position = 0; position < snapshot.positions.count; position += 1) {
        if ((snapshot.positions.openDay[position] ?? 0) > period.to) continue
        for (const figure of POSITION_FIGURES)
          for (const view of ['original', 'calculated'] as const)
            if (!numbersIn(positionReceipt(result, position, figure, view)).every(isNumberOrNull))
              found.push(`${name}: ${view} ${figure} of ${snapshot.positions.keys[position]}`)
      }
    }
    expect(found.slice(0, 10)).toEqual([])
  })
})

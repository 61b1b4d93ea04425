import type { TargetDimension, WhatIfReason } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import {
  compareWithTarget,
  computeIncome,
  type QueryResult as EngineResult,
  holdingsRisk,
  type PositionRow,
  positionRows,
  type ScopeFigure,
  scopeFigure,
  toIsoDate,
} from '@plumbline/engine'
import { driftOfTargets, nameBucket } from '../../figures/targets/drift-rows.ts'
import { readAllocation } from '../../figures/targets/read-allocation.ts'
import type { TargetsInput } from '../../figures/targets/target-rows.store.ts'
import { calendarFacts } from '../../figures/upcoming-events.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { describeBasis, type QueryScope, queryEngine, readScope } from '../../queries/query-scope.ts'

/** One side of a comparison. */
export interface WhatIfFigures {
  basis: ReturnType<typeof describeBasis>
  totals: Record<(typeof totalFigures)[number], number | null>
  /** Why totals are missing, or lack a part. */
  reasons: Record<(typeof totalFigures)[number], WhatIfReason | null>
  accounts: Record<string, string>
  cash: { account: string; currency: string; amount: number }[]
  positions: HeldPosition[]
  /** Weights and drifts say why a value is missing in the whole that they are shares of. */
  allocation: { key: string; name: string; weight: number | null; reason: WhatIfReason | null }[]
  drift: {
    target: string
    bucket: string
    name: string
    drift: number | null
    state: string
    reason: WhatIfReason | null
  }[]
  ladder: { currency: string; lowest: number; closing: number; runsDry: string | null }[]
  risk: { observations: number; volatility: number | null; valueAtRisk: number | null }
}

/** What is held of an instrument in an account, or was last. */
export interface HeldPosition {
  account: string
  instrument: string
  id: string
  name: string
  currency: string
  quantity: number
  value: number | null
  breakEven: number | null
  pnl: number | null
  reason: WhatIfReason | null
}

export const totalFigures = [
  'balance_total',
  'balance_allocated',
  'balance_cash',
  'exposure',
  'pnl_abs_total',
] as const satisfies ScopeFigure[]

export interface WhatIfQuestions {
  dimension: TargetDimension
  /** The targets of the family and of its strategies. */
  targets: TargetsInput[]
  /** Holdings that trades change, and instruments whose price is assumed. */
  holdings: { account: string; instrument: string }[]
  instruments: string[]
}

/** The figures of a comparison, for the whole of what the caller may see. */
export const whatIfFiguresQuery = defineQuery(
  'whatIfFigures',
  (portfolio, questions: WhatIfQuestions, filter): WhatIfFigures => {
    const scope = readScope(portfolio, filter)
    const whole = queryEngine(portfolio, scope)
    const { snapshot, metadata } = portfolio
    const rows = (list: 'open' | 'closed' | 'cash') =>
      positionRows(snapshot, whole.views, place => whole.isIn[place] === 1, whole.period, list)
    return {
      basis: describeBasis(portfolio, scope),
      totals: readTotals(whole),
      reasons: findReasons(rows('open'), rows('cash'), rows('closed')),
      accounts: Object.fromEntries([...metadata.accounts].map(([id, { name }]) => [id, name])),
      cash: rows('cash').map(({ account, original, quantity }) => ({
        account,
        currency: original.currency,
        amount: quantity,
      })),
      positions: listPositions(portfolio, questions, [...rows('open'), ...rows('closed').toReversed()]),
      allocation: listAllocation(portfolio, scope, questions.dimension),
      drift: listDrift(portfolio, scope, questions.targets),
      ladder: listLadder(portfolio, scope),
      risk: holdingsRisk(whole),
    }
  },
)

function readTotals(whole: EngineResult): WhatIfFigures['totals'] {
  const read = (figure: ScopeFigure) => scopeFigure(whole, figure, null)
  return {
    balance_total: read('balance_total'),
    balance_allocated: read('balance_allocated'),
    balance_cash: read('balance_cash'),
    exposure: read('exposure'),
    pnl_abs_total: read('pnl_abs_total'),
  }
}

type Flagged = readonly Pick<PositionRow, 'flags'>[]

function findReasons(open: Flagged, cash: Flagged, closed: Flagged): WhatIfFigures['reasons'] {
  return {
    balance_total: findReason([...open, ...cash]),
    balance_allocated: findReason(open),
    balance_cash: findReason(cash),
    exposure: findReason(open),
    pnl_abs_total: findReason([...open, ...cash, ...closed]),
  }
}

function findReason(rows: Flagged): WhatIfReason | null {
  return chooseReason(rows.flatMap(({ flags }) => flags))
}

function chooseReason(found: readonly string[]): WhatIfReason | null {
  return (['no_price', 'no_rate'] as const).find(reason => found.includes(reason)) ?? null
}

/** The positions that the changes touch: one row per holding, open before closed, the latest closed first. */
function listPositions(
  { snapshot }: Portfolio,
  { holdings, instruments }: WhatIfQuestions,
  rows: readonly PositionRow[],
): HeldPosition[] {
  const found = new Map<string, HeldPosition>()
  for (const row of rows) {
    const { account, instrument, original, calculated, side } = row
    const key = `${account}/${instrument}`
    if (instrument === null || found.has(key)) continue
    const isTraded = holdings.some(each => each.account === account && each.instrument === instrument)
    const isRepriced = row.closeDay === null && instruments.includes(instrument)
    if (!isTraded && !isRepriced) continue
    found.set(key, {
      account,
      instrument,
      id: row.key,
      name: snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]?.name ?? '',
      currency: original.currency,
      quantity: row.quantity * (side === 'short' ? -1 : 1),
      value: calculated.value,
      breakEven: row.closeDay === null ? original.priceBreakEven : null,
      pnl: calculated.pnlAbs.total,
      reason: findReason([row]) ?? (row.closeDay === null ? null : 'not_held'),
    })
  }
  return [...found.values()]
}

function listAllocation(portfolio: Portfolio, scope: QueryScope, dimension: TargetDimension) {
  const subject = { dimension, target: null, positionIds: null, locked: [], lotSize: 1 }
  const { allocation, unknown, leftOut } = readAllocation(portfolio, scope, subject)
  const { buckets } = compareWithTarget(allocation)
  const reason = chooseReason(leftOut.map(each => each.reason))
  return buckets.map(({ key, weight }) => ({
    key,
    name: nameBucket(portfolio, dimension, key),
    weight: unknown.has(key) ? null : weight,
    reason,
  }))
}

function listDrift(portfolio: Portfolio, scope: QueryScope, subjects: readonly TargetsInput[]) {
  const divisions = subjects.flatMap(subject => driftOfTargets(portfolio, scope, subject))
  const texts = textsIn(portfolio.view.language)
  return divisions.flatMap(({ target, buckets, leftOut }) => {
    // Groups of several divisions may have one name: cash as a class and among securities.
    const division = divisions.length > 1 ? texts[`targets_by_${target.dimension}`] : null
    const path = [target.strategy_name, division].filter(part => part !== null)
    const reason = chooseReason(leftOut.map(each => each.reason))
    return buckets
      .filter(bucket => bucket.target !== null)
      .map(({ key, name, drift, state }) => ({
        target: target.id,
        bucket: key,
        name: [...path, name].join(' · '),
        ...{ drift, state, reason },
      }))
  })
}

/** The cash that is projected for the next twelve months, as the income screen shows it. */
function listLadder(portfolio: Portfolio, { mask, filter, currency }: QueryScope): WhatIfFigures['ladder'] {
  const { cash } = computeIncome(portfolio.snapshot, portfolio.viewsIn(currency), {
    asOf: portfolio.view.today,
    mask,
    filter,
    facts: calendarFacts(portfolio),
  })
  return cash
    .filter(({ opening, points }) => opening !== 0 || points.length > 0)
    .map(({ currency: of, opening, closing, points, runsDry }) => ({
      currency: of,
      lowest: Math.min(opening, ...points.map(({ balance }) => balance)),
      closing,
      runsDry: runsDry === null ? null : toIsoDate(runsDry),
    }))
}

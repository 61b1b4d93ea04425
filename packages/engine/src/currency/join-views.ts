import { computeOnce } from '../snapshot/compute-once.ts'
import { concatenate, runningOffsets } from '../snapshot/join-columns.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { buildRateColumns } from './rate-columns.ts'
import { createRateEffects } from './rate-effect.ts'
import type { CurrencyView, CurrencyViews } from './view-builder.ts'

/** A part of a joined snapshot with its views. Its positions follow those of the parts before it. */
export interface ViewedPart {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly firstPosition: number
}

type Part = Omit<ViewedPart, 'firstPosition'>

/** The parts of joined views. A copy of a snapshot or of views has none: it is computed as a whole, with the same result. */
const partsByViews = new WeakMap<CurrencyViews, readonly ViewedPart[]>()

/** The snapshots that a snapshot was joined from, with their views in the same currency; itself where there are none. */
export function listParts(snapshot: PortfolioSnapshot, views: CurrencyViews): readonly ViewedPart[] {
  return partsByViews.get(views) ?? [{ snapshot, views, firstPosition: 0 }]
}

type PositionColumn = 'entryDay' | 'entryValue' | 'entryCost' | 'entryCollateral' | 'missingRate'
type EventColumn = 'posted' | 'realized' | 'income' | 'fees' | 'taxes' | 'costAfter' | 'collateral'

/**
 * The view of a joined snapshot from those of its parts, since no event of one depends on another. Columns of events and
 * lots are joined when they are first read.
 */
function joinViews(
  snapshot: PortfolioSnapshot,
  parts: readonly Part[],
  name: keyof CurrencyViews,
  currency: string | null,
): CurrencyView {
  const views = parts.map(part => part.views[name])
  const events = computeOnce(() => joinEventColumns(views))
  const lotCost = computeOnce(() => joinFloats(views.map(view => view.lotCost)))
  const lotEntry = computeOnce(() => joinFloats(views.map(view => view.lotEntry)))
  return {
    currency,
    rates: buildRateColumns(snapshot, currency ?? snapshot.pivot),
    ...joinPositionColumns(views),
    ...joinEvents(parts, views),
    get posted() {
      return events().posted
    },
    get realized() {
      return events().realized
    },
    get income() {
      return events().income
    },
    get fees() {
      return events().fees
    },
    get taxes() {
      return events().taxes
    },
    get costAfter() {
      return events().costAfter
    },
    get collateral() {
      return events().collateral
    },
    get lotCost() {
      return lotCost()
    },
    get lotEntry() {
      return lotEntry()
    },
    isComplete: views.every(view => view.isComplete),
    roundingBound: views.reduce((sum, view) => sum + view.roundingBound, 0),
    rateEffects: createRateEffects(),
  }
}

/** The views of a joined snapshot in a currency and, when they are first read, in each position's own. */
export function joinCurrencyViews(
  snapshot: PortfolioSnapshot,
  parts: readonly Part[],
  currency: string,
): CurrencyViews {
  const original = computeOnce(() => joinViews(snapshot, parts, 'original', null))
  const joined: CurrencyViews = {
    calculated: joinViews(snapshot, parts, 'calculated', currency),
    get original() {
      return original()
    },
  }
  const firstPositions = runningOffsets(parts.map(part => part.snapshot.positions.count))
  partsByViews.set(
    joined,
    parts.map((part, place) => ({ ...part, firstPosition: firstPositions[place] ?? 0 })),
  )
  return joined
}

function joinFloats(columns: readonly Float64Array[]): Float64Array {
  return concatenate(columns, new Float64Array(columns.reduce((sum, { length }) => sum + length, 0)))
}

function joinEventColumns(views: readonly CurrencyView[]): Pick<CurrencyView, EventColumn> {
  const join = (name: EventColumn) => joinFloats(views.map(view => view[name]))
  return {
    posted: join('posted'),
    realized: join('realized'),
    income: join('income'),
    fees: join('fees'),
    taxes: join('taxes'),
    costAfter: join('costAfter'),
    collateral: join('collateral'),
  }
}

function joinPositionColumns(views: readonly CurrencyView[]): Pick<CurrencyView, PositionColumn> {
  const count = views.reduce((sum, { entryDay }) => sum + entryDay.length, 0)
  const join = (name: 'entryValue' | 'entryCost' | 'entryCollateral') =>
    joinFloats(views.map(view => view[name]))
  return {
    entryDay: concatenate(
      views.map(view => view.entryDay),
      new Int32Array(count),
    ),
    entryValue: join('entryValue'),
    entryCost: join('entryCost'),
    entryCollateral: join('entryCollateral'),
    missingRate: concatenate(
      views.map(view => view.missingRate),
      new Uint8Array(count),
    ),
  }
}

/** What a view keeps of single events. */
function joinEvents(
  parts: readonly Part[],
  views: readonly CurrencyView[],
): Pick<CurrencyView, 'realizedCarried' | 'unconverted'> {
  const offsets = runningOffsets(parts.map(({ snapshot }) => snapshot.events.day.length))
  const realizedCarried = new Map<number, number>()
  const unconverted = new Set<number>()
  views.forEach((view, place) => {
    const offset = offsets[place] ?? 0
    for (const [event, amount] of view.realizedCarried) realizedCarried.set(event + offset, amount)
    for (const event of view.unconverted) unconverted.add(event + offset)
  })
  return { realizedCarried, unconverted }
}

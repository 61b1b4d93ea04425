import type { Period } from '../../calendar/period.ts'
import { type CurrencyView, openCurrencyView } from '../../currency/currency-view.ts'
import { listParts } from '../../currency/join-views.ts'
import type { CurrencyViews } from '../../currency/view-builder.ts'
import { CONTRACT_TYPES, type Flag, type PositionSide } from '../../ledger/vocabulary.ts'
import { STILL_OPEN } from '../../posting/journal.ts'
import { computeOnce } from '../../snapshot/compute-once.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import { type CapitalWorkspace, capitalBase, createWorkspace } from '../capital.ts'
import { contractBase } from '../contract-figures.ts'
import { currencyEffect } from '../currency/currency-effect.ts'
import {
  computeAmounts,
  computeFigures,
  type PositionAmounts,
  type PositionFacts,
  type PositionFigures,
} from './position-figures.ts'
import { listFlags } from './position-flags.ts'
import { sumPosition } from './position-sums.ts'

/**
 * A position in a period: P/L, fees, income and taxes are the period's; quantity, current price, value and exposure are
 * at its end; opening date, open price and break-even are of the whole life.
 */
export interface PositionRow {
  readonly index: number
  readonly key: string
  readonly account: string
  readonly custodian: string
  /** Null for cash, whose key refers to its account and currency. */
  readonly instrument: string | null
  readonly side: PositionSide
  /** Unsigned; cash is signed. */
  readonly quantity: number
  readonly contractSize: number
  readonly openDay: number
  /** Null while it is open at the end of the period. */
  readonly closeDay: number | null
  readonly original: PositionFigures
  readonly calculated: PositionFigures
  /** Part of the calculated P/L that comes from the exchange rate. */
  readonly fx: number
  readonly flags: readonly Flag[]
}

function readFacts(snapshot: PortfolioSnapshot, position: number, to: number): PositionFacts {
  const index = snapshot.positions.instrument[position] ?? -1
  const instrument = snapshot.instruments[index]
  const prices = snapshot.prices[index]
  const contractSize = instrument?.contractSize ?? 1
  return {
    snapshot,
    position,
    to,
    contractSize,
    multiplier: contractSize * (prices?.factors?.[to - prices.firstDay] ?? 1),
    isCash: instrument === undefined,
    isContract: CONTRACT_TYPES.has(instrument?.type ?? ''),
    isQuotedClean: prices?.quoted !== undefined,
  }
}

/** One position in a period, in its own and in the calculated currency. The workspace is shared by all rows of a list. */
export function buildPositionRow(workspace: CapitalWorkspace, position: number, period: Period): PositionRow {
  const { snapshot, views } = workspace
  const { positions } = snapshot
  const account = snapshot.accounts[positions.account[position] ?? -1]
  const facts = readFacts(snapshot, position, period.to)
  const calculated = sumPosition(snapshot, views.calculated, position, period)
  const original = sumPosition(snapshot, views.original, position, period)
  const closeDay = positions.closeDay[position] ?? STILL_OPEN
  const baseIn = (view: CurrencyView): number =>
    facts.isContract
      ? contractBase(snapshot, view, position, period)
      : capitalBase(workspace, view, position, period)
  const figures = {
    original: computeFigures(facts, views.original, original, baseIn(views.original)),
    calculated: computeFigures(facts, views.calculated, calculated, baseIn(views.calculated)),
  }
  const flags = listFlags(snapshot, views.calculated, calculated)
  // The figures in its own currency can lack a rate too, for a fee in another one.
  if (original.unknown !== null && !flags.includes('no_price') && !flags.includes('no_rate'))
    flags.push('no_rate')
  const isValued = !flags.includes('no_price') && !flags.includes('no_rate')
  if (isValued && !facts.isCash && (lacksBase(figures.original) || lacksBase(figures.calculated)))
    flags.push('no_base')
  return {
    index: position,
    key: positions.keys[position] ?? '',
    account: account?.id ?? '',
    custodian: account?.custodian ?? '',
    instrument: snapshot.instruments[positions.instrument[position] ?? -1]?.id ?? null,
    side: (positions.side[position] ?? 1) < 0 ? 'short' : 'long',
    quantity: facts.isCash ? calculated.quantity : Math.abs(calculated.quantity),
    contractSize: facts.contractSize,
    openDay: positions.openDay[position] ?? 0,
    closeDay: closeDay <= period.to ? closeDay : null,
    ...figures,
    fx: currencyEffect(snapshot, views, calculated, period),
    flags,
  }
}

/** Whether a P/L has no percentage for lack of a capital base, such as that of shares received free of charge. */
function lacksBase({ pnlAbs, pnlRel }: PositionFigures): boolean {
  return pnlAbs.total !== null && pnlRel.total === null
}

/** One position in a period, see `PositionRow`. Money and prices in each figure's currency, relative P/L as fractions. */
export function positionRow(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  period: Period,
): PositionRow {
  return buildPositionRow(createWorkspace(snapshot, views), position, period)
}

/** The lists of positions. */
export type PositionList = 'open' | 'closed' | 'cash'

/**
 * The rows of a list, in the order in which the positions were opened. Open: held at the end of the period. Closed:
 * closed within it, or closed before with P/L in it. Cash has a list of its own.
 */
export function positionRows(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  isIn: (position: number) => boolean,
  period: Period,
  list: PositionList,
): PositionRow[] {
  const workspace = createWorkspace(snapshot, views)
  const rows: PositionRow[] = []
  for (let position = 0; position < snapshot.positions.count; position += 1)
    if (isIn(position) && findList(snapshot, position, period) === list)
      rows.push(buildPositionRow(workspace, position, period))
  return rows
}

/** The list of a position, or null when it has no activity in the period. */
function findList(snapshot: PortfolioSnapshot, position: number, period: Period): PositionList | null {
  const { openDay, closeDay, instrument } = snapshot.positions
  if ((openDay[position] ?? 0) > period.to) return null
  if ((instrument[position] ?? -1) < 0) return 'cash'
  const closed = closeDay[position] ?? 0
  if (closed > period.to) return 'open'
  const isOver = closed < period.from
  return isOver && !hasEventsIn(snapshot, position, period) && !hasClaimIn(snapshot, position, period)
    ? null
    : 'closed'
}

/** The amounts of a position in the calculated currency, with its list and flags. */
export interface PositionResult extends PositionAmounts {
  readonly index: number
  readonly list: PositionList
  readonly flags: readonly Flag[]
}

/**
 * The amounts of every position that has a row in a list of the period, at a fraction of the cost of its row. Money in
 * the calculated currency.
 */
export function positionResults(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  isIn: (position: number) => boolean,
  period: Period,
): PositionResult[] {
  const results: PositionResult[] = []
  for (const part of listParts(snapshot, views)) {
    const view = part.views.calculated
    for (let position = 0; position < part.snapshot.positions.count; position += 1) {
      const index = part.firstPosition + position
      const list = isIn(index) ? findList(part.snapshot, position, period) : null
      if (list === null) continue
      const sums = sumPosition(part.snapshot, view, position, period)
      const amounts = computeAmounts(part.snapshot, view, sums)
      results.push({ index, list, ...amounts, flags: listFlags(part.snapshot, view, sums) })
    }
  }
  return results
}

function hasEventsIn(snapshot: PortfolioSnapshot, position: number, period: Period): boolean {
  const first = snapshot.positions.eventFrom[position] ?? 0
  for (let event = (snapshot.positions.eventFrom[position + 1] ?? 0) - 1; event >= first; event -= 1) {
    const day = snapshot.events.day[event] ?? 0
    if (day < period.from) return false
    if (day <= period.to) return true
  }
  return false
}

/** Whether money was due to a position in the period that was closed before it: it has a value without a holding then. */
function hasClaimIn({ positions, segments }: PortfolioSnapshot, position: number, { from }: Period): boolean {
  const last = (positions.segmentFrom[position + 1] ?? 0) - 1
  return last >= (positions.segmentFrom[position] ?? 0) && (segments.to[last] ?? 0) >= from - 1
}

/** Opens the two currency views that rows need: the given currency and, when it is first read, each position's own. */
export function openCurrencyViews(snapshot: PortfolioSnapshot, currency: string): CurrencyViews {
  const original = computeOnce(() => openCurrencyView(snapshot, null))
  return {
    calculated: openCurrencyView(snapshot, currency),
    get original() {
      return original()
    },
  }
}

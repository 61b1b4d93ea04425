import type { Period } from '../calendar/period.ts'
import { type CurrencyView, openCurrencyView, quoteOn } from '../currency/currency-view.ts'
import { CONTRACT_TYPES, type Flag, type PositionSide } from '../ledger/vocabulary.ts'
import { STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { type CapitalScratch, type CurrencyViews, capitalScratch, positionCapital } from './capital.ts'
import { contractBase, contractEntry } from './contract-figures.ts'
import { exposureOn } from './exposure.ts'
import { lotFactors } from './lot-factors.ts'
import type { Split3 } from './performance.ts'
import { flagsOf } from './position-flags.ts'
import { type PositionSums, pnlOf, sumPosition } from './position-sums.ts'

/** Figures of a position in one currency. Money and prices in that currency, relative figures as fractions. */
export interface PositionFigures {
  readonly currency: string
  /** Average entry without costs: of the open lots, or of everything ever opened once it is closed. */
  readonly priceOpen: number | null
  readonly priceCurrent: number | null
  readonly priceBreakEven: number | null
  readonly value: number | null
  /** Interest in the value that is not in the price: accrued since the last coupon, and due but not posted. */
  readonly accrued: number
  readonly exposure: number | null
  /** What is open has cost, or once it is closed what was closed: signed, so that proceeds - cost is the result in price. */
  readonly cost: number
  /** What disposals brought, without costs, over the whole life. */
  readonly proceeds: number
  readonly pnlAbs: Split3<number | null>
  readonly pnlRel: Split3<number | null>
  readonly capitalBase: number
  readonly fees: number
  readonly taxes: number
  readonly dividends: number
  readonly interest: number
  readonly otherIncome: number
}

/**
 * A position under a period: P/L, fees, income and taxes are the period's; quantity, current price, value and
 * exposure are at its end; date and price of opening and break-even are of its whole life.
 */
export interface PositionRow {
  readonly index: number
  readonly key: string
  readonly account: string
  readonly custodian: string
  /** Null for cash, whose key refers to its account and currency. */
  readonly instrument: string | null
  readonly side: PositionSide
  /** A magnitude; cash is signed. */
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

const NO_PNL: Split3<null> = { total: null, realized: null, unrealized: null }

/** P/L over the capital base; without a base there is no percentage. */
export function relativePnl(pnl: Split3<number> | null, base: number): Split3<number | null> {
  if (pnl === null || !(base > 0)) return NO_PNL
  return { total: pnl.total / base, realized: pnl.realized / base, unrealized: pnl.unrealized / base }
}

/** Entry value and units of all lots a position ever had: its average entry once it is closed. */
function averageEntry(
  snapshot: PortfolioSnapshot,
  lotCost: Float64Array,
  position: number,
  to: number,
  contractSize: number,
): number | null {
  const factors = lotFactors(snapshot, position, to)
  let cost = 0
  let units = 0
  const last = snapshot.positions.eventFrom[position + 1] ?? 0
  for (let event = snapshot.positions.eventFrom[position] ?? 0; event < last; event += 1) {
    if ((snapshot.events.day[event] ?? 0) > to) break
    for (let lot = snapshot.events.lotFrom[event] ?? 0; lot < (snapshot.events.lotTo[event] ?? 0); lot += 1) {
      cost += lotCost[lot] ?? 0
      units += (snapshot.lots.units[lot] ?? 0) * (factors?.get(lot) ?? 1)
    }
  }
  return units === 0 || Number.isNaN(cost) ? null : Math.abs(cost) / (units * contractSize)
}

/** What is the same about a position in every currency. */
interface PositionFacts {
  readonly position: number
  readonly to: number
  readonly contractSize: number
  /** Contract size x what is still owed of a pool. */
  readonly multiplier: number
  readonly isCash: boolean
  readonly isContract: boolean
  /** Whether its value has interest in it that its quote has not. */
  readonly isQuotedClean: boolean
}

/** Sums that were subtracted from nothing are 0, not -0. */
function plusZero(value: number): number {
  return value === 0 ? 0 : value
}

/**
 * Break-even: the price at which the P/L of the whole life would be 0, costs and income so far included, no
 * exit fee assumed: mark - (P/L of the life + gains carried in) / (quantity x contract size x side).
 */
function figuresOf(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  facts: PositionFacts,
  sums: PositionSums,
  base: number,
  currency: string,
): PositionFigures {
  const { position, to, multiplier, isCash, isContract } = facts
  const pnl = pnlOf(sums)
  const units = sums.quantity * multiplier
  const isOpen = sums.quantity !== 0
  const mark = quoteOn(snapshot, view, position, to)
  const hasMark = !Number.isNaN(mark) && sums.end !== null
  const life = (sums.end ?? 0) - sums.lifePosted + sums.lifeResult
  const { cost, proceeds } = costsOf(sums)
  const isClean = facts.isQuotedClean && sums.end !== null
  return {
    currency,
    priceOpen: isCash
      ? null
      : isContract
        ? contractPrice(snapshot, view, position, to)
        : isOpen
          ? perUnit(sums.cost, units)
          : averageEntry(snapshot, view.lotCost, position, to, facts.contractSize),
    priceCurrent: hasMark ? mark : null,
    priceBreakEven: isOpen && hasMark && !isCash ? breakEven(mark, life + sums.carriedGain, units) : null,
    value: sums.end,
    accrued: isClean ? (sums.end ?? 0) - (units === 0 ? 0 : units * mark) : 0,
    exposure: exposureOn(snapshot, view, position, to, sums.end),
    cost,
    proceeds,
    pnlAbs: pnl ?? NO_PNL,
    pnlRel: relativePnl(pnl, base),
    capitalBase: base,
    fees: sums.fees,
    taxes: sums.taxes,
    dividends: sums.dividends,
    interest: sums.interest,
    otherIncome: sums.otherIncome,
  }
}

/** A pool that is paid back in full has units of which nothing is owed: no price per unit exists. */
function perUnit(amount: number, units: number): number | null {
  return units === 0 ? null : amount / units
}

function breakEven(mark: number, result: number, units: number): number | null {
  const gain = perUnit(result, units)
  return gain === null ? null : mark - gain
}

/** The entry of open contracts at the rate of the end: they cost nothing, so no other rate was ever paid. */
function contractPrice(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  to: number,
): number | null {
  const entry = contractEntry(snapshot, position, to)
  const column = view.rates[snapshot.positions.currency[position] ?? -1]
  if (entry === null || view.currency === null || column === null) return entry
  const rate = column?.[to - snapshot.firstDay] ?? Number.NaN
  return Number.isFinite(rate) ? entry * rate : null
}

/** One position under a period, in its own and in the calculated currency. */
export function positionRow(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  period: Period,
  scratch: CapitalScratch,
): PositionRow {
  const { positions } = snapshot
  const instrument = snapshot.instruments[positions.instrument[position] ?? -1]
  const account = snapshot.accounts[positions.account[position] ?? -1]
  const prices = snapshot.prices[positions.instrument[position] ?? -1]
  const factor = prices?.factors?.[period.to - prices.firstDay] ?? 1
  const contractSize = instrument?.contractSize ?? 1
  const isCash = instrument === undefined
  const isContract = CONTRACT_TYPES.has(instrument?.type ?? '')
  const facts: PositionFacts = {
    position,
    to: period.to,
    contractSize,
    multiplier: contractSize * factor,
    isCash,
    isContract,
    isQuotedClean: prices?.quoted !== undefined,
  }
  const currency = snapshot.currencies[positions.currency[position] ?? -1] ?? ''
  const calculated = sumPosition(snapshot, views.calculated, position, period)
  const original = sumPosition(snapshot, views.original, position, period)
  const capital = positionCapital(snapshot, views, position, period, scratch)
  const pnl = pnlOf(calculated)
  const closeDay = positions.closeDay[position] ?? STILL_OPEN
  const baseIn = (view: CurrencyView, own: number): number =>
    isContract ? contractBase(snapshot, view, position, period) : own
  const cashFx =
    pnl === null
      ? 0
      : pnl.total -
        (calculated.interest +
          calculated.dividends +
          calculated.otherIncome -
          calculated.fees -
          calculated.taxes)
  return {
    index: position,
    key: positions.keys[position] ?? '',
    account: account?.id ?? '',
    custodian: account?.custodian ?? '',
    instrument: instrument?.id ?? null,
    side: (positions.side[position] ?? 1) < 0 ? 'short' : 'long',
    quantity: isCash ? calculated.quantity : Math.abs(calculated.quantity),
    contractSize,
    openDay: positions.openDay[position] ?? 0,
    closeDay: closeDay <= period.to ? closeDay : null,
    original: figuresOf(
      snapshot,
      views.original,
      facts,
      original,
      baseIn(views.original, capital.originalBase),
      currency,
    ),
    calculated: figuresOf(
      snapshot,
      views.calculated,
      facts,
      calculated,
      baseIn(views.calculated, capital.calculatedBase),
      views.calculated.currency ?? currency,
    ),
    fx: isCash ? cashFx : capital.fx,
    flags: flagsOf(snapshot, views, position, calculated, period.to),
  }
}

/** One position under a period, whichever list it stands in. */
export function positionRowOf(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  period: Period,
): PositionRow {
  return positionRow(snapshot, views, position, period, capitalScratch(snapshot))
}

/** Which positions a list shows. */
export type PositionList = 'open' | 'closed' | 'cash'

/**
 * The rows of a list. Open: held at the end of the period. Closed: closed within it, or closed before and with
 * P/L in it. Cash stands in its own list only. In the order in which the positions were opened.
 */
export function positionRows(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  isIn: (position: number) => boolean,
  period: Period,
  list: PositionList,
): PositionRow[] {
  const scratch = capitalScratch(snapshot)
  const rows: PositionRow[] = []
  for (let position = 0; position < snapshot.positions.count; position += 1)
    if (isIn(position) && listOf(snapshot, position, period) === list)
      rows.push(positionRow(snapshot, views, position, period, scratch))
  return rows
}

/** The list a position stands in, or null where the period knows nothing of it. */
function listOf(snapshot: PortfolioSnapshot, position: number, period: Period): PositionList | null {
  const { openDay, closeDay, instrument } = snapshot.positions
  if ((openDay[position] ?? 0) > period.to) return null
  if ((instrument[position] ?? -1) < 0) return 'cash'
  const closed = closeDay[position] ?? 0
  if (closed > period.to) return 'open'
  const isOver = closed < period.from
  return isOver && !hasEventsIn(snapshot, position, period) && !hasClaimsIn(snapshot, position, period)
    ? null
    : 'closed'
}

/** What a position brought and cost in a period and what stands in it, in the calculated currency alone. */
export interface PositionResult
  extends Pick<
    PositionFigures,
    'value' | 'exposure' | 'cost' | 'proceeds' | 'fees' | 'taxes' | 'dividends' | 'interest' | 'otherIncome'
  > {
  readonly index: number
  readonly list: PositionList
  readonly flags: readonly Flag[]
}

/** Every position that a list of the period shows, with the figures of its row that are sums: a fraction of their cost. */
export function positionResults(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  isIn: (position: number) => boolean,
  period: Period,
): PositionResult[] {
  const results: PositionResult[] = []
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const list = isIn(position) ? listOf(snapshot, position, period) : null
    if (list === null) continue
    const sums = sumPosition(snapshot, views.calculated, position, period)
    results.push({
      index: position,
      list,
      value: sums.end,
      exposure: exposureOn(snapshot, views.calculated, position, period.to, sums.end),
      ...costsOf(sums),
      fees: sums.fees,
      taxes: sums.taxes,
      dividends: sums.dividends,
      interest: sums.interest,
      otherIncome: sums.otherIncome,
      flags: flagsOf(snapshot, views, position, sums, period.to),
    })
  }
  return results
}

function costsOf(sums: PositionSums): { cost: number; proceeds: number } {
  const cost = sums.quantity !== 0 ? sums.cost : plusZero(sums.costOfClosed)
  return { cost, proceeds: plusZero(sums.proceeds) }
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

/** Whether something was still due to a position that is closed. */
function hasClaimsIn(snapshot: PortfolioSnapshot, position: number, { from, to }: Period): boolean {
  return snapshot.claims.some(
    claim => claim.position === position && claim.from <= to && claim.to >= from - 1,
  )
}

/** The two currency views that rows need: the calculated currency and each position's own. */
export function openCurrencyViews(snapshot: PortfolioSnapshot, currency: string): CurrencyViews {
  return { calculated: openCurrencyView(snapshot, currency), original: openCurrencyView(snapshot, null) }
}

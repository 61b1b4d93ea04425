import type { CurrencyView } from '../../currency/currency-view.ts'
import { quoteOn } from '../../currency/position-value.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import { contractEntry } from '../contract-figures.ts'
import { exposureOn } from '../exposure.ts'
import { lotFactors } from '../lot-factors.ts'
import type { Split3 } from '../performance.ts'
import type { UnknownAmounts } from '../unknown-amounts.ts'
import { knownPnl, type PositionSums } from './position-sums.ts'

/** Figures of a position that are amounts of money, so that totals over positions are their sums. */
export interface PositionAmounts {
  readonly value: number | null
  readonly exposure: number | null
  /**
   * Cost of the open holding or, once closed, of everything disposed of. Signed, so that proceeds - cost is the price
   * gain.
   */
  readonly cost: number
  /** Proceeds of disposals over the whole life, before costs. */
  readonly proceeds: number
  readonly fees: number
  readonly taxes: number
  readonly dividends: number
  readonly interest: number
  readonly otherIncome: number
  /** Sums of which a transaction is left out because a price or rate is missing: they are unknown, see `knownAmounts`. */
  readonly unknown: readonly AmountSum[]
}

/** The amounts that are sums over transactions. */
export type AmountSum = 'cost' | 'proceeds' | 'fees' | 'taxes' | 'dividends' | 'interest' | 'otherIncome'

/** The amounts of a position with null for those that are unknown. */
export type KnownAmounts = Readonly<Record<AmountSum | 'value' | 'exposure', number | null>>

/** The amounts of a position, null where a price or rate is missing. Unit: that of the amounts. */
export function knownAmounts(amounts: PositionAmounts): KnownAmounts {
  const { value, exposure, cost, proceeds, fees, taxes, dividends, interest, otherIncome, unknown } = amounts
  const all = { value, exposure, cost, proceeds, fees, taxes, dividends, interest, otherIncome }
  if (unknown.length === 0) return all
  const isUnknown = new Set<string>(unknown)
  const known = (name: AmountSum) => (isUnknown.has(name) ? null : amounts[name])
  return {
    value,
    exposure,
    cost: known('cost'),
    proceeds: known('proceeds'),
    fees: known('fees'),
    taxes: known('taxes'),
    dividends: known('dividends'),
    interest: known('interest'),
    otherIncome: known('otherIncome'),
  }
}

/** Figures of a position in one currency. Money and prices in that currency, relative figures as fractions. */
export interface PositionFigures extends PositionAmounts {
  readonly currency: string
  /** Average entry price before costs: of the open lots or, once closed, of all lots ever opened. */
  readonly priceOpen: number | null
  readonly priceCurrent: number | null
  readonly priceBreakEven: number | null
  /** Interest in the value that is not in the quote: accrued since the last coupon, and due but not posted. */
  readonly accrued: number
  readonly pnlAbs: Split3<number | null>
  readonly pnlRel: Split3<number | null>
  readonly capitalBase: number
}

const NO_PNL: Split3<null> = { total: null, realized: null, unrealized: null }

/** P/L / capital base, as fractions; null when the P/L is null or the base is not positive. */
export function relativePnl(pnl: Split3<number> | null, base: number): Split3<number | null> {
  if (pnl === null || !(base > 0)) return NO_PNL
  return { total: pnl.total / base, realized: pnl.realized / base, unrealized: pnl.unrealized / base }
}

/** A position at the end of a period, apart from its currency. */
export interface PositionFacts {
  readonly snapshot: PortfolioSnapshot
  readonly position: number
  readonly to: number
  readonly contractSize: number
  /** Contract size x pool factor. */
  readonly multiplier: number
  readonly isCash: boolean
  readonly isContract: boolean
  /** Whether the quote excludes accrued interest. */
  readonly isQuotedClean: boolean
}

/** Average entry price of all lots a position ever had: cost x side / (units x contract size). */
function averageEntry(facts: PositionFacts, lotCost: Float64Array): number | null {
  const { snapshot, position, to, contractSize } = facts
  const factors = lotFactors(snapshot, position, to)
  const side = snapshot.positions.side[position] ?? 1
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
  return units === 0 || Number.isNaN(cost) ? null : (cost * side) / (units * contractSize)
}

/** Average entry price of open contracts at the rate of the end: they cost nothing, so no other rate applies. */
function contractPrice({ snapshot, position, to }: PositionFacts, view: CurrencyView): number | null {
  const entry = contractEntry(snapshot, position, to)
  const column = view.rates[snapshot.positions.currency[position] ?? -1]
  if (entry === null || view.currency === null || column === null) return entry
  const rate = column?.[to - snapshot.firstDay] ?? Number.NaN
  return Number.isFinite(rate) ? entry * rate : null
}

/** Units are 0 when a pool is repaid in full: there is no price per unit then. */
function perUnit(amount: number, units: number): number | null {
  return units === 0 ? null : amount / units
}

function breakEven(mark: number, result: number, units: number): number | null {
  const gain = perUnit(result, units)
  return gain === null ? null : mark - gain
}

/** 0 instead of -0, which sums of subtractions can give. */
function plusZero(value: number): number {
  return value === 0 ? 0 : value
}

/**
 * The amounts of a position from its sums, in the view's currency. Value and exposure are null when it cannot be valued.
 */
export function computeAmounts(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  sums: PositionSums,
): PositionAmounts {
  return {
    value: sums.end,
    exposure: exposureOn(snapshot, view, sums.position, sums.to, sums.end),
    cost: sums.quantity !== 0 ? sums.cost : plusZero(sums.costOfClosed),
    proceeds: plusZero(sums.proceeds),
    fees: sums.fees,
    taxes: sums.taxes,
    dividends: sums.dividends,
    interest: sums.interest,
    otherIncome: sums.otherIncome,
    unknown: sums.unknown === null ? NOTHING : listUnknown(sums.unknown, sums.quantity !== 0),
  }
}

const NOTHING: readonly AmountSum[] = []

function listUnknown(unknown: UnknownAmounts, isOpen: boolean): AmountSum[] {
  const sums = ['proceeds', 'fees', 'taxes', 'dividends', 'interest', 'otherIncome'] as const
  const isCostUnknown = isOpen ? unknown.cost : unknown.costOfClosed
  return [...(isCostUnknown ? (['cost'] as const) : []), ...sums.filter(name => unknown[name])]
}

/**
 * All figures of a position in the view's currency.
 *
 *     open price = cost / (quantity x contract size x pool factor)
 *     break-even = mark - (P/L of the whole life + gains carried in) / (quantity x contract size x pool factor)
 *     relative P/L = P/L / capital base
 *
 * Break-even is the price at which the P/L of the whole life would be 0, costs and income so far included, without an
 * exit fee. Prices are null for cash, without a mark and, except the open price, once closed.
 */
export function computeFigures(
  facts: PositionFacts,
  view: CurrencyView,
  sums: PositionSums,
  capitalBase: number,
): PositionFigures {
  const { snapshot, position, to, multiplier, isCash, isContract } = facts
  const pnl = knownPnl(sums)
  const amounts = computeAmounts(snapshot, view, sums)
  const units = sums.quantity * multiplier
  const isOpen = sums.quantity !== 0
  const mark = quoteOn(snapshot, view, position, to)
  const hasMark = !Number.isNaN(mark) && sums.end !== null
  const lifePnl = (sums.end ?? 0) - sums.lifePosted + sums.lifeResult
  const isClean = facts.isQuotedClean && sums.end !== null
  return {
    // First, since V8 clones a leading spread fast.
    ...amounts,
    currency: view.currency ?? snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? '',
    priceOpen: isContract
      ? contractPrice(facts, view)
      : isCash || amounts.unknown.includes('cost')
        ? null
        : isOpen
          ? perUnit(sums.cost, units)
          : averageEntry(facts, view.lotCost),
    priceCurrent: hasMark ? mark : null,
    priceBreakEven:
      isOpen && hasMark && !isCash && !sums.unknown?.lifePnl
        ? breakEven(mark, lifePnl + sums.carriedGain, units)
        : null,
    accrued: isClean ? (sums.end ?? 0) - (units === 0 ? 0 : units * mark) : 0,
    pnlAbs: pnl ?? NO_PNL,
    pnlRel: relativePnl(pnl, capitalBase),
    capitalBase,
  }
}

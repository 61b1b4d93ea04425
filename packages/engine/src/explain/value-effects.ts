import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { positionValue, unitsOn, unitValueOn } from '../currency/position-value.ts'
import type { CurrencyViews } from '../figures/capital.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { EVENT, leavesLots } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { accruedOn, accruedPerUnit } from './accrued-value.ts'

// Columns have one value per lot, piece or event by construction; hence `as number` in the loops below.

/** Effects that changed the value of a position, apart from flows, in the calculated currency. */
export interface ValueEffects {
  /** Change of prices between closes. */
  readonly price: number
  /** Difference between the price of each trade and the close of its day. */
  readonly trading: number
  /** Accrued interest that is not paid yet; it falls again on payment, when it becomes income. */
  readonly accrued: number
  readonly currency: number
}

/**
 * Totals of open lot slices: their start value, locally and in the calculated currency, the accrued interest in it, and
 * the gain of their opening trades up to the close. All but `calculated` is in the position's currency.
 */
interface Slices {
  local: number
  calculated: number
  interest: number
  tradeGain: number
}

interface LotSlice extends Slices {
  /** Share of the lot that is still open. */
  left: number
}

/** A position, the open slices of its lots, and the effects of the slices that ended. */
interface Tracker extends Slices {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly position: number
  readonly isContract: boolean
  readonly lots: Map<number, LotSlice>
  price: number
  trading: number
  accrued: number
  currency: number
}

function startTracking(snapshot: PortfolioSnapshot, views: CurrencyViews, position: number): Tracker {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] as number]
  const isContract = CONTRACT_TYPES.has(instrument?.type ?? '')
  return {
    snapshot,
    views,
    position,
    isContract,
    lots: new Map(),
    local: 0,
    calculated: 0,
    interest: 0,
    tradeGain: 0,
    price: 0,
    trading: 0,
    accrued: 0,
    currency: 0,
  }
}

function takeShare(slices: Slices, share: number): Slices {
  return {
    local: slices.local * share,
    calculated: slices.calculated * share,
    interest: slices.interest * share,
    tradeGain: slices.tradeGain * share,
  }
}

function addTo(sum: Slices, more: Slices): void {
  sum.local += more.local
  sum.calculated += more.calculated
  sum.interest += more.interest
  sum.tradeGain += more.tradeGain
}

function rateOn({ snapshot, views, position }: Tracker, day: Day): number {
  const column = views.calculated.rates[snapshot.positions.currency[position] as number]
  return column === null ? 1 : (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

/**
 * Gain of a trade until the close of its day: quantity x contract size x close - posted value, in the position's
 * currency. Trades are posted without accrued interest, which is income, so the close counts without it too.
 */
function gainUntilClose({ snapshot, views, position }: Tracker, event: number): number {
  const size = snapshot.instruments[snapshot.positions.instrument[position] as number]?.contractSize ?? 1
  const day = snapshot.events.day[event] as number
  const units = (snapshot.events.quantity[event] as number) * size
  const clean = unitValueOn(snapshot, views.original, position, day) - accruedPerUnit(snapshot, position, day)
  const close = units === 0 ? 0 : units * clean
  const gain = close - (views.original.posted[event] as number)
  return Number.isFinite(gain) ? gain : 0
}

/**
 * Ends slices with an end value in the calculated currency: revaluing their local start value at the end's rate is
 * the currency effect, the remainder is price, gain of the opening trades and change of accrued interest. `interest` is
 * the accrued interest within the end value.
 */
function endSlices(tracker: Tracker, ended: Slices, endValue: number, rate: number, interest = 0): void {
  const hasRate = Number.isFinite(rate) && ended.local !== 0
  const atEndRate = hasRate ? ended.local * rate : ended.local === 0 ? 0 : ended.calculated
  const tradeGain = Number.isFinite(rate) ? ended.tradeGain * rate : 0
  const accrued = Number.isFinite(rate) ? (interest - ended.interest) * rate : 0
  tracker.currency += atEndRate - ended.calculated
  tracker.trading += tradeGain
  tracker.accrued += accrued
  tracker.price += endValue - atEndRate - tradeGain - accrued
  addTo(tracker, takeShare(ended, -1))
}

/** Restarts all open lots at the value of a close, allocated by units, and clears the effects so far. */
function restate(tracker: Tracker, day: Day): void {
  const { snapshot, views, position, isContract, lots } = tracker
  const local = positionValue(snapshot, views.original, position, day)
  const calculated = positionValue(snapshot, views.calculated, position, day)
  const interest = isContract ? 0 : accruedOn(snapshot, views.original, position, day)
  const all: Slices = { local, calculated, interest, tradeGain: 0 }
  let units = 0
  for (const [lot, slice] of lots) units += slice.left * (snapshot.lots.units[lot] as number)
  for (const [lot, slice] of lots) {
    const share = units === 0 ? 0 : (snapshot.lots.units[lot] as number) / units
    Object.assign(slice, takeShare(all, share))
  }
  Object.assign(tracker, all, { price: 0, trading: 0, accrued: 0, currency: 0 })
}

function openLots(tracker: Tracker, event: number): void {
  const { snapshot, views, isContract, lots } = tracker
  const tradeGain = isContract ? 0 : gainUntilClose(tracker, event)
  const first = snapshot.events.lotFrom[event] as number
  const last = snapshot.events.lotTo[event] as number
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += snapshot.lots.units[lot] as number
  for (let lot = first; lot < last; lot += 1) {
    const share = units === 0 ? 1 / (last - first) : (snapshot.lots.units[lot] as number) / units
    lots.set(lot, {
      local: views.original.lotEntry[lot] as number,
      calculated: views.calculated.lotEntry[lot] as number,
      interest: 0,
      tradeGain: tradeGain * share,
      left: 1,
    })
  }
  tracker.local += views.original.posted[event] as number
  tracker.calculated += views.calculated.posted[event] as number
  tracker.tradeGain += tradeGain
}

function closeLots(tracker: Tracker, event: number, marketRate: number): void {
  const { snapshot, views, isContract, lots } = tracker
  const pool = snapshot.events.poolShare[event] as number
  const ended = takeShare(tracker, pool)
  const last = snapshot.events.pieceTo[event] as number
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last && pool === 0; piece += 1) {
    const slice = lots.get(snapshot.pieces.lot[piece] as number)
    const share = snapshot.pieces.share[piece] as number
    if (!slice) continue
    slice.left -= share
    addTo(ended, takeShare(slice, share))
  }
  // Closing the position ends everything, including the rounding of shares.
  if (snapshot.events.after[event] === 0) Object.assign(ended, takeShare(tracker, 1))
  const postedLocal = views.original.posted[event] as number
  const posted = views.calculated.posted[event] as number
  const rate = postedLocal === 0 ? marketRate : posted / postedLocal
  endSlices(tracker, ended, -posted, rate)
  const tradeGain = isContract || !Number.isFinite(rate) ? 0 : gainUntilClose(tracker, event) * rate
  tracker.trading += tradeGain
  tracker.price -= tradeGain
}

/** A spin-off, a return of capital or a repayment of nominal ends the same share of every slice: paid / (paid + value left). */
function payOut(tracker: Tracker, event: number, rate: number): void {
  const { snapshot, views, position, lots } = tracker
  const paid = Math.abs(views.original.posted[event] as number)
  const left = Math.abs(
    positionValue(snapshot, views.original, position, snapshot.events.day[event] as number),
  )
  const found = paid / (paid + left)
  const share = Number.isFinite(found) ? found : 0
  endSlices(tracker, takeShare(tracker, share), -(views.calculated.posted[event] as number), rate)
  for (const slice of lots.values()) Object.assign(slice, takeShare(slice, 1 - share))
}

/**
 * Gains of trades in futures and forwards until the close of their day, in the calculated currency at its rate.
 * Contracts have no cost, so the gain follows from the value and the transactions of the whole day.
 */
function contractTrading(tracker: Tracker, begin: Day, to: Day): number {
  const { snapshot, views, position } = tracker
  const { events, positions } = snapshot
  const unsettledOn = (day: Day): number => {
    const units = unitsOn(snapshot, position, day)
    const atClose = units === 0 ? 0 : units * unitValueOn(snapshot, views.original, position, day)
    return atClose - positionValue(snapshot, views.original, position, day)
  }
  const last = positions.eventFrom[position + 1] as number
  let sum = 0
  for (let event = positions.eventFrom[position] as number; event < last; ) {
    const day = events.day[event] as number
    let gain = 0
    let isTraded = false
    for (; event < last && events.day[event] === day; event += 1) {
      gain += gainUntilClose(tracker, event)
      if (events.quantity[event] !== 0) isTraded = true
    }
    if (!isTraded || day <= begin || day > to) continue
    const traded = (gain - unsettledOn(day) + unsettledOn(day - 1)) * rateOn(tracker, day)
    if (Number.isFinite(traded)) sum += traded
  }
  return sum
}

/** Tracks the position's events up to a day, restating the lots that are open at the close of `begin`. */
function trackEvents(tracker: Tracker, begin: Day, to: Day): void {
  const { snapshot, position } = tracker
  const { events, positions } = snapshot
  const last = positions.eventFrom[position + 1] as number
  let isStarted = (positions.openDay[position] as number) > begin
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > to) break
    if (!isStarted && day > begin) {
      restate(tracker, begin)
      isStarted = true
    }
    const kind = events.kind[event] as number
    if (kind === EVENT.open || kind === EVENT.carryIn) openLots(tracker, event)
    else if (kind === EVENT.close || kind === EVENT.carryOut) closeLots(tracker, event, rateOn(tracker, day))
    else if (!leavesLots(kind)) payOut(tracker, event, rateOn(tracker, day))
  }
  if (!isStarted) restate(tracker, begin)
}

/**
 * Splits the change of a position's value over a period, apart from flows, into effects.
 *
 *     lot slice: a share of a lot from max(opening close, its purchase) to min(end, its sale)
 *     currency = local start value x (rate at the end - rate at the start)
 *     price + trading + accrued = (local end value - local start value) x rate at the end
 *     trading = the part between the price of a trade and the close of its day
 *     accrued = the part that is the change of accrued, unpaid interest
 *     price + trading + accrued + currency = end value - start value - posted value
 *
 * There is no cross term. The local value of futures and forwards is their unsettled gain, never the notional. A
 * position whose first valued close lies within the period starts there; one that cannot be valued until the end has
 * no effects. Unit: the calculated currency.
 */
export function computeValueEffects(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  period: Period,
): ValueEffects {
  const begin = Math.max(period.from - 1, views.calculated.entryDay[position] as number)
  if (begin > period.to) return { price: 0, trading: 0, accrued: 0, currency: 0 }
  const tracker = startTracking(snapshot, views, position)
  const { isContract } = tracker
  trackEvents(tracker, begin, period.to)
  const endValue = positionValue(snapshot, views.calculated, position, period.to)
  const interest = isContract ? 0 : accruedOn(snapshot, views.original, position, period.to)
  endSlices(tracker, takeShare(tracker, 1), endValue, rateOn(tracker, period.to), interest)
  const { price, trading, accrued, currency } = tracker
  if (!isContract) return { price, trading, accrued, currency }
  const traded = contractTrading(tracker, begin, period.to)
  return { price: price + trading - traded, trading: traded, accrued, currency }
}

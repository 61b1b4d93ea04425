import type { Day } from '../calendar/day.ts'
import { EVENT, STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { openTied, tiedAtEntry, tiedChange } from './collateral.ts'
import { givenCost, isPool, returnedCost } from './cost-basis.ts'
import { firstRateDay, type RateColumns, rateColumns } from './rate-columns.ts'
import type { CurrencyView, ViewBuilder } from './view-builder.ts'

export type { CurrencyView } from './view-builder.ts'

// Columns of a snapshot have one value per event, lot, piece or position by construction, so reading within their
// length is never undefined; `as number` says so in the loops below.

export const NOT_LATE = -2_147_483_648

/** A share this small is what rounding leaves, of values that cancel as of lots that are gone. */
const DUST = 1e-13

/** Price x rate of a position on a day, in the currency view' currency; NaN when either is missing. */
export function unitValueOn(
  snapshot: PortfolioSnapshot,
  view: Pick<CurrencyView, 'rates' | 'currency'>,
  position: number,
  day: Day,
): number {
  const instrument = snapshot.positions.instrument[position] as number
  const prices = instrument < 0 ? null : snapshot.prices[instrument]
  const close = prices === null ? 1 : (prices?.values[day - prices.firstDay] ?? Number.NaN)
  if (view.currency === null) return close
  const column = view.rates[snapshot.positions.currency[position] as number]
  return column === null ? close : close * (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

/** The same as it is quoted: without accrued interest, and for what is still owed of a pool. */
export function quoteOn(
  snapshot: PortfolioSnapshot,
  view: Pick<CurrencyView, 'rates' | 'currency'>,
  position: number,
  day: Day,
): number {
  const prices = snapshot.prices[snapshot.positions.instrument[position] as number]
  if (prices?.quoted === undefined) return unitValueOn(snapshot, view, position, day)
  const quote = prices.quoted[day - prices.firstDay] ?? Number.NaN
  const column = view.rates[snapshot.positions.currency[position] as number]
  const isPlain = view.currency === null || column === null
  return isPlain ? quote : quote * (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

/** The segment that a day lies in, or -1 when nothing is held at its close. */
export function segmentOn(snapshot: PortfolioSnapshot, position: number, day: Day): number {
  const { segments } = snapshot
  let low = snapshot.positions.segmentFrom[position] as number
  let high = snapshot.positions.segmentFrom[position + 1] as number
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments.from[middle] as number) <= day) low = middle + 1
    else high = middle
  }
  const found = low - 1
  if (found < (snapshot.positions.segmentFrom[position] as number)) return -1
  return (segments.to[found] as number) >= day ? found : -1
}

/** Whether a position counts at a close: it holds something, or is owed something. */
export function hasValueOn(snapshot: PortfolioSnapshot, position: number, day: Day): boolean {
  return segmentOn(snapshot, position, day) >= 0
}

/** Signed quantity x contract size of a position at the close of a day; 0 when it holds nothing. */
export function unitsOn(snapshot: PortfolioSnapshot, position: number, day: Day): number {
  const segment = segmentOn(snapshot, position, day)
  return segment < 0 ? 0 : (snapshot.segments.units[segment] as number)
}

/** Units x close + offset of a position at a close, in the currency view' currency: 0 when it holds nothing, NaN without price or rate. */
export function worthOn(
  snapshot: PortfolioSnapshot,
  view: Pick<CurrencyView, 'rates' | 'currency'>,
  position: number,
  day: Day,
  segment: number = segmentOn(snapshot, position, day),
): number {
  if (segment < 0) return 0
  const units = snapshot.segments.units[segment] as number
  // Nothing may be held while money is still due.
  const worth = units === 0 ? 0 : units * unitValueOn(snapshot, view, position, day)
  const offset = snapshot.segments.offset[segment] as number
  if (offset === 0) return worth
  const column = view.rates[snapshot.positions.currency[position] as number]
  const isPlain = view.currency === null || column === null
  return worth + (isPlain ? offset : offset * (column?.[day - snapshot.firstDay] ?? Number.NaN))
}

/**
 * What one unit of a transaction's settlement currency is worth in the currency asked for: 1 when it settled in
 * it; else the recorded amount in the instrument's currency when that is the one asked for; else the day's
 * market rate. One rate for all legs of a transaction, so that legs never invent a flow.
 */
function postingRate(builder: ViewBuilder, posting: number, target: number): number {
  const { snapshot } = builder
  const settle = snapshot.postings.settleCurrency[posting] as number
  if (settle === target) return 1
  const other = snapshot.postings.otherCurrency[posting] as number
  const perSettled = snapshot.postings.perSettled[posting] as number
  if (other === target && !Number.isNaN(perSettled)) return perSettled
  const index = (snapshot.postings.day[posting] as number) - snapshot.firstDay
  // A position's own currency needs the rate between two currencies of the snapshot, from their columns in the pivot.
  const rate =
    builder.currency === null ? crossOf(builder, settle, target, index) : rateAt(builder.rates, settle, index)
  if (!Number.isNaN(rate)) return rate
  const otherRate =
    builder.currency === null ? crossOf(builder, other, target, index) : rateAt(builder.rates, other, index)
  return perSettled * otherRate
}

function rateAt(rates: RateColumns, currency: number, index: number): number {
  const column = rates[currency]
  return column === null ? 1 : (column?.[index] ?? Number.NaN)
}

/** In the original currency view `rates` are into the pivot, so a cross rate is their quotient. */
function crossOf(builder: ViewBuilder, from: number, to: number, index: number): number {
  return from === to ? 1 : rateAt(builder.rates, from, index) / rateAt(builder.rates, to, index)
}

function removedCost(builder: ViewBuilder, event: number, position: number): number {
  const { snapshot, cost, lotCost, lotLeft, pieceCost } = builder
  const poolShare = snapshot.events.poolShare[event] as number
  const last = snapshot.events.pieceTo[event] as number
  let removed = poolShare > 0 ? (cost[position] as number) * poolShare : 0
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    const share = snapshot.pieces.share[piece] as number
    if (poolShare > 0) {
      pieceCost[piece] = removed * share
    } else {
      const part = (lotCost[lot] as number) * share
      pieceCost[piece] = part
      removed += part
      lotLeft[lot] = (lotLeft[lot] as number) - share
    }
  }
  // What closes takes everything: a closed position has no cost left, not even a rounding.
  return snapshot.events.after[event] === 0 ? (cost[position] as number) : removed
}

/** Gives the lots of an opening or arrival their cost, and returns the sum. */
function addedCost(
  builder: ViewBuilder,
  event: number,
  posted: number,
  rate: number,
  settledRate: number,
): number {
  const { snapshot, lotCost, lotEntry } = builder
  const { lots, events } = snapshot
  const first = events.lotFrom[event] as number
  const last = events.lotTo[event] as number
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += lots.units[lot] as number
  let sum = 0
  for (let lot = first; lot < last; lot += 1) {
    const entry = units === 0 ? posted / (last - first) : (posted * (lots.units[lot] as number)) / units
    const parent = lots.parentPiece[lot] as number
    const given = lots.givenCost[lot] as number
    // Nothing paid is nothing in every currency, also in one without a rate.
    const paid = lots.paid[lot] === 0 ? 0 : (lots.paid[lot] as number) * settledRate
    const inherited = builder.inheritedCost?.get(lot) ?? (builder.pieceCost[parent] as number)
    const carried = parent >= 0 ? inherited + paid : given * rate
    // A cost that cannot be stated in the currency begins with the value it arrives at, which needs a rate as well.
    const isUnknown = Number.isNaN(settledRate) && (parent >= 0 || !Number.isNaN(given))
    const cost = !Number.isNaN(carried) ? carried : isUnknown ? Number.NaN : entry
    lotEntry[lot] = entry
    lotCost[lot] = cost
    builder.lotLeft[lot] = 1
    sum += cost
  }
  return sum
}

/** Moving average of a cash position: adding keeps the average, spending realizes against it, crossing zero does both. */
function cashResult(builder: ViewBuilder, event: number, position: number, posted: number): number {
  const { snapshot, cost } = builder
  const change = snapshot.events.quantity[event] as number
  const after = snapshot.events.after[event] as number
  const before = after - change
  const open = cost[position] as number
  if (change === 0 || before === 0 || Math.sign(before) === Math.sign(change)) {
    cost[position] = open + posted
    return 0
  }
  if (after !== 0 && Math.sign(after) !== Math.sign(before)) {
    const rest = (posted * after) / change
    cost[position] = rest
    return rest - posted - open
  }
  const removed = after === 0 ? open : (open * -change) / before
  cost[position] = open - removed
  return -posted - removed
}

/**
 * What lots had cost that a position took over from one in another currency, in its own: what the snapshot says when it
 * is seen in that currency. By lot; null where there are none, as nearly always.
 */
function costAcrossCurrencies(snapshot: PortfolioSnapshot): Map<number, number> | null {
  const { lots, pieces, positions } = snapshot
  let found: Map<number, number> | null = null
  const seen = new Map<number, ViewBuilder>()
  for (let lot = 0; lot < lots.position.length; lot += 1) {
    const piece = lots.parentPiece[lot] as number
    if (piece < 0) continue
    const currency = positions.currency[lots.position[lot] as number] as number
    const parent = lots.position[pieces.lot[piece] as number] as number
    if (positions.currency[parent] === currency) continue
    const builder = seen.get(currency) ?? walkThrough(snapshot, snapshot.currencies[currency] ?? '')
    seen.set(currency, builder)
    found ??= new Map()
    found.set(lot, builder.pieceCost[piece] as number)
  }
  return found
}

function openWalk(snapshot: PortfolioSnapshot, currency: string | null): ViewBuilder {
  const eventCount = snapshot.events.day.length
  const lotCount = snapshot.lots.day.length
  const { count } = snapshot.positions
  return {
    snapshot,
    currency,
    targetIndex: currency === null ? -1 : snapshot.currencies.indexOf(currency),
    inheritedCost: currency === null ? costAcrossCurrencies(snapshot) : null,
    rates: rateColumns(snapshot, currency ?? snapshot.pivot),
    posted: new Float64Array(eventCount),
    realized: new Float64Array(eventCount),
    income: new Float64Array(eventCount),
    fees: new Float64Array(eventCount),
    taxes: new Float64Array(eventCount),
    costAfter: new Float64Array(eventCount),
    collateral: new Float64Array(eventCount),
    lotCost: new Float64Array(lotCount),
    lotEntry: new Float64Array(lotCount),
    lotLeft: new Float64Array(lotCount),
    pieceCost: new Float64Array(snapshot.pieces.lot.length),
    entryDay: new Int32Array(count).fill(NOT_LATE),
    entryValue: new Float64Array(count),
    entryCost: new Float64Array(count),
    entryCollateral: new Float64Array(count),
    missesRate: new Uint8Array(count),
    isWaiting: new Uint8Array(count),
    cost: new Float64Array(count),
    tied: openTied(snapshot),
  }
}

/** Finds the positions that cannot be valued from their first day on, and the close at which they enter. */
function findLateEntries(builder: ViewBuilder): void {
  const { snapshot } = builder
  const rateDays = builder.rates.map(column =>
    builder.currency === null
      ? NOT_LATE
      : column === null
        ? NOT_LATE
        : firstRateDay(column, snapshot.firstDay),
  )
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const instrument = snapshot.positions.instrument[position] as number
    const priceDay = instrument < 0 ? NOT_LATE : (snapshot.prices[instrument]?.firstDay ?? STILL_OPEN)
    const day = Math.max(priceDay, rateDays[snapshot.positions.currency[position] as number] ?? NOT_LATE)
    if (day <= (snapshot.positions.openDay[position] as number)) continue
    const closeDay = snapshot.positions.closeDay[position] as number
    const enters = day <= snapshot.lastDay && day < closeDay
    builder.entryDay[position] = enters ? day : STILL_OPEN
    builder.isWaiting[position] = 1
    if (enters) builder.entryValue[position] = worthOn(snapshot, builder, position, day)
  }
}

/** At its first valued close a position has its known cost, or, where that cannot be stated in the currency, the value it enters with. */
function enter(builder: ViewBuilder, position: number): void {
  const { snapshot, cost, lotCost, lotEntry, lotLeft } = builder
  const value = builder.entryValue[position] as number
  builder.isWaiting[position] = 0
  let leftUnits = 0
  let leftCost = 0
  const { position: lotPosition, units } = snapshot.lots
  const entryDay = builder.entryDay[position] as number
  for (let lot = 0; lot < lotPosition.length; lot += 1) {
    const left = lotLeft[lot] as number
    if (lotPosition[lot] !== position || left < DUST) continue
    leftUnits += left * (units[lot] as number)
    leftCost += left * (lotCost[lot] as number)
  }
  // A lot of unknown cost that has left again says nothing about those that are still here.
  const hasLots = leftUnits !== 0 && !isPool(builder, position)
  const known = Number.isNaN(cost[position]) && hasLots ? leftCost : (cost[position] as number)
  for (let lot = 0; lot < lotPosition.length; lot += 1) {
    if (lotPosition[lot] !== position || leftUnits === 0) continue
    const restated = (value * (units[lot] as number)) / leftUnits
    lotEntry[lot] = restated
    if (Number.isNaN(known)) lotCost[lot] = restated
  }
  cost[position] = Number.isNaN(known) ? value : known
  if (entryDay === STILL_OPEN) return
  builder.entryCost[position] = cost[position] as number
  builder.entryCollateral[position] = tiedAtEntry(builder, position)
}

/** Writes what an event did while its position could not be valued: its lots are known, its amounts do not count. */
function keepOutside(builder: ViewBuilder, event: number): void {
  const { posted, realized, income, fees, taxes, collateral, costAfter } = builder
  for (const column of [posted, realized, income, fees, taxes, collateral, costAfter]) column[event] = 0
}

function walkEvent(builder: ViewBuilder, event: number): void {
  const { snapshot, cost } = builder
  const position = snapshot.events.position[event] as number
  const day = snapshot.events.day[event] as number
  if (builder.isWaiting[position] === 1 && day > (builder.entryDay[position] as number))
    enter(builder, position)
  const isOutside = builder.isWaiting[position] === 1
  const posting = snapshot.events.posting[event] as number
  const target =
    builder.currency === null ? (snapshot.positions.currency[position] as number) : builder.targetIndex
  const kind = snapshot.events.kind[event] as number
  let rate = kind === EVENT.split ? 1 : postingRate(builder, posting, target)
  if (Number.isNaN(rate) && !isOutside) {
    builder.missesRate[position] = 1
    rate = 0
  }
  const amount = snapshot.events.posted[event] as number
  // Nothing is nothing in every currency, also in one without a rate.
  const posted = amount === 0 ? 0 : amount * rate
  builder.posted[event] = posted
  builder.income[event] = (snapshot.events.income[event] as number) * rate
  builder.fees[event] = (snapshot.events.fees[event] as number) * rate
  builder.taxes[event] = (snapshot.events.taxes[event] as number) * rate
  const before = cost[position] as number
  if (kind === EVENT.cash) {
    builder.realized[event] = cashResult(builder, event, position, posted)
  } else if (kind === EVENT.open || kind === EVENT.carryIn) {
    const perSettled = snapshot.postings.perSettled[posting] as number
    const otherRate = !Number.isNaN(perSettled) && perSettled !== 0 ? rate / perSettled : rate
    cost[position] = before + addedCost(builder, event, posted, otherRate, rate)
  } else if (kind === EVENT.close || kind === EVENT.carryOut) {
    const removed = removedCost(builder, event, position)
    cost[position] = before - removed
    if (kind === EVENT.close) builder.realized[event] = -posted - removed
  } else if (kind === EVENT.giveCost) {
    cost[position] = before - givenCost(builder, event, position)
  } else if (kind === EVENT.giveBack) {
    const removed = returnedCost(builder, event, position, posted)
    cost[position] = before - removed
    builder.realized[event] = -posted - removed
  } else if (kind === EVENT.payDown) {
    const removed = givenCost(builder, event, position)
    cost[position] = before - removed
    builder.realized[event] = -posted - removed
  }
  builder.costAfter[event] = cost[position] as number
  if (kind !== EVENT.cash && (builder.tied !== null || (snapshot.positions.side[position] as number) < 0))
    builder.collateral[event] = tiedChange(builder, event, position, before, cost[position] as number)
  if (isOutside) keepOutside(builder, event)
}

function dustOf({ posted, entryValue }: ViewBuilder): number {
  let turnover = 0
  for (let event = 0; event < posted.length; event += 1) turnover += Math.abs(posted[event] as number)
  for (let position = 0; position < entryValue.length; position += 1)
    turnover += Math.abs(entryValue[position] as number)
  return DUST * turnover
}

/**
 * Sees a snapshot in a currency (null: each position in its own).
 *
 *     value of an event = posted amount x rate of its transaction       realized = proceeds - cost of the lots taken
 *
 * Positions that cannot be valued on their first day stay outside until their first valued close, where they
 * enter at their value. No NaN leaves this function: an amount without any rate counts as nothing and its
 * position says so.
 */
export function openCurrencyView(snapshot: PortfolioSnapshot, currency: string | null): CurrencyView {
  const builder = walkThrough(snapshot, currency)
  return Object.assign(builder, { dust: dustOf(builder) })
}

function walkThrough(snapshot: PortfolioSnapshot, currency: string | null): ViewBuilder {
  const builder = openWalk(snapshot, currency)
  findLateEntries(builder)
  const count = snapshot.chronological.length
  for (let place = 0; place < count; place += 1) walkEvent(builder, snapshot.chronological[place] as number)
  for (let position = 0; position < snapshot.positions.count; position += 1)
    if (builder.isWaiting[position] === 1 && builder.entryDay[position] !== STILL_OPEN)
      enter(builder, position)
  return builder
}

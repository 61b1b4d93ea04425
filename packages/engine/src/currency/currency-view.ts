import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import { EVENT, STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { createCarriedGains, enterWithGains, moveCarriedGains } from './carried-gains.ts'
import { changeCollateral, createCollateralBuilder, enterCollateral } from './collateral.ts'
import { isPool, lowerCostByReturn, removeCostShare } from './cost-reductions.ts'
import { positionValue } from './position-value.ts'
import { buildRateColumns, findFirstRateDay, type RateColumns } from './rate-columns.ts'
import { createRateEffects } from './rate-effect.ts'
import type { CurrencyView, ViewBuilder } from './view-builder.ts'

export type { CurrencyView } from './view-builder.ts'

// Columns have one value per event, lot, piece or position by construction, hence `as number` in the loops below.

/** The entry day of a position that has a value from its first day on: earlier than every day. */
export const NOT_LATE = -2_147_483_648

/**
 * Units of the target currency for one unit of a posting's settlement currency: 1 when it settled in the target; the
 * recorded rate when the target is the other currency; else the market rate of the day. All legs of a transaction use
 * one rate, so that they never create a flow.
 */
export function postingRate(
  view: Pick<CurrencyView, 'currency' | 'rates'>,
  snapshot: PortfolioSnapshot,
  posting: number,
  target: number,
): number {
  const settle = snapshot.postings.settleCurrency[posting] as number
  if (settle === target) return 1
  const other = snapshot.postings.otherCurrency[posting] as number
  const perSettled = snapshot.postings.perSettled[posting] as number
  if (other === target && !Number.isNaN(perSettled)) return perSettled
  const index = (snapshot.postings.day[posting] as number) - snapshot.firstDay
  // In the original currencies `rates` are into the pivot, so a rate between two currencies is a cross rate.
  const rate =
    view.currency === null ? crossRate(view, settle, target, index) : rateAt(view.rates, settle, index)
  if (!Number.isNaN(rate)) return rate
  const otherRate =
    view.currency === null ? crossRate(view, other, target, index) : rateAt(view.rates, other, index)
  return perSettled * otherRate
}

function rateAt(rates: RateColumns, currency: number, index: number): number {
  const column = rates[currency]
  return column === null ? 1 : (column?.[index] ?? Number.NaN)
}

function crossRate({ rates }: Pick<CurrencyView, 'rates'>, from: number, to: number, index: number): number {
  return from === to ? 1 : rateAt(rates, from, index) / rateAt(rates, to, index)
}

/** Takes the cost of an event's pieces out of their lots. @returns the cost removed from the position. */
function removeCost(builder: ViewBuilder, event: number, position: number): number {
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
  // A closed position has no cost left, not even a rounding.
  return snapshot.events.after[event] === 0 ? (cost[position] as number) : removed
}

/** Sets the cost of the lots that an event opens or carries in. @returns their sum. */
function addCost(builder: ViewBuilder, event: number, posted: number, settledRate: number): number {
  const { snapshot, lotCost, lotEntry } = builder
  const { lots, events } = snapshot
  const perSettled = snapshot.postings.perSettled[events.posting[event] as number] as number
  const rate = !Number.isNaN(perSettled) && perSettled !== 0 ? settledRate / perSettled : settledRate
  const first = events.lotFrom[event] as number
  const last = events.lotTo[event] as number
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += lots.units[lot] as number
  let sum = 0
  for (let lot = first; lot < last; lot += 1) {
    const entry = units === 0 ? posted / (last - first) : (posted * (lots.units[lot] as number)) / units
    const parent = lots.parentPiece[lot] as number
    const given = lots.givenCost[lot] as number
    // Zero needs no exchange rate.
    const paid = lots.paid[lot] === 0 ? 0 : (lots.paid[lot] as number) * settledRate
    const inherited = builder.inheritedCost?.get(lot) ?? (builder.pieceCost[parent] as number)
    const carried = parent >= 0 ? inherited + paid : given * rate
    // A cost that has no rate is replaced by the value on arrival, which needs a rate as well.
    const isUnknown = Number.isNaN(settledRate) && (parent >= 0 || !Number.isNaN(given))
    const cost = !Number.isNaN(carried) ? carried : isUnknown ? Number.NaN : entry
    lotEntry[lot] = entry
    lotCost[lot] = cost
    builder.lotLeft[lot] = 1
    sum += cost
  }
  return sum
}

/** Realizes a cash event against the moving average: adding changes the average, spending realizes, crossing zero does both. */
function realizeCash(builder: ViewBuilder, event: number, position: number, posted: number): number {
  const { snapshot, cost } = builder
  const change = snapshot.events.quantity[event] as number
  const after = snapshot.events.after[event] as number
  // Taken from the event before: after - change would lose a small balance beside a large payment.
  const isFirst = event === snapshot.positions.eventFrom[position]
  const before = isFirst ? 0 : (snapshot.events.after[event - 1] as number)
  const open = cost[position] as number
  if (change === 0 || before === 0 || Math.sign(before) === Math.sign(change)) {
    cost[position] = open + posted
    return 0
  }
  if (after !== 0 && Math.sign(after) !== Math.sign(before)) {
    cost[position] = (posted * after) / change
    return (posted * before) / change - open
  }
  cost[position] = after === 0 ? 0 : (open * after) / before
  return -posted - (after === 0 ? open : (open * -change) / before)
}

/**
 * The cost of lots carried from a position in another currency, by lot, in the currency of the new position: as a view
 * in that currency has it. Null where there are none, which is the usual case.
 */
function findInheritedCosts(snapshot: PortfolioSnapshot): Map<number, number> | null {
  const { lots, pieces, positions } = snapshot
  let found: Map<number, number> | null = null
  const builders = new Map<number, ViewBuilder>()
  for (let lot = 0; lot < lots.position.length; lot += 1) {
    const piece = lots.parentPiece[lot] as number
    if (piece < 0) continue
    const currency = positions.currency[lots.position[lot] as number] as number
    const parent = lots.position[pieces.lot[piece] as number] as number
    if (positions.currency[parent] === currency) continue
    const builder = builders.get(currency) ?? buildView(snapshot, snapshot.currencies[currency] ?? '')
    builders.set(currency, builder)
    found ??= new Map()
    found.set(lot, builder.pieceCost[piece] as number)
  }
  return found
}

function createBuilder(snapshot: PortfolioSnapshot, currency: string | null): ViewBuilder {
  const eventCount = snapshot.events.day.length
  const lotCount = snapshot.lots.day.length
  const { count } = snapshot.positions
  return {
    snapshot,
    currency,
    targetIndex: currency === null ? -1 : snapshot.currencies.indexOf(currency),
    inheritedCost: currency === null ? findInheritedCosts(snapshot) : null,
    rates: buildRateColumns(snapshot, currency ?? snapshot.pivot),
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
    realizedCarried: new Map(),
    carriedGains: null,
    entryDay: new Int32Array(count).fill(NOT_LATE),
    entryValue: new Float64Array(count),
    entryCost: new Float64Array(count),
    entryCollateral: new Float64Array(count),
    missingRate: new Uint8Array(count),
    unconverted: new Set(),
    isWaiting: new Uint8Array(count),
    cost: new Float64Array(count),
    openCollateral: createCollateralBuilder(snapshot),
  }
}

/** Finds the positions without a price or rate on their first day, and the close at which they enter. */
function findLateEntries(builder: ViewBuilder): void {
  const { snapshot } = builder
  const rateDays = builder.rates.map(column =>
    builder.currency === null || column === null ? NOT_LATE : findFirstRateDay(column, snapshot.firstDay),
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
    if (enters) builder.entryValue[position] = positionValue(snapshot, builder, position, day)
  }
}

/** Enters a position at its first valued close, with its known cost, else (no rate for the cost) with its value then. */
function enterPosition(builder: ViewBuilder, position: number): void {
  const { snapshot, cost, lotCost, lotEntry, lotLeft } = builder
  const value = builder.entryValue[position] as number
  builder.isWaiting[position] = 0
  let leftUnits = 0
  let leftCost = 0
  const { position: lotPosition, units } = snapshot.lots
  const entryDay = builder.entryDay[position] as number
  for (let lot = 0; lot < lotPosition.length; lot += 1) {
    const left = lotLeft[lot] as number
    if (lotPosition[lot] !== position || left < VALUE_TOLERANCE) continue
    leftUnits += left * (units[lot] as number)
    leftCost += left * (lotCost[lot] as number)
  }
  // A lot of unknown cost that was taken again does not make the cost of the open lots unknown.
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
  builder.entryCollateral[position] = enterCollateral(builder, position)
  enterWithGains(builder, position)
}

/** Clears the amounts of an event before its position enters: its lots are known, its amounts do not count. */
function clearAmounts(builder: ViewBuilder, event: number): void {
  const { posted, realized, income, fees, taxes, collateral, costAfter } = builder
  for (const column of [posted, realized, income, fees, taxes, collateral, costAfter]) column[event] = 0
}

/** Converts one event and updates the cost of its position. Events come in posting order. */
function convertEvent(builder: ViewBuilder, event: number): void {
  const { snapshot, cost } = builder
  const position = snapshot.events.position[event] as number
  const day = snapshot.events.day[event] as number
  if (builder.isWaiting[position] === 1 && day > (builder.entryDay[position] as number))
    enterPosition(builder, position)
  const isOutside = builder.isWaiting[position] === 1
  const posting = snapshot.events.posting[event] as number
  const target =
    builder.currency === null ? (snapshot.positions.currency[position] as number) : builder.targetIndex
  const kind = snapshot.events.kind[event] as number
  const isWithoutMoney = kind === EVENT.split || kind === EVENT.realizeCarried
  let rate = isWithoutMoney ? 1 : postingRate(builder, snapshot, posting, target)
  const amount = snapshot.events.posted[event] as number
  if ((Number.isNaN(rate) || Number.isNaN(amount)) && !isOutside) {
    builder.missingRate[position] = 1
    builder.unconverted.add(event)
    rate = 0
  }
  // Zero needs no exchange rate, and an unknown amount has none.
  const posted = amount === 0 || Number.isNaN(amount) ? 0 : amount * rate
  builder.posted[event] = posted
  builder.income[event] = (snapshot.events.income[event] as number) * rate
  builder.fees[event] = (snapshot.events.fees[event] as number) * rate
  builder.taxes[event] = (snapshot.events.taxes[event] as number) * rate
  const before = cost[position] as number
  if (kind === EVENT.cash) {
    builder.realized[event] = realizeCash(builder, event, position, posted)
  } else if (kind === EVENT.open || kind === EVENT.carryIn) {
    cost[position] = before + addCost(builder, event, posted, rate)
  } else if (kind === EVENT.close || kind === EVENT.carryOut) {
    const removed = removeCost(builder, event, position)
    cost[position] = before - removed
    if (kind === EVENT.close) builder.realized[event] = -posted - removed
  } else if (kind === EVENT.allocateCost) {
    cost[position] = before - removeCostShare(builder, event, position)
  } else if (kind === EVENT.returnCapital) {
    const removed = lowerCostByReturn(builder, event, position, posted)
    cost[position] = before - removed
    builder.realized[event] = -posted - removed
  } else if (kind === EVENT.payDown) {
    const removed = removeCostShare(builder, event, position)
    cost[position] = before - removed
    builder.realized[event] = -posted - removed
  }
  builder.costAfter[event] = cost[position] as number
  if (
    kind !== EVENT.cash &&
    (builder.openCollateral !== null || (snapshot.positions.side[position] as number) < 0)
  )
    builder.collateral[event] = changeCollateral(builder, event, position, before)
  if (isOutside) clearAmounts(builder, event)
}

/** Prices rise by less than this factor from the postings to any value that they cancel in. */
const LARGEST_GROWTH = 1000

function boundRounding({ posted, entryValue }: ViewBuilder): number {
  let turnover = 0
  for (let event = 0; event < posted.length; event += 1) turnover += Math.abs(posted[event] as number)
  for (let position = 0; position < entryValue.length; position += 1)
    turnover += Math.abs(entryValue[position] as number)
  return VALUE_TOLERANCE * LARGEST_GROWTH * turnover
}

/**
 * Converts a snapshot into a currency (null: each position in its own).
 *
 *     value of an event = posted amount x rate of its posting       realized = proceeds - cost of the lots taken
 *
 * Positions without a price or rate on their first day stay outside until their first valued close, where they enter at
 * their value. The columns contain no NaN: an amount without any rate counts as 0 and flags its position.
 */
export function openCurrencyView(snapshot: PortfolioSnapshot, currency: string | null): CurrencyView {
  const builder = buildView(snapshot, currency)
  return Object.assign(builder, {
    roundingBound: boundRounding(builder),
    rateEffects: createRateEffects(),
    isComplete: builder.unconverted.size === 0 && builder.entryDay.every(day => day === NOT_LATE),
  })
}

function buildView(snapshot: PortfolioSnapshot, currency: string | null): ViewBuilder {
  const builder = createBuilder(snapshot, currency)
  findLateEntries(builder)
  const gains = createCarriedGains(snapshot, builder.isWaiting.includes(1))
  builder.carriedGains = gains
  const { chronological, events } = snapshot
  for (let place = 0; place < chronological.length; place += 1) {
    const event = chronological[place] as number
    convertEvent(builder, event)
    // Most events neither move lots nor spend cash that came with a gain.
    if (gains === null || events.kind[event] === EVENT.open || events.kind[event] === EVENT.result) continue
    if (events.kind[event] === EVENT.cash && gains.open[events.position[event] as number] === 0) continue
    moveCarriedGains(builder, gains, event)
  }
  for (let position = 0; position < snapshot.positions.count; position += 1)
    if (builder.isWaiting[position] === 1 && builder.entryDay[position] !== STILL_OPEN)
      enterPosition(builder, position)
  builder.carriedGains = null
  return builder
}

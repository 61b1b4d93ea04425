import type { Period } from '../calendar/period.ts'
import { type CurrencyView, hasValueOn, NOT_LATE, unitsOn, worthOn } from '../currency/currency-view.ts'
import { STILL_OPEN } from '../posting/journal.ts'
import type { ColumnSource } from '../series/columns.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { Partition } from './scope.ts'

// Columns have one value per position, event, segment or day by construction, so reading within their length is
// never undefined; `as number` says so in the loops below, which are the hot ones.

/**
 * Daily columns of one scope or group. Index 0 is the opening close (the day before the period), index i the
 * close of day i of the period. Flows and results belong to days 1 and later. Unit: the currency view' currency.
 */
export interface DayColumns {
  readonly value: Float64Array
  /** Net flow into the scope: posted values of its legs less P/L items it owns. */
  readonly flow: Float64Array
  /** Realized price results + income - fees - taxes. */
  readonly realized: Float64Array
  readonly fees: Float64Array
  /** Highest point of the day's running flow into the capital, at least 0. */
  readonly peak: Float64Array
  /** Collateral and proceeds of shorts at the close; all 0 for whole accounts. */
  readonly collateral: Float64Array
  deposits: number
  withdrawals: number
}

/** What one pass over a snapshot's position-days gives: a set of columns per group, and the scope as a whole. */
export interface Pass {
  readonly period: Period
  readonly groups: readonly DayColumns[]
  readonly total: DayColumns
  /** Value of cash positions, the part of total.value that is not allocated. */
  readonly cash: Float64Array
  /** Positions that could not be valued at the end of the period. */
  readonly leftOut: readonly number[]
  /** Values by a second partition (the fees screen groups by another key than the others); empty without one. */
  readonly sideValues: readonly Float64Array[]
}

function emptyColumns(length: number, columns: ColumnSource): DayColumns {
  return {
    value: columns.column(length),
    flow: columns.column(length),
    realized: columns.column(length),
    fees: columns.column(length),
    peak: columns.column(length),
    collateral: columns.column(length),
    deposits: 0,
    withdrawals: 0,
  }
}

/** value[i] += units x close x rate for the days of one segment: the loop that everything else waits for. */
function addSegment(
  value: Float64Array,
  valueFrom: number,
  days: number,
  units: number,
  closes: Float64Array | null,
  closeFrom: number,
  rates: Float64Array | null,
  rateFrom: number,
): void {
  // Said to be whole numbers: what comes out of Math.max is taken for fractions, and columns are read by those at
  // twice the price.
  const length = days | 0
  const at = valueFrom | 0
  const closeAt = closeFrom | 0
  const rateAt = rateFrom | 0
  if (closes === null && rates === null) {
    for (let i = 0; i < length; i += 1) value[at + i] = (value[at + i] as number) + units
  } else if (closes === null) {
    const column = rates as Float64Array
    for (let i = 0; i < length; i += 1)
      value[at + i] = (value[at + i] as number) + units * (column[rateAt + i] as number)
  } else if (rates === null) {
    for (let i = 0; i < length; i += 1)
      value[at + i] = (value[at + i] as number) + units * (closes[closeAt + i] as number)
  } else {
    for (let i = 0; i < length; i += 1)
      value[at + i] =
        (value[at + i] as number) + units * (closes[closeAt + i] as number) * (rates[rateAt + i] as number)
  }
}

/** Adds a position's daily values to a column whose index 0 is the close of `open`. Unit: the currency view' currency. */
export function addPosition(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  value: Float64Array,
  open: number,
  to: number,
): void {
  const { segments, positions } = snapshot
  const instrument = positions.instrument[position] as number
  const prices = instrument < 0 ? null : (snapshot.prices[instrument] ?? null)
  const closes = prices === null ? null : prices.values
  const closeDay = prices === null ? 0 : prices.firstDay
  const rates = view.rates[positions.currency[position] as number] ?? null
  const first = Math.max(open, snapshot.firstDay, view.entryDay[position] as number)
  const last = positions.segmentFrom[position + 1] as number
  for (let segment = positions.segmentFrom[position] as number; segment < last; segment += 1) {
    const from = Math.max(segments.from[segment] as number, first)
    const length = Math.min(segments.to[segment] as number, to) - from + 1
    if (length <= 0) continue
    const units = segments.units[segment] as number
    // Nothing is held where money alone is still due, and there may be no close then.
    if (units !== 0)
      addSegment(value, from - open, length, units, closes, from - closeDay, rates, from - snapshot.firstDay)
    const offset = segments.offset[segment] as number
    if (offset !== 0) addSegment(value, from - open, length, offset, null, 0, rates, from - snapshot.firstDay)
  }
}

/**
 * Values by group, and by a second partition at no further cost: days are summed once per pair of groups that
 * occurs, and pairs are then summed into either.
 */
function addValues(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  pass: Pass,
  groupOf: Int32Array,
  side: Partition | null,
  columns: ColumnSource,
): void {
  const open = pass.period.from - 1
  const { to } = pass.period
  const { instrument, openDay, segmentFrom } = snapshot.positions
  const sideCount = side === null ? 1 : side.groups.length
  const cells = new Map<number, Float64Array>()
  for (let position = 0; position < groupOf.length; position += 1) {
    const group = groupOf[position] as number
    const segmentTo = segmentFrom[position + 1] as number
    const isAway =
      (openDay[position] as number) > to ||
      segmentTo === segmentFrom[position] ||
      (snapshot.segments.to[segmentTo - 1] as number) < open
    if (group < 0 || isAway || view.entryDay[position] === STILL_OPEN) continue
    const cell = group * sideCount + (side === null ? 0 : (side.groupOf[position] as number))
    let column = side === null ? (pass.groups[group] as DayColumns).value : cells.get(cell)
    if (!column) {
      column = columns.column(pass.cash.length)
      cells.set(cell, column)
    }
    addPosition(snapshot, view, position, column, open, to)
    if ((instrument[position] as number) < 0) addPosition(snapshot, view, position, pass.cash, open, to)
  }
  for (const [cell, column] of cells) {
    sumInto((pass.groups[Math.floor(cell / sideCount)] as DayColumns).value, column)
    sumInto(pass.sideValues[cell % sideCount] as Float64Array, column)
  }
}

/** The running state of one scope while its flows are read in order. */
interface Runner {
  readonly columns: DayColumns
  readonly isWhole: boolean
  posting: number
  day: number
  pending: number
  pendingCapital: number
  gross: number
  running: number
}

/** A flow this small beside what its transaction moved is what float64 leaves of legs that cancel. */
const FLOW_DUST = 1e-11

/** Ends a transaction: its legs together are one flow. */
function settleFlow(runner: Runner): void {
  const { columns, day, pending, gross } = runner
  if (day < 0) return
  if (Math.abs(pending) > FLOW_DUST * gross) {
    columns.flow[day] = (columns.flow[day] as number) + pending
    if (pending > 0) columns.deposits += pending
    else columns.withdrawals += pending
  }
  const capital = runner.isWhole ? pending : pending + runner.pendingCapital
  if (Math.abs(capital) > FLOW_DUST * gross) {
    runner.running += capital
    if (runner.running > (columns.peak[day] as number)) columns.peak[day] = runner.running
  }
  runner.pending = 0
  runner.pendingCapital = 0
  runner.gross = 0
}

function runEvent(
  runner: Runner,
  posting: number,
  day: number,
  posted: number,
  result: number,
  collateral: number,
): void {
  if (posting !== runner.posting) {
    settleFlow(runner)
    if (day !== runner.day) runner.running = 0
    runner.posting = posting
    runner.day = day
  }
  runner.pending += posted - result
  runner.gross += Math.abs(posted) + Math.abs(result)
  runner.pendingCapital += collateral
}

/** How many events, in the order they were posted, lie on or before a day: a bisection, since their days ascend. */
function eventsUntil(snapshot: PortfolioSnapshot, day: number): number {
  const { chronological, events } = snapshot
  let low = 0
  let high = chronological.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events.day[chronological[middle] as number] as number) <= day) low = middle + 1
    else high = middle
  }
  return low
}

function openRunner(columns: DayColumns, isWhole: boolean): Runner {
  return { columns, isWhole, posting: -1, day: -1, pending: 0, pendingCapital: 0, gross: 0, running: 0 }
}

function addResult(columns: DayColumns, index: number, result: number, charged: number, tied: number): void {
  const { realized, fees, collateral } = columns
  realized[index] = (realized[index] as number) + result
  fees[index] = (fees[index] as number) + charged
  if (tied !== 0) collateral[index] = (collateral[index] as number) + tied
}

function addEvents(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  pass: Pass,
  groupOf: Int32Array,
  isWhole: readonly boolean[],
): void {
  const { period, groups, total } = pass
  const open = period.from - 1
  const runners = groups.map((columns, group) => openRunner(columns, isWhole[group] === true))
  const totalRunner = openRunner(total, isWhole[groups.length] === true)
  const { position, posting, day } = snapshot.events
  const last = eventsUntil(snapshot, period.to)
  const hasOne = groups.length === 1
  for (let place = eventsUntil(snapshot, open); place < last; place += 1) {
    const event = snapshot.chronological[place] as number
    const group = groupOf[position[event] as number] as number
    if (group < 0) continue
    const runner = runners[group] as Runner
    const index = (day[event] as number) - open
    const fees = view.fees[event] as number
    const result = (view.income[event] as number) - fees - (view.taxes[event] as number)
    const posted = view.posted[event] as number
    const collateral = view.collateral[event] as number
    const transactionNumber = posting[event] as number
    const realized = (view.realized[event] as number) + result
    runEvent(runner, transactionNumber, index, posted, result, collateral)
    addResult(runner.columns, index, realized, fees, collateral)
    if (hasOne) continue
    runEvent(totalRunner, transactionNumber, index, posted, result, collateral)
    addResult(total, index, realized, fees, collateral)
  }
  for (const runner of runners) settleFlow(runner)
  settleFlow(totalRunner)
}

/** Positions that get their first valued close within the period come in as an inflow in kind, before the day's other flows. */
function addLateEntries(
  view: CurrencyView,
  pass: Pass,
  groupOf: Int32Array,
  isWhole: readonly boolean[],
): void {
  const { period, groups, total } = pass
  const open = period.from - 1
  for (let position = 0; position < groupOf.length; position += 1) {
    const day = view.entryDay[position] as number
    const group = groupOf[position] as number
    if (day === NOT_LATE || day <= open || day > period.to || group < 0) continue
    const value = view.entryValue[position] as number
    const index = day - open
    const collateral = view.entryCollateral[position] as number
    const scopes = groups.length === 1 ? [group] : [group, groups.length]
    for (const scope of scopes) {
      const columns = scope === groups.length ? total : (groups[scope] as DayColumns)
      const capital = isWhole[scope] === true ? value : value + collateral
      columns.flow[index] = (columns.flow[index] as number) + value
      if (value > 0) columns.deposits += value
      else columns.withdrawals += value
      columns.peak[index] = (columns.peak[index] as number) + Math.max(0, capital)
      columns.collateral[index] = (columns.collateral[index] as number) + collateral
    }
  }
}

/** Collateral that was already tied up at the opening close. */
function openingCollateral(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  pass: Pass,
  groupOf: Int32Array,
): void {
  const open = pass.period.from - 1
  const tie = (group: number, amount: number): void => {
    const { collateral } = pass.groups[group] as DayColumns
    collateral[0] = (collateral[0] as number) + amount
    const whole = pass.total.collateral
    if (whole !== collateral) whole[0] = (whole[0] as number) + amount
  }
  for (let event = 0; event < snapshot.events.day.length; event += 1) {
    const change = view.collateral[event] as number
    if (change === 0 || (snapshot.events.day[event] as number) > open) continue
    const group = groupOf[snapshot.events.position[event] as number] as number
    if (group >= 0) tie(group, change)
  }
  for (let position = 0; position < groupOf.length; position += 1) {
    const day = view.entryDay[position] as number
    const group = groupOf[position] as number
    if (day !== NOT_LATE && day <= open && group >= 0) tie(group, view.entryCollateral[position] as number)
  }
}

/** Turns daily changes of collateral into its level at each close. What was tied up and is free again is nothing. */
function accumulate(column: Float64Array, dust: number): void {
  for (let index = 1; index < column.length; index += 1)
    column[index] = (column[index] as number) + (column[index - 1] as number)
  dropDust(column, dust)
}

function sumInto(target: Float64Array, source: Float64Array): void {
  for (let index = 0; index < target.length; index += 1)
    target[index] = (target[index] as number) + (source[index] as number)
}

/** Values that cancel are nothing: what rounding leaves of them would be taken for the capital of a return. */
function dropDust(values: Float64Array, dust: number): void {
  for (let index = 0; index < values.length; index += 1)
    if (Math.abs(values[index] as number) <= dust) values[index] = 0
}

function findLeftOut(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  groupOf: Int32Array,
  to: number,
): number[] {
  const leftOut: number[] = []
  for (let position = 0; position < groupOf.length; position += 1)
    if (
      (groupOf[position] as number) >= 0 &&
      (view.entryDay[position] as number) > to &&
      unitsOn(snapshot, position, to) !== 0
    )
      leftOut.push(position)
  return leftOut
}

/**
 * Answers a query's daily part in one pass: values of all closes from the one before the period to its end,
 * flows, realized results, fees, and the peak of each day's running flow, per group and for the whole scope.
 *
 *     value of a day = sum over positions of units x close x rate
 *     flow of a transaction = posted values of its legs in the scope - P/L items owned in the scope
 *
 * `isWhole` says per group, and last for the whole scope, whether it consists of whole accounts with cash.
 */
export function runPass(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  scope: Partition,
  period: Period,
  isWhole: readonly boolean[],
  columns: ColumnSource,
  side: Partition | null = null,
): Pass {
  const length = Math.max(1, period.to - period.from + 2)
  const groups = scope.groups.map(() => emptyColumns(length, columns))
  const only = groups.length === 1 ? groups[0] : undefined
  const pass: Pass = {
    period,
    groups,
    total: only ?? emptyColumns(length, columns),
    cash: columns.column(length),
    leftOut: findLeftOut(snapshot, view, scope.groupOf, period.to),
    sideValues: side === null ? [] : side.groups.map(() => columns.column(length)),
  }
  addValues(snapshot, view, pass, scope.groupOf, side, columns)
  addEvents(snapshot, view, pass, scope.groupOf, isWhole)
  addLateEntries(view, pass, scope.groupOf, isWhole)
  openingCollateral(snapshot, view, pass, scope.groupOf)
  for (const columns of groups) accumulate(columns.collateral, view.dust)
  if (!only) {
    accumulate(pass.total.collateral, view.dust)
    for (const columns of groups) sumInto(pass.total.value, columns.value)
    dropDust(pass.total.value, view.dust)
  }
  for (const columns of groups) dropDust(columns.value, view.dust)
  for (const value of pass.sideValues) dropDust(value, view.dust)
  return pass
}

/** The value of a position at a close in the currency view' currency: 0 when it holds nothing, null when it cannot be valued. */
export function positionValueOn(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  day: number,
): number | null {
  if (!hasValueOn(snapshot, position, day)) return 0
  if ((view.entryDay[position] as number) > day) return null
  const value = worthOn(snapshot, view, position, day)
  return !Number.isNaN(value) ? value : null
}

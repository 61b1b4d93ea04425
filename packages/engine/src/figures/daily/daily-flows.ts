import { NOT_LATE } from '../../currency/currency-view.ts'
import { listParts, type ViewedPart } from '../../currency/join-views.ts'
import type { CurrencyViews } from '../../currency/view-builder.ts'
import { VALUE_TOLERANCE } from '../../money/tolerances.ts'
import type { ColumnSource } from '../../series/columns.ts'
import { rangesBetween } from '../../snapshot/events-between.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import type { DailyFigures, DayColumns } from './daily-columns.ts'

// Columns have one value per position, event or day by construction; hence `as number` in the hot loops below.

/** Running state of one scope while its events are read in order, ledger by ledger. */
interface FlowRunner {
  readonly columns: DayColumns
  readonly isWhole: boolean
  /** Per day the flow into the capital so far. */
  readonly running: Float64Array
  posting: number
  day: number
  pending: number
  pendingCapital: number
  gross: number
}

function startRunner(columns: DayColumns, isWhole: boolean, running: Float64Array): FlowRunner {
  return { columns, isWhole, running, posting: -1, day: -1, pending: 0, pendingCapital: 0, gross: 0 }
}

/** Ends a transaction: the sum of its legs is one flow. */
function settleFlow(runner: FlowRunner): void {
  const { columns, day, pending, gross } = runner
  if (day < 0) return
  if (Math.abs(pending) > VALUE_TOLERANCE * gross) {
    columns.flow[day] = (columns.flow[day] as number) + pending
    if (pending > 0) columns.deposits += pending
    else columns.withdrawals += pending
  }
  const capital = runner.isWhole ? pending : pending + runner.pendingCapital
  if (Math.abs(capital) > VALUE_TOLERANCE * gross) {
    const running = (runner.running[day] as number) + capital
    runner.running[day] = running
    if (running > (columns.peak[day] as number)) columns.peak[day] = running
  }
  runner.pending = 0
  runner.pendingCapital = 0
  runner.gross = 0
}

function addLeg(
  runner: FlowRunner,
  posting: number,
  day: number,
  posted: number,
  netIncome: number,
  collateral: number,
): void {
  if (posting !== runner.posting) {
    settleFlow(runner)
    runner.posting = posting
    runner.day = day
  }
  runner.pending += posted - netIncome
  runner.gross += Math.abs(posted) + Math.abs(netIncome)
  runner.pendingCapital += collateral
}

function addResult(
  columns: DayColumns,
  day: number,
  realized: number,
  charged: number,
  collateralChange: number,
): void {
  const { fees, collateral } = columns
  columns.realized[day] = (columns.realized[day] as number) + realized
  fees[day] = (fees[day] as number) + charged
  if (collateralChange !== 0) collateral[day] = (collateral[day] as number) + collateralChange
}

/** What the daily flows are summed from and by. */
export interface FlowInputs {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly groupIndex: Int32Array
  /** Per group, and last for the whole scope: whether it consists of whole accounts with their cash. */
  readonly isWhole: readonly boolean[]
  readonly columns: ColumnSource
}

/** Adds flows, realized results, fees and changes of collateral of the period's events. */
function addEvents(figures: DailyFigures, inputs: FlowInputs): void {
  const { groups, total, cash } = figures
  const { snapshot, views, groupIndex, isWhole, columns } = inputs
  const start = (scope: DayColumns, place: number): FlowRunner =>
    startRunner(scope, isWhole[place] === true, columns.column(cash.length))
  const runners = groups.map(start)
  const totalRunner = start(total, groups.length)
  for (const part of listParts(snapshot, views)) {
    addPartEvents(figures, part, groupIndex, runners, totalRunner)
    // The next part numbers its postings anew.
    for (const runner of [...runners, totalRunner]) {
      settleFlow(runner)
      runner.posting = -1
      runner.day = -1
    }
  }
}

function addPartEvents(
  { groups, total, period }: DailyFigures,
  { snapshot, views, firstPosition }: ViewedPart,
  groupIndex: Int32Array,
  runners: readonly FlowRunner[],
  totalRunner: FlowRunner,
): void {
  const view = views.calculated
  const open = period.from - 1
  const { position, posting, day } = snapshot.events
  const hasOneGroup = groups.length === 1
  for (const { from, to } of rangesBetween(snapshot, period.from, period.to))
    for (let place = from; place < to; place += 1) {
      const event = snapshot.chronological[place] as number
      const group = groupIndex[firstPosition + (position[event] as number)] as number
      if (group < 0) continue
      const runner = runners[group] as FlowRunner
      const index = (day[event] as number) - open
      const fees = view.fees[event] as number
      const netIncome = (view.income[event] as number) - fees - (view.taxes[event] as number)
      const posted = view.posted[event] as number
      const collateral = view.collateral[event] as number
      const postingIndex = posting[event] as number
      const realized = (view.realized[event] as number) + netIncome
      addLeg(runner, postingIndex, index, posted, netIncome, collateral)
      addResult(runner.columns, index, realized, fees, collateral)
      if (hasOneGroup) continue
      addLeg(totalRunner, postingIndex, index, posted, netIncome, collateral)
      addResult(total, index, realized, fees, collateral)
    }
}

/** Adds positions whose first valued close lies within the period as inflows in kind, before the day's other flows. */
function addLateEntries({ groups, total, period }: DailyFigures, inputs: FlowInputs): void {
  const { groupIndex, isWhole } = inputs
  const view = inputs.views.calculated
  const open = period.from - 1
  for (let position = 0; position < groupIndex.length; position += 1) {
    const day = view.entryDay[position] as number
    const group = groupIndex[position] as number
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

/** Adds the collateral that exists at the opening close. */
function addOpeningCollateral(figures: DailyFigures, inputs: FlowInputs): void {
  const { snapshot, views, groupIndex } = inputs
  const view = views.calculated
  const open = figures.period.from - 1
  const add = (group: number, amount: number): void => {
    const { collateral } = figures.groups[group] as DayColumns
    collateral[0] = (collateral[0] as number) + amount
    const whole = figures.total.collateral
    if (whole !== collateral) whole[0] = (whole[0] as number) + amount
  }
  for (const part of listParts(snapshot, views)) {
    const { day, position } = part.snapshot.events
    const changes = part.views.calculated.collateral
    for (let event = 0; event < changes.length; event += 1) {
      const change = changes[event] as number
      if (change === 0 || (day[event] as number) > open) continue
      const group = groupIndex[part.firstPosition + (position[event] as number)] as number
      if (group >= 0) add(group, change)
    }
  }
  for (let position = 0; position < groupIndex.length; position += 1) {
    const day = view.entryDay[position] as number
    const group = groupIndex[position] as number
    if (day !== NOT_LATE && day <= open && group >= 0) add(group, view.entryCollateral[position] as number)
  }
}

/** Turns daily changes of collateral into its level at each close; a released requirement leaves exactly 0. */
function accumulate(column: Float64Array): void {
  // What went through the level since it was 0 last is the scale of its rounding.
  let moved = Math.abs(column[0] as number)
  for (let index = 1; index < column.length; index += 1) {
    const change = column[index] as number
    const level = (column[index - 1] as number) + change
    moved += Math.abs(change)
    const isRounding = Math.abs(level) <= VALUE_TOLERANCE * moved
    if (isRounding) moved = 0
    column[index] = isRounding ? 0 : level
  }
}

/**
 * Adds flows, realized results, fees, capital peaks and collateral to the columns of every group and of the whole scope.
 *
 *     flow of a transaction = posted values of its legs in the scope - P/L items owned in the scope
 *
 * Unit: the view's currency.
 */
export function addFlows(figures: DailyFigures, inputs: FlowInputs): void {
  addEvents(figures, inputs)
  addLateEntries(figures, inputs)
  addOpeningCollateral(figures, inputs)
  for (const columns of figures.groups) accumulate(columns.collateral)
  // With a single group, its columns are those of the whole scope.
  if (figures.groups.length !== 1) accumulate(figures.total.collateral)
}

import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { listParts, type ViewedPart } from '../currency/join-views.ts'
import { positionValue, unitValueOn } from '../currency/position-value.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { type CapitalVisitor, type CapitalWorkspace, capitalBase, createWorkspace } from './capital.ts'
import { contractBase } from './contract-figures.ts'
import { isScopePnlUnknown, NO_SPLIT } from './gaps.ts'
import type { Split3 } from './performance.ts'
import { relativePnl } from './positions/position-figures.ts'
import type { QueryResult } from './query.ts'

// Columns have one value per day or event by construction; hence `as number` in the loops below.

/** Positions of a query's result over its period. */
export type CapitalScope = Pick<QueryResult, 'snapshot' | 'views' | 'period'>

/** A part of the snapshot with memory to work in. */
interface WorkedPart extends ViewedPart {
  readonly workspace: CapitalWorkspace
}

/** The capital of a group by day: index 0 is the opening close. */
interface CapitalDays {
  /** Change of the capital at the end of each day. */
  readonly change: Float64Array
  /** Capital that came and went within a day. */
  readonly within: Float64Array
}

/** The levels of one position on the current day, on their way into the days of its group. */
interface Levels {
  readonly days: CapitalDays
  readonly firstDay: Day
  day: Day
  start: number
  end: number
  peak: number
}

function addLevel(levels: Levels, day: Day, capital: number): void {
  // A level without a price or rate is unknown, as is its P/L.
  if (!Number.isFinite(capital)) return
  if (day !== levels.day) closeDay(levels, day)
  levels.end = capital
  levels.peak = Math.max(levels.peak, capital)
}

/** Adds the current day to the group and goes on to another one. */
function closeDay(levels: Levels, next: Day): void {
  const { days, start, end, peak } = levels
  const index = levels.day - levels.firstDay
  days.change[index] = (days.change[index] as number) + end - start
  const within = peak - Math.max(start, end)
  if (within > 0) days.within[index] = (days.within[index] as number) + within
  levels.day = next
  levels.start = end
  levels.peak = 0
}

/** Cash counts its balance at the opening close and at the end of each day with transactions. An overdraft is no capital. */
function visitCash(
  { snapshot, views }: ViewedPart,
  period: Period,
  position: number,
  visit: CapitalVisitor,
): void {
  const { events, positions } = snapshot
  const open = period.from - 1
  visit(open, Math.max(0, positionValue(snapshot, views.calculated, position, open)))
  const last = positions.eventFrom[position + 1] as number
  let balance = 0
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    if (events.quantity[event] !== 0) balance = events.after[event] as number
    if (day <= open || (event + 1 < last && events.day[event + 1] === day)) continue
    visit(day, balance > 0 ? balance * unitValueOn(snapshot, views.calculated, position, day) : 0)
  }
}

/** Visits the capital of a position, by its number in its part. */
function visitMember(part: WorkedPart, period: Period, position: number, visit: CapitalVisitor): void {
  const { snapshot, views, workspace } = part
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (instrument === undefined) visitCash(part, period, position, visit)
  else if (CONTRACT_TYPES.has(instrument.type))
    contractBase(snapshot, views.calculated, position, period, visit)
  else capitalBase(workspace, views.calculated, position, period, visit)
}

/** The highest sum of the members' capital, and the index of its day. */
function highestSum({ change, within }: CapitalDays): number {
  let highest = 0
  let sum = 0
  for (let day = 0; day < change.length; day += 1) {
    const before = sum
    sum += change[day] as number
    highest = Math.max(highest, Math.max(before, sum) + (within[day] as number))
  }
  return highest
}

/**
 * The capital bases of groups of positions: the money that worked at the same time.
 *
 *     base = highest sum of the members' capital in the period
 *
 * The capital of a member is that of its own percentage (`capitalBase`, of contracts the notional); cash counts its
 * balance. Money that moves from one member to another is counted once. Of one position it is the position's base. Unit:
 * the calculated currency; 0 is no base.
 *
 * @param groups The positions of each group, in their order.
 */
export function groupCapital(scope: CapitalScope, groups: readonly Iterable<number>[]): number[] {
  const { snapshot, views, period } = scope
  const parts = listParts(snapshot, views).map(
    (part): WorkedPart => ({ ...part, workspace: createWorkspace(part.snapshot, part.views) }),
  )
  const length = period.to - period.from + 2
  const days: CapitalDays = { change: new Float64Array(length), within: new Float64Array(length) }
  const firstDay = period.from - 1
  const levels: Levels = { days, firstDay, day: firstDay, start: 0, end: 0, peak: 0 }
  const visit: CapitalVisitor = (day, capital) => addLevel(levels, day, capital)
  return groups.map(members => {
    days.change.fill(0)
    days.within.fill(0)
    let place = 0
    for (const position of members) {
      if ((snapshot.positions.openDay[position] ?? 0) > period.to) continue
      while (position >= (parts[place + 1]?.firstPosition ?? Number.POSITIVE_INFINITY)) place += 1
      const part = parts[place] as WorkedPart
      visitMember(part, period, position - part.firstPosition, visit)
      closeDay(levels, firstDay)
      levels.start = 0
      levels.end = 0
    }
    return highestSum(days)
  })
}

/** P/L of a scope with its capital base, and in relation to it. */
export interface PnlOnCapital {
  /** Null where the P/L depends on a missing price or rate. */
  readonly capital: number | null
  /** P/L / capital, as fractions with the sign of the P/L; null without capital. */
  readonly rel: Split3<number | null>
}

/** The P/L of a query's whole scope in relation to the capital of its positions and cash, see `groupCapital`. */
export function pnlOnCapital(result: QueryResult): PnlOnCapital {
  if (isScopePnlUnknown(result, result.period)) return { capital: null, rel: NO_SPLIT }
  const members: number[] = []
  for (let position = 0; position < result.isIn.length; position += 1)
    if (result.isIn[position] === 1) members.push(position)
  const [capital = 0] = groupCapital(result, [members])
  return { capital, rel: relativePnl(result.performance.pnl.abs, capital) }
}

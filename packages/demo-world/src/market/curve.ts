import { type Day, parseDay } from '@plumbline/engine'
import { tradingDays } from '../calendar.ts'
import { draw, seedFromName } from '../chance.ts'
import { type Axis, axisIndex } from './axis.ts'

/** A value that is reached on a date, and the daily volatility on the way to it (default: that of the curve). */
export type Milestone = readonly [date: string, value: number, volatility?: number]

export interface CurvePlan {
  readonly name: string
  readonly milestones: readonly Milestone[]
  readonly volatility: number
  /** What happens after the last milestone: the change per quarter, over and over. */
  readonly quarterlySteps: readonly number[]
}

interface Point {
  readonly day: Day
  readonly value: number
  readonly volatility: number
}

const daysPerQuarter = 91

/** The milestones as points, continued by quarterly steps until the axis is covered. */
function extendMilestones(plan: CurvePlan, until: Day): Point[] {
  const points = plan.milestones.map(
    ([date, value, volatility]): Point => ({
      day: parseDay(date),
      value,
      volatility: volatility ?? plan.volatility,
    }),
  )
  for (let turn = 0; ; turn += 1) {
    const last = points.at(-1)
    if (!last || last.day >= until) return points
    points.push({
      day: last.day + daysPerQuarter,
      value: last.value + (plan.quarterlySteps[turn % plan.quarterlySteps.length] ?? 0),
      volatility: plan.volatility,
    })
  }
}

/**
 * A Brownian bridge through its milestones: between two of them the draws of each day are added up, and what
 * they miss the next milestone by is spread evenly. One value per day of the axis.
 */
export function buildCurve(axis: Axis, plan: CurvePlan): Float64Array {
  const seed = seedFromName(plan.name)
  const values = new Float64Array(axis.days.length)
  const points = extendMilestones(plan, axis.days.at(-1) ?? 0)
  points.forEach((point, index) => {
    const previous = points[index - 1]
    if (!previous) {
      values.fill(point.value, 0, axisIndex(axis, point.day) + 1)
      return
    }
    const days = tradingDays(previous.day + 1, point.day)
    const steps = days.map(day => draw(seed, day) * point.volatility)
    const missing = (point.value - previous.value - steps.reduce((sum, step) => sum + step, 0)) / steps.length
    const start = axisIndex(axis, previous.day) + 1
    let value = previous.value
    steps.forEach((step, offset) => {
      value += step + missing
      if (start + offset < values.length) values[start + offset] = value
    })
  })
  return values
}

/** The change of a curve on a day, 0 on the first. */
export function stepAt(curve: Float64Array, place: number): number {
  return place === 0 ? 0 : (curve[place] ?? 0) - (curve[place - 1] ?? 0)
}

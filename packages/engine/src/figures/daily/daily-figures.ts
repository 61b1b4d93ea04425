import type { Period } from '../../calendar/period.ts'
import { listParts } from '../../currency/join-views.ts'
import { hasValueOn } from '../../currency/position-value.ts'
import type { CurrencyViews } from '../../currency/view-builder.ts'
import type { ColumnSource } from '../../series/columns.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import type { Partition } from '../scope.ts'
import { dropValueRounding } from '../value-rounding.ts'
import { type DailyFigures, emptyColumns, sumInto } from './daily-columns.ts'
import { addFlows } from './daily-flows.ts'
import { addValues } from './daily-values.ts'

/** Positions in scope that are held or have money due at a close, and have no value until then. */
function findUnvalued(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  groupIndex: Int32Array,
  to: number,
): number[] {
  const unvalued: number[] = []
  for (const part of listParts(snapshot, views))
    for (let position = 0; position < part.snapshot.positions.count; position += 1) {
      const place = part.firstPosition + position
      // Columns have one value per position by construction.
      const entryDay = part.views.calculated.entryDay[position] as number
      const isLate = (groupIndex[place] as number) >= 0 && entryDay > to
      if (isLate && hasValueOn(part.snapshot, position, to)) unvalued.push(place)
    }
  return unvalued
}

/** What the daily figures of a query are computed from. */
export interface DailyInputs {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly scope: Partition
  readonly period: Period
  /** Per group, and last for the whole scope: whether it consists of whole accounts with their cash. */
  readonly isWhole: readonly boolean[]
  readonly columns: ColumnSource
  /** A second partition to sum values by; null without one. */
  readonly secondary: Partition | null
}

/**
 * Computes the daily figures of a query in one pass over its position-days: values of all closes from the one before
 * the period to its end, flows, realized results, fees, and the peak of each day's running flow, per group and for the
 * whole scope.
 *
 *     value of a day = sum over positions of units x close x rate
 *     flow of a transaction = posted values of its legs in the scope - P/L items owned in the scope
 *
 * Positions without a value at the end are listed in `unvalued` and are in no sum. An empty period has the opening close
 * only. Unit: the view's currency.
 */
export function computeDailyFigures(inputs: DailyInputs): DailyFigures {
  const { snapshot, views, scope, period, isWhole, columns, secondary } = inputs
  const length = Math.max(1, period.to - period.from + 2)
  const groups = scope.groups.map(() => emptyColumns(length, columns))
  const only = groups.length === 1 ? groups[0] : undefined
  const figures: DailyFigures = {
    period,
    groups,
    total: only ?? emptyColumns(length, columns),
    cash: columns.column(length),
    unvalued: findUnvalued(snapshot, views, scope.groupIndex, period.to),
    secondaryValues: secondary === null ? [] : secondary.groups.map(() => columns.column(length)),
  }
  addValues(figures, { snapshot, views, scope, secondary, columns })
  addFlows(figures, { snapshot, views, groupIndex: scope.groupIndex, isWhole, columns })
  if (!only) for (const group of groups) sumInto(figures.total.value, group.value)
  dropRounding(figures, inputs)
  return figures
}

/** Sets the values of the scope and of its groups to 0 where they are only rounding. */
function dropRounding({ groups, total, secondaryValues }: DailyFigures, inputs: DailyInputs): void {
  const { snapshot, views, scope, period, secondary } = inputs
  const drop = (values: Float64Array, isMember: (position: number) => boolean): void =>
    dropValueRounding(values, { snapshot, view: views.calculated, period, isMember })
  const { groupIndex } = scope
  groups.forEach((group, index) => {
    drop(group.value, position => groupIndex[position] === index)
  })
  if (groups.length !== 1) drop(total.value, position => (groupIndex[position] as number) >= 0)
  secondaryValues.forEach((values, index) => {
    drop(
      values,
      position => (groupIndex[position] as number) >= 0 && secondary?.groupIndex[position] === index,
    )
  })
}

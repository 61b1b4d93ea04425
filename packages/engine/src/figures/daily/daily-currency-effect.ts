import { NOT_LATE } from '../../currency/currency-view.ts'
import { findRateEffect } from '../../currency/rate-effect.ts'
import { findEffectDays } from '../currency/currency-effect.ts'
import type { QueryResult } from '../query.ts'
import { addPositionValues } from './daily-values.ts'

// Columns have one value per position, event, segment or day by construction; hence `as number` in the loops below.

/**
 * The currency effect of each group of a result per day, which adds up to `currencyEffect` over its positions.
 *
 *     effect of a day = value of yesterday's close in its own currency x change of the rate
 *                     + own amount of each transaction x (rate of the close - rate of the transaction)
 *
 * Index 0 is the opening close. Unit: the calculated currency.
 */
export function dailyCurrencyEffects(result: QueryResult): Float64Array[] {
  const { snapshot, scope, period, dailyFigures } = result
  const length = dailyFigures.total.value.length
  const groups = scope.groups.map(() => new Float64Array(length))
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const column = groups[scope.groupIndex[position] as number]
    if (!column || (snapshot.positions.openDay[position] as number) > period.to) continue
    if ((snapshot.positions.instrument[position] as number) < 0) addCash(result, position, column)
    else addHolding(result, position, column)
  }
  return groups
}

/** Cash has the price 1: what it earns beyond net income is currency effect. */
function addCash(result: QueryResult, position: number, column: Float64Array): void {
  const { snapshot, period } = result
  const view = result.views.calculated
  if (view.rates[snapshot.positions.currency[position] as number] === null) return
  const open = period.from - 1
  const value = new Float64Array(column.length)
  addPositionValues(snapshot, view, position, value, open, period.to)
  for (let day = 1; day < value.length; day += 1)
    column[day] = (column[day] as number) + (value[day] as number) - (value[day - 1] as number)
  const { events, positions } = snapshot
  const last = positions.eventFrom[position + 1] as number
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = (events.day[event] as number) - open
    if (day >= 1 && day < column.length)
      column[day] = (column[day] as number) - (view.posted[event] as number)
  }
  const entry = view.entryDay[position] as number
  if (entry !== NOT_LATE && entry > open && entry <= period.to)
    column[entry - open] = (column[entry - open] as number) - (view.entryValue[position] as number)
}

function addHolding(result: QueryResult, position: number, column: Float64Array): void {
  const { snapshot, views, period } = result
  const days = findEffectDays(snapshot, views, position, period)
  const effect = days.begin < days.to ? findRateEffect(snapshot, views.calculated, position, 'closes') : null
  if (effect === null) return
  const open = period.from - 1
  const { segments, positions, events } = snapshot
  const { values, rates, firstDay } = effect
  const lastSegment = positions.segmentFrom[position + 1] as number
  for (let segment = positions.segmentFrom[position] as number; segment < lastSegment; segment += 1) {
    const begin = Math.max(segments.from[segment] as number, days.begin)
    const to = Math.min((segments.to[segment] as number) + 1, days.to)
    const units = segments.units[segment] as number
    const owed = segments.offset[segment] as number
    for (let day = begin; day < to; day += 1) {
      const place = day - firstDay
      const change = (rates[place + 1] as number) - (rates[place] as number)
      const held = units === 0 ? 0 : units * (values[place] as number)
      const index = day + 1 - open
      column[index] = (column[index] as number) + ((held + owed) * change || 0)
    }
  }
  const own = views.original.posted
  const converted = views.calculated.posted
  const all = views.calculated.rates[positions.currency[position] as number]
  const lastEvent = positions.eventFrom[position + 1] as number
  for (let event = positions.eventFrom[position] as number; event < lastEvent && all; event += 1) {
    const day = events.day[event] as number
    if (day > days.to) break
    if (day <= days.begin || own[event] === 0 || converted[event] === 0) continue
    const effectOfRate =
      (own[event] as number) * (all[day - snapshot.firstDay] as number) - (converted[event] as number)
    column[day - open] = (column[day - open] as number) + effectOfRate
  }
}

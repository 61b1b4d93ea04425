import type { Day } from '../../calendar/day.ts'
import type { Period } from '../../calendar/period.ts'
import { findRateEffect, type RateEffect, rateEffectBetween } from '../../currency/rate-effect.ts'
import type { CurrencyViews } from '../../currency/view-builder.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import type { PositionSums } from '../positions/position-sums.ts'

// Columns have one value per event, segment or day by construction; hence `as number` in the loops below.

/** The days with effects on a position: those after the close of `begin` up to `to`. */
export interface EffectDays {
  readonly begin: Day
  readonly to: Day
}

/** The days of a period with effects on a position, which start at the opening close or at a later first valued close. */
export function findEffectDays(
  snapshot: PortfolioSnapshot,
  { calculated }: CurrencyViews,
  position: number,
  period: Period,
): EffectDays {
  return {
    begin: Math.max(period.from - 1, calculated.entryDay[position] as number),
    to: Math.min(period.to, snapshot.lastDay),
  }
}

/** The effect on the units of a segment between two closes. All its days are summed once per view. */
function unitsEffect(
  { segments: { units, from: first, to: last } }: PortfolioSnapshot,
  effect: RateEffect,
  segment: number,
  { begin, to }: EffectDays,
): number {
  const held = units[segment] as number
  if (held === 0) return 0
  const isWhole = begin === first[segment] && to === (last[segment] as number) + 1
  if (!isWhole) return held * rateEffectBetween(effect, begin, to)
  const known = effect.segments[segment] as number
  if (!Number.isNaN(known)) return known
  const sum = held * rateEffectBetween(effect, begin, to)
  effect.segments[segment] = sum
  return sum
}

/**
 * The value of yesterday's close in its own currency x change of the rate, summed over days: of the units, and of the
 * offset (amounts owed and claims). Segments of constant units turn the days into differences of sums.
 */
export function sumRateEffect(
  snapshot: PortfolioSnapshot,
  position: number,
  effect: RateEffect,
  days: EffectDays,
): { units: number; offset: number } {
  const { segments, positions } = snapshot
  const { rates, firstDay } = effect
  const last = positions.segmentFrom[position + 1] as number
  let units = 0
  let offset = 0
  for (let segment = positions.segmentFrom[position] as number; segment < last; segment += 1) {
    const begin = Math.max(segments.from[segment] as number, days.begin)
    if (begin >= days.to) break
    // What is held at the last close of a segment meets the next change of the rate.
    const to = Math.min((segments.to[segment] as number) + 1, days.to)
    if (to <= begin) continue
    units += unitsEffect(snapshot, effect, segment, { begin, to })
    const owed = segments.offset[segment] as number
    if (owed !== 0) offset += owed * ((rates[to - firstDay] as number) - (rates[begin - firstDay] as number))
  }
  return { units, offset }
}

/** Own amount x (rate of the day's close - rate of the transaction), summed over the transactions of a position. */
function sumTransactionRates(
  { events, positions, firstDay }: PortfolioSnapshot,
  { calculated, original }: CurrencyViews,
  position: number,
  { begin, to }: EffectDays,
): number {
  const rates = calculated.rates[positions.currency[position] as number]
  const last = positions.eventFrom[position + 1] as number
  let sum = 0
  for (let event = positions.eventFrom[position] as number; event < last && rates; event += 1) {
    const day = events.day[event] as number
    if (day > to) break
    const own = original.posted[event] as number
    const converted = calculated.posted[event] as number
    // An amount that is 0 in one of the two has no rate.
    if (day > begin && own !== 0 && converted !== 0)
      sum += own * (rates[day - firstDay] as number) - converted
  }
  return sum
}

/**
 * The currency effect of a position over a period, in the calculated currency: the sum of its days.
 *
 *     effect of a day = value of yesterday's close in its own currency x change of the rate
 *                     + own amount of each transaction x (rate of the close - rate of the transaction)
 *
 * Days add up, so any parts of a period add up to its effect. The value of futures and forwards is their unsettled gain,
 * never the notional. Cash has the price 1: what it earns beyond net income is currency effect. 0 for other positions in
 * the calculated currency, and for those that cannot be valued at the end.
 */
export function currencyEffect(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  { position, start, end, posted }: PositionSums,
  period: Period,
): number {
  if (end === null) return 0
  if ((snapshot.positions.instrument[position] as number) < 0) return end - start - posted
  const days = findEffectDays(snapshot, views, position, period)
  const effect = days.begin < days.to ? findRateEffect(snapshot, views.calculated, position, 'closes') : null
  if (effect === null) return 0
  const { units, offset } = sumRateEffect(snapshot, position, effect, days)
  return units + offset + sumTransactionRates(snapshot, views, position, days)
}

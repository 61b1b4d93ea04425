import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { segmentOn, unitValueOn } from '../currency/position-value.ts'
import { findRateEffect } from '../currency/rate-effect.ts'
import type { CurrencyViews } from '../currency/view-builder.ts'
import {
  currencyEffect,
  type EffectDays,
  findEffectDays,
  sumRateEffect,
} from '../figures/currency/currency-effect.ts'
import type { PositionSums } from '../figures/positions/position-sums.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { accruedOn, accruedPerUnit } from './accrued-value.ts'

// Columns have one value per event by construction; hence `as number` in the loops below.

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

/** A position in the two currencies of a result. */
interface Subject {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly position: number
}

/** The rate of a position's currency at a close; 0 without one, when nothing can be converted. */
function rateOn({ snapshot, views, position }: Subject, day: Day): number {
  const column = views.calculated.rates[snapshot.positions.currency[position] as number]
  return column === null ? 1 : column?.[day - snapshot.firstDay] || 0
}

/**
 * Gain of a trade until the close of its day: quantity x contract size x close - posted value, in the position's
 * currency. Trades are posted without accrued interest, which is income, so the close counts without it too.
 */
function gainUntilClose({ snapshot, views, position }: Subject, event: number): number {
  const size = snapshot.instruments[snapshot.positions.instrument[position] as number]?.contractSize ?? 1
  const day = snapshot.events.day[event] as number
  const units = (snapshot.events.quantity[event] as number) * size
  const clean = unitValueOn(snapshot, views.original, position, day) - accruedPerUnit(snapshot, position, day)
  const close = units === 0 ? 0 : units * clean
  const gain = close - (views.original.posted[event] as number)
  return Number.isFinite(gain) ? gain : 0
}

function isTrade(kind: number): boolean {
  return kind === EVENT.open || kind === EVENT.close || kind === EVENT.carryIn || kind === EVENT.carryOut
}

/** Gains of trades until the close of their day, in the calculated currency at its rate. */
function tradeGains(subject: Subject, { begin, to }: EffectDays): number {
  const { events, positions } = subject.snapshot
  const last = positions.eventFrom[subject.position + 1] as number
  let sum = 0
  for (let event = positions.eventFrom[subject.position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > to) break
    if (day > begin && isTrade(events.kind[event] as number))
      sum += gainUntilClose(subject, event) * rateOn(subject, day)
  }
  return sum
}

/**
 * The same for futures and forwards. They have no cost, so the gain follows from the amount owed before and after and the
 * transactions of the whole day.
 */
function contractGains(subject: Subject, { begin, to }: EffectDays): number {
  const { snapshot, position } = subject
  const { events, positions, segments } = snapshot
  const owedOn = (day: Day): number => {
    const segment = segmentOn(snapshot, position, day)
    return segment < 0 ? 0 : -(segments.offset[segment] as number)
  }
  const last = positions.eventFrom[position + 1] as number
  let sum = 0
  for (let event = positions.eventFrom[position] as number; event < last; ) {
    const day = events.day[event] as number
    let gain = 0
    let isTraded = false
    for (; event < last && events.day[event] === day; event += 1) {
      gain += gainUntilClose(subject, event)
      if (events.quantity[event] !== 0) isTraded = true
    }
    if (isTraded && day > begin && day <= to)
      sum += (gain - owedOn(day) + owedOn(day - 1)) * rateOn(subject, day)
  }
  return sum
}

/**
 * Change of accrued, unpaid interest at the rate of each day: the change in the calculated currency less the currency
 * effect on the interest.
 */
function accruedEffect(subject: Subject, days: EffectDays): number {
  const { snapshot, views, position } = subject
  const closes = findRateEffect(snapshot, views.calculated, position, 'closes')
  let currency = 0
  if (closes) {
    const { units, offset } = sumRateEffect(snapshot, position, closes, days)
    const isClean = snapshot.prices[snapshot.positions.instrument[position] as number]?.quoted !== undefined
    const clean = isClean ? findRateEffect(snapshot, views.calculated, position, 'clean') : null
    currency = offset + (clean ? units - sumRateEffect(snapshot, position, clean, days).units : 0)
  }
  const accrued = (day: Day): number => accruedOn(snapshot, position, day) * rateOn(subject, day)
  return accrued(days.to) - accrued(days.begin) - currency
}

/**
 * Splits the change of a position's value over a period, apart from flows, into effects: the sums of their days.
 *
 *     currency of a day = see `currencyEffect`
 *     trading of a day  = (quantity traded x close - amount of the trade) x rate of the day
 *     accrued of a day  = change of accrued, unpaid interest x rate of the day
 *     price of a day    = units x change of the close x rate of the day, with what spin-offs and repayments paid out
 *     price + trading + accrued + currency = end value - start value - posted value
 *
 * There is no cross term, and days add up: the effects of a period do not depend on how it is listed. Price is what the
 * others leave of the last line. A position whose first valued close lies within the period starts there; one that cannot
 * be valued until the end has no effects. Unit: the calculated currency.
 */
export function computeValueEffects(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  sums: PositionSums,
  period: Period,
): ValueEffects {
  const { position, start, end, posted } = sums
  if (end === null) return { price: 0, trading: 0, accrued: 0, currency: 0 }
  const currency = currencyEffect(snapshot, views, sums, period)
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] as number]
  const days = findEffectDays(snapshot, views, position, period)
  if (!instrument || days.begin >= days.to) return { price: 0, trading: 0, accrued: 0, currency }
  const subject = { snapshot, views, position }
  const isContract = CONTRACT_TYPES.has(instrument.type)
  const trading = isContract ? contractGains(subject, days) : tradeGains(subject, days)
  const accrued = isContract ? 0 : accruedEffect(subject, days)
  return { price: end - start - posted - trading - accrued - currency, trading, accrued, currency }
}

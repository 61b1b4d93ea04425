import { type Day, dateParts, dayFromParts } from '../calendar/day.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { sumPosition } from '../figures/positions/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { exact, toNumber } from '../money/exact.ts'
import { EVENT } from '../posting/journal.ts'
import { type DatedFlow, xirr } from '../returns/xirr.ts'
import { type FundMultiples, fundMultiples } from './multiples.ts'

/** Commitment, calls, distributions and multiples of a fund, in its own and in the calculated currency. */
export interface FundFigures {
  readonly instrument: string
  /** Keys of the positions of the scope that hold the fund. */
  readonly positions: readonly string[]
  readonly original: FundMultiples
  readonly calculated: FundMultiples
  /** Internal rate of return in the fund's currency, a fraction per year; null with the reason below. */
  readonly irr: number | null
  readonly irrReason: MissingRate | null
  /** The J-curve, in the fund's currency. */
  readonly curve: readonly FundPoint[]
}

/** Why a fund has no internal rate of return. */
export type MissingRate = 'no_calls' | 'no_value' | 'no_time' | 'no_rate'

/** Sums since the first call, at the close of a day. */
export interface FundPoint {
  readonly day: Day
  readonly called: number
  readonly distributed: number
  /** distributed - called: below 0 until the fund has paid back what it called. */
  readonly netCash: number
  /** Null while the fund cannot be valued. */
  readonly value: number | null
  /** netCash + value: the gain so far. */
  readonly gain: number | null
}

interface Sums {
  called: number
  distributed: number
  value: number | null
}

/** Adds a position: openings are calls; repayments of units and income are distributions. */
function addPosition(result: QueryResult, view: CurrencyView, position: number, sums: Sums): void {
  const { snapshot, period } = result
  const { events, positions } = snapshot
  for (
    let event = positions.eventFrom[position] ?? 0;
    event < (positions.eventFrom[position + 1] ?? 0);
    event += 1
  ) {
    if ((events.day[event] ?? 0) > period.to) break
    const posted = view.posted[event] ?? 0
    if (events.kind[event] === EVENT.open) sums.called += posted
    else if (events.kind[event] !== EVENT.carryIn && events.kind[event] !== EVENT.carryOut)
      sums.distributed += (view.income[event] ?? 0) - posted
  }
  const { end } = sumPosition(snapshot, view, position, period)
  sums.value = end === null || sums.value === null ? null : sums.value + end
}

/** Calls (negative) and distributions (positive) of some positions until a day, by day. */
function listFlows(
  { snapshot, period }: QueryResult,
  view: CurrencyView,
  positions: readonly number[],
): DatedFlow[] {
  const { events } = snapshot
  const flows: DatedFlow[] = []
  for (const position of positions) {
    const last = snapshot.positions.eventFrom[position + 1] ?? 0
    for (let event = snapshot.positions.eventFrom[position] ?? 0; event < last; event += 1) {
      const day = events.day[event] ?? 0
      const kind = events.kind[event]
      if (day > period.to) break
      if (kind === EVENT.carryIn || kind === EVENT.carryOut) continue
      const amount = (view.income[event] ?? 0) - (view.posted[event] ?? 0)
      if (amount !== 0) flows.push({ day, amount })
    }
  }
  return flows.sort((a, b) => a.day - b.day)
}

/** The value of some positions at a close; null while one cannot be valued. */
function valueOn(
  { snapshot, period }: QueryResult,
  view: CurrencyView,
  positions: readonly number[],
  to: Day,
): number | null {
  let value: number | null = 0
  for (const position of positions) {
    const { end } = sumPosition(snapshot, view, position, { from: Math.min(period.from, to), to })
    value = end === null || value === null ? null : value + end
  }
  return value
}

/** The days of a curve: every day with money, every end of a month between, and the last day. */
function curveDays(flows: readonly DatedFlow[], to: Day): Day[] {
  const first = flows[0]?.day
  if (first === undefined) return []
  const days = new Set(flows.map(({ day }) => day))
  const { year, month } = dateParts(first)
  // Day 31 is the last one of every month.
  for (let count = 0; dayFromParts(year, month + count, 31) < to; count += 1)
    days.add(dayFromParts(year, month + count, 31))
  return [...days.add(to)].sort((a, b) => a - b)
}

/**
 * The J-curve of a fund: what it called, paid back and is worth, since its first call.
 *
 *     net cash = distributed - called        gain = net cash + value
 */
function fundCurve(
  result: QueryResult,
  view: CurrencyView,
  positions: readonly number[],
  flows: readonly DatedFlow[],
): FundPoint[] {
  let [called, distributed, next] = [0, 0, 0]
  return curveDays(flows, result.period.to).map(day => {
    for (; (flows[next]?.day ?? Number.POSITIVE_INFINITY) <= day; next += 1) {
      const amount = flows[next]?.amount ?? 0
      if (amount < 0) called -= amount
      else distributed += amount
    }
    const value = valueOn(result, view, positions, day)
    const netCash = distributed - called
    return { day, called, distributed, netCash, value, gain: value === null ? null : netCash + value }
  })
}

/**
 * The internal rate of return of a fund: XIRR (ACT/365) of its calls, its distributions and its value at the end, which
 * counts as if it were paid out. Before costs outside the calls. Null without a call, without a value, on the day of the
 * first call, and where no rate balances the flows.
 */
function fundRate(
  flows: readonly DatedFlow[],
  value: number | null,
  to: Day,
): { irr: number | null; irrReason: MissingRate | null } {
  const missing = (irrReason: MissingRate) => ({ irr: null, irrReason })
  const first = flows.find(({ amount }) => amount < 0)
  if (!first) return missing('no_calls')
  if (value === null) return missing('no_value')
  if (first.day >= to) return missing('no_time')
  const { rate } = xirr([...flows, { day: to, amount: value }])
  return rate === null ? missing('no_rate') : { irr: rate, irrReason: null }
}

/**
 * The private equity funds in a result's scope, from their first call to the end of the period, ordered by id.
 *
 *     called = paid in     distributed = repaid for units + income     uncalled = commitment - called
 *
 * In the calculated currency, calls and distributions count at the rate of their day, the commitment at the rate of the
 * end. A fund without a commitment has 0 uncalled.
 */
export function fundFigures(result: QueryResult): FundFigures[] {
  const { snapshot, views, isIn, period } = result
  const byFund = new Map<number, number[]>()
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const index = snapshot.positions.instrument[position] ?? -1
    const isFund = isIn[position] === 1 && snapshot.instruments[index]?.type === 'private_equity'
    if (!isFund || (snapshot.positions.openDay[position] ?? 0) > period.to) continue
    byFund.set(index, [...(byFund.get(index) ?? []), position])
  }
  const figures = [...byFund].map(([index, positions]): FundFigures => {
    const instrument = snapshot.instruments[index]
    const committed = instrument?.commitment == null ? 0 : toNumber(exact(instrument.commitment))
    const column = views.calculated.rates[snapshot.positions.currency[positions[0] ?? 0] ?? -1]
    const rate = column === null ? 1 : (column?.[period.to - snapshot.firstDay] ?? Number.NaN)
    const computeMultiples = (view: CurrencyView, commitment: number): FundMultiples => {
      const sums: Sums = { called: 0, distributed: 0, value: 0 }
      for (const position of positions) addPosition(result, view, position, sums)
      return fundMultiples(commitment, sums.called, sums.distributed, sums.value)
    }
    const flows = listFlows(result, views.original, positions)
    return {
      instrument: instrument?.id ?? '',
      positions: positions.map(position => snapshot.positions.keys[position] ?? ''),
      original: computeMultiples(views.original, committed),
      calculated: computeMultiples(views.calculated, Number.isFinite(rate) ? committed * rate : 0),
      ...fundRate(flows, valueOn(result, views.original, positions, period.to), period.to),
      curve: fundCurve(result, views.original, positions, flows),
    }
  })
  return figures.sort((a, b) => (a.instrument < b.instrument ? -1 : 1))
}

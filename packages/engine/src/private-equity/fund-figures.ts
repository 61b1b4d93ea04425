import type { CurrencyView } from '../currency/currency-view.ts'
import { sumPosition } from '../figures/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { exact, toNumber } from '../money/exact.ts'
import { EVENT } from '../posting/journal.ts'
import { type FundMultiples, fundMultiples } from './multiples.ts'

/** Commitment, calls, distributions and multiples of a fund, in its own and in the calculated currency. */
export interface FundFigures {
  readonly instrument: string
  /** Keys of the positions of the scope that hold the fund. */
  readonly positions: readonly string[]
  readonly original: FundMultiples
  readonly calculated: FundMultiples
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
    return {
      instrument: instrument?.id ?? '',
      positions: positions.map(position => snapshot.positions.keys[position] ?? ''),
      original: computeMultiples(views.original, committed),
      calculated: computeMultiples(views.calculated, Number.isFinite(rate) ? committed * rate : 0),
    }
  })
  return figures.sort((a, b) => (a.instrument < b.instrument ? -1 : 1))
}

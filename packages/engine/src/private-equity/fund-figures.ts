import type { Lens } from '../currency/currency-view.ts'
import { sumPosition } from '../figures/position-sums.ts'
import type { Answer } from '../figures/query.ts'
import { exact, toNumber } from '../money/exact.ts'
import { EVENT } from '../posting/journal.ts'
import { type FundMultiples, fundMultiples } from './multiples.ts'

/** What a fund was promised, has called, gave back and is worth, in its own currency and in the answer's. */
export interface FundFigures {
  readonly instrument: string
  /** The positions of the scope that are in it, by their keys. */
  readonly positions: readonly string[]
  readonly original: FundMultiples
  readonly calculated: FundMultiples
}

interface Sums {
  called: number
  distributed: number
  value: number | null
}

/** Calls are what was paid in, distributions what was given back for units and what was paid out as income. */
function addPosition(answer: Answer, lens: Lens, position: number, sums: Sums): void {
  const { book, period } = answer
  const { events, positions } = book
  for (
    let event = positions.eventFrom[position] ?? 0;
    event < (positions.eventFrom[position + 1] ?? 0);
    event += 1
  ) {
    if ((events.day[event] ?? 0) > period.to) break
    const booked = lens.booked[event] ?? 0
    if (events.kind[event] === EVENT.open) sums.called += booked
    else if (events.kind[event] !== EVENT.carryIn && events.kind[event] !== EVENT.carryOut)
      sums.distributed += (lens.income[event] ?? 0) - booked
  }
  const { end } = sumPosition(book, lens, position, period)
  sums.value = end === null || sums.value === null ? null : sums.value + end
}

/**
 * The funds of private equity in an answer's scope, since their first call until the end of its period.
 *
 *     called = paid in     distributed = given back for units + paid out     uncalled = commitment - called
 *
 * Amounts of the past count in the answer's currency at the rate of their day, the commitment at the one of the end.
 * A fund without a known commitment has nothing uncalled. In the order of their ids.
 */
export function fundFigures(answer: Answer): FundFigures[] {
  const { book, lenses, isIn, period } = answer
  const byFund = new Map<number, number[]>()
  for (let position = 0; position < book.positions.count; position += 1) {
    const index = book.positions.instrument[position] ?? -1
    const isFund = isIn[position] === 1 && book.instruments[index]?.type === 'private_equity'
    if (!isFund || (book.positions.openDay[position] ?? 0) > period.to) continue
    byFund.set(index, [...(byFund.get(index) ?? []), position])
  }
  const figures = [...byFund].map(([index, positions]): FundFigures => {
    const instrument = book.instruments[index]
    const committed = instrument?.commitment == null ? 0 : toNumber(exact(instrument.commitment))
    const column = lenses.calculated.rates[book.positions.currency[positions[0] ?? 0] ?? -1]
    const rate = column === null ? 1 : (column?.[period.to - book.firstDay] ?? Number.NaN)
    const multiplesOf = (lens: Lens, commitment: number): FundMultiples => {
      const sums: Sums = { called: 0, distributed: 0, value: 0 }
      for (const position of positions) addPosition(answer, lens, position, sums)
      return fundMultiples(commitment, sums.called, sums.distributed, sums.value)
    }
    return {
      instrument: instrument?.id ?? '',
      positions: positions.map(position => book.positions.keys[position] ?? ''),
      original: multiplesOf(lenses.original, committed),
      calculated: multiplesOf(lenses.calculated, Number.isFinite(rate) ? committed * rate : 0),
    }
  })
  return figures.sort((a, b) => (a.instrument < b.instrument ? -1 : 1))
}

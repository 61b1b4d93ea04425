import {
  type Day,
  findOpenSplits,
  type Period,
  parseDay,
  SPLIT_SHOWS_WITHIN_DAYS,
  toIsoDate,
} from '@plumbline/engine'
import { unpostedSplitsInScope } from '../../figures/unposted-splits.ts'
import type { Portfolio } from '../../queries/query.ts'
import type { queryEngine } from '../../queries/query-scope.ts'

/** Findings of data quality that someone has accepted: these prices are right, and these reported splits are none. */
export interface AcceptedFindings {
  /** Price jumps, as `instrument.date`. */
  jumps: string[]
  /** Reported splits that are not posted, as `account.instrument.date`. */
  splits: string[]
}

export interface DoubtInput {
  /** On the clock of the rule's owner. */
  today: Day
  accepted: AcceptedFindings
}

/** The names of instruments whose price in a period may be that after a split which nobody has posted or rejected. */
export function listSplitDoubts(
  portfolio: Portfolio,
  result: Pick<ReturnType<typeof queryEngine>, 'snapshot' | 'isIn'>,
  period: Period,
  { today, accepted }: DoubtInput,
): string[] {
  const rejected = new Set(accepted.splits)
  const reported = unpostedSplitsInScope(portfolio, result.isIn, period)
    .filter(({ account, instrument, date }) => !rejected.has(`${account}.${instrument}.${date}`))
    .map(({ instrument }) => instrument)
  const open = findOpenSplits(result, period, { today, isAnswered: answeredJumps(accepted) })
  const doubtful = new Set([...reported, ...open])
  return portfolio.snapshot.instruments.filter(({ id }) => doubtful.has(id)).map(({ name }) => name)
}

/** Whether someone has answered that the price of a day is right, or that the split reported near it is none. */
export function answeredJumps({
  jumps,
  splits,
}: AcceptedFindings): (instrument: string, day: Day) => boolean {
  const right = new Set(jumps)
  const rejected = splits.map(split => {
    const [, instrument = '', date = ''] = split.split('.')
    return { instrument, day: parseDay(date) }
  })
  return (instrument, day) =>
    right.has(`${instrument}.${toIsoDate(day)}`) ||
    rejected.some(
      split => split.instrument === instrument && Math.abs(split.day - day) <= SPLIT_SHOWS_WITHIN_DAYS,
    )
}

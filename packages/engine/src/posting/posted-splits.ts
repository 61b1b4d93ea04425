import type { Instrument, Split } from '../ledger/ledger.ts'
import { exact, multiply, signum, subtract } from '../money/exact.ts'
import { describeIssue, type Issue } from './issues.ts'
import type { Entry } from './posting-context.ts'

/** Custodians post a split from its ex-date to a few days later, and some on the record date before it. */
const SAME_SPLIT_DAYS = 10
/** Within a month a second split of the same ratio is rather the same one, posted late. */
const UNCLEAR_DAYS = 30

/** Posted splits that the instruments' own ones include, and those that may be. */
export interface PostedSplits {
  readonly included: ReadonlySet<Entry>
  readonly issues: readonly Issue[]
}

function hasSameRatio({ numerator, denominator }: Split, entry: Entry): boolean {
  const { numerator: postedUp = 1, denominator: postedDown = 1 } = entry.transaction
  const difference = subtract(
    multiply(exact(numerator), exact(postedDown)),
    multiply(exact(postedUp), exact(denominator)),
  )
  return signum(difference) === 0
}

/**
 * Finds the posted splits that an instrument already knows: those of the same ratio within ten days of a known one, and
 * any on its very day. One of another ratio nearby, or of the same ratio within a month, counts and is reported.
 */
export function findPostedSplits(
  entries: readonly Entry[],
  instruments: readonly Instrument[],
): PostedSplits {
  const included = new Set<Entry>()
  const issues: Issue[] = []
  for (const entry of entries) {
    if (entry.settled.kind !== 'split') continue
    const { day } = entry.transaction
    const report = (reason: string): void => {
      issues.push(describeIssue(entry.transaction, 'unclear_split', reason))
    }
    const near = (instruments[entry.instrument]?.splits ?? [])
      .map(split => ({ days: Math.abs(split.day - day), isSame: hasSameRatio(split, entry) }))
      .filter(({ days }) => days <= UNCLEAR_DAYS)
    if (near.some(({ days, isSame }) => isSame && days <= SAME_SPLIT_DAYS)) included.add(entry)
    else if (near.some(({ days }) => days === 0)) {
      included.add(entry)
      report('another ratio than the known split of the day')
    } else if (near.some(({ days }) => days <= SAME_SPLIT_DAYS))
      report('another ratio than a known split nearby')
    else if (near.some(({ isSame }) => isSame)) report('the ratio of a known split within a month')
  }
  return { included, issues }
}

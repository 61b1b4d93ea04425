import type { Instrument } from '../../ledger/ledger.ts'
import { hasSameRatio, SAME_SPLIT_DAYS } from '../../ledger/splits.ts'
import { describeIssue, type Issue } from '../issues.ts'
import type { Entry } from '../posting-context.ts'

/** Within a month a second split of the same ratio is rather the same one, posted late. */
const UNCLEAR_DAYS = 30

/** Posted splits that the instruments' own ones include, and those that may be. */
export interface PostedSplits {
  readonly included: ReadonlySet<Entry>
  readonly issues: readonly Issue[]
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
    const { day, numerator = 1, denominator = 1 } = entry.transaction
    const report = (reason: string): void => {
      issues.push(describeIssue(entry.transaction, 'unclear_split', reason))
    }
    const near = (instruments[entry.instrument]?.splits ?? [])
      .map(split => ({
        days: Math.abs(split.day - day),
        isSame: hasSameRatio(split, { numerator, denominator }),
      }))
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

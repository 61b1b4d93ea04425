import type { Day } from '../calendar/day.ts'
import { exact, multiply, signum, subtract, toNumber } from '../money/exact.ts'
import type { Split } from './ledger.ts'

/** Custodians post a split from its ex-date to a few days later, and some on the record date before it. */
export const SAME_SPLIT_DAYS = 10

type Ratio = Pick<Split, 'numerator' | 'denominator'>

/** Whether two ratios are equal, also in other terms: 2 for 1 and 4 for 2. */
export function hasSameRatio(a: Ratio, b: Ratio): boolean {
  const difference = subtract(
    multiply(exact(a.numerator), exact(b.denominator)),
    multiply(exact(b.numerator), exact(a.denominator)),
  )
  return signum(difference) === 0
}

/**
 * The splits that apply to the price of an instrument, by day: those it lists, and the posted ones it does not list. A
 * listed one replaces a posted one of its day. Custodians that post the same ratio within ten days post the same split,
 * which counts on the first of their days.
 */
export function mergeSplits(listed: readonly Split[], posted: readonly Split[]): Split[] {
  const merged = new Map(listed.map(split => [split.day, split]))
  const counted: Split[] = []
  for (const split of posted.toSorted((a, b) => a.day - b.day)) {
    const isCounted = counted.some(
      other => split.day - other.day <= SAME_SPLIT_DAYS && hasSameRatio(split, other),
    )
    if (isCounted) continue
    counted.push(split)
    if (!merged.has(split.day)) merged.set(split.day, split)
  }
  return [...merged.values()].sort((a, b) => a.day - b.day)
}

/**
 * Units on day `to` for one unit on day `from`.
 *
 *     product of numerator / denominator over the splits after `from` and up to `to`
 *
 * The split of a day comes before its close, so a close of the day itself is already in new units. The inverse when `to`
 * is before `from`; 1 without a split in between. A spin-off is no split: its price drop is a payment in kind.
 */
export function splitRatio(splits: readonly Split[], from: Day, to: Day): number {
  if (to < from) return 1 / splitRatio(splits, to, from)
  let up = 1
  let down = 1
  for (const { day, numerator, denominator } of splits) {
    if (day <= from || day > to) continue
    up *= toNumber(exact(numerator))
    down *= toNumber(exact(denominator))
  }
  return up / down
}

import type { Close, FoundSplit } from './providers/provider.ts'

/** What deserves a look in a series that was just fetched. */
export interface SeriesFlag {
  kind: 'price_jump' | 'split_not_posted' | 'price_old'
  date: string
  /** From the close before, as a fraction; of a split the number of new shares for an old one. */
  change: number | null
}

/** A price that is half off or more is a mistake more often than a fall. */
const jump = 0.5
/** So long a series may be silent: a week with holidays. */
const silentDays = 7
/** A split shows in the first close after it, give or take a holiday. */
const aroundDays = 4

/**
 * Looks at new closes beside the one before them. A jump that a split explains is none; a split that is not among
 * the known ones asks for its transaction.
 */
export function watchSeries(
  before: Close | null,
  closes: readonly Close[],
  splits: { found: readonly FoundSplit[]; known: readonly string[] },
  today: string,
): SeriesFlag[] {
  const flags: SeriesFlag[] = []
  let last = before
  for (const close of closes) {
    const change = last === null ? 0 : Number(close.close) / Number(last.close) - 1
    const isSplit = [...splits.found.map(({ date }) => date), ...splits.known].some(
      date => daysBetween(date, close.date) <= aroundDays,
    )
    if (isJump(change) && !isSplit) flags.push({ kind: 'price_jump', date: close.date, change })
    last = close
  }
  for (const { date, numerator, denominator } of splits.found)
    if (!splits.known.some(known => daysBetween(known, date) <= aroundDays))
      flags.push({ kind: 'split_not_posted', date, change: numerator / denominator })
  if (last !== null && daysBetween(last.date, today) > silentDays)
    flags.push({ kind: 'price_old', date: last.date, change: null })
  return flags
}

/** Half of the price gone, or as much added as undoes that: twice the price. */
export function isJump(change: number): boolean {
  return change <= -jump || change >= 1 / (1 - jump) - 1
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000
}

import type { Close, FoundSplit } from './providers/provider.ts'

/** A suspicious change in a fetched series. */
export interface SeriesFlag {
  kind: 'price_jump' | 'split_not_posted' | 'price_old'
  date: string
  /** Relative to the previous close; for splits the number of new shares per old share. */
  change: number | null
}

/** A price that halves is more often an error than a fall. */
const jump = 0.5
/** A week with holidays. */
const silentDays = 7
/** A split shows in the first close after it, which a holiday may delay. */
const aroundDays = 4

/** Compares new closes with the previous one. Splits explain jumps; an unknown split needs a transaction. */
export function checkSeries(
  before: Close | null,
  closes: readonly Close[],
  splits: { found: readonly FoundSplit[]; known: readonly string[] },
  today: string,
): SeriesFlag[] {
  const flags: SeriesFlag[] = []
  let last = before
  for (const close of closes) {
    // A change relative to 0 or below has no meaning.
    const base = Number(last?.close ?? 0)
    const change = base > 0 ? Number(close.close) / base - 1 : 0
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

/** Half of the price lost, or the inverse: doubled. */
export function isJump(change: number): boolean {
  return change <= -jump || change >= 1 / (1 - jump) - 1
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000
}

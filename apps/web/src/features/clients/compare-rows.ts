import { roundTo } from '../../lib/format/format.ts'
import { roundToTotal } from '../../portfolio/round-parts.ts'

type Pair = readonly (number | null)[]

/** The first less the second as they are shown, so that the difference is that of the figures beside it. */
export function shownDifference([one = null, other = null]: Pair, decimals: number): number | null {
  if (one === null || other === null) return null
  return roundTo(roundTo(one, decimals) - roundTo(other, decimals), decimals)
}

/** Shares of two wholes as they are shown: those of a client add up to 100% where all of them are known. */
export function roundShares<Row extends { weights: Pair }>(rows: readonly Row[], decimals: number): Row[] {
  const sides = [0, 1].map(side =>
    roundToTotal(
      rows.map(({ weights }) => weights[side] ?? null),
      1,
      decimals,
    ),
  )
  return rows.map((row, place) => ({ ...row, weights: sides.map(side => side[place] ?? null) }))
}

/** What the shares of a client add up to; null where one is not known. */
export function sumShares(rows: readonly { weights: Pair }[], side: number, decimals: number): number | null {
  const parts = rows.map(({ weights }) => weights[side] ?? null)
  return parts.includes(null) || parts.length === 0
    ? null
    : roundTo(
        parts.reduce<number>((sum, part) => sum + (part ?? 0), 0),
        decimals,
      )
}

import { roundTo } from '../../lib/format/format.ts'
import { roundToTotal } from '../../portfolio/round-parts.ts'

interface Bucket {
  weight: number | null
  target: number | null
  drift: number | null
}

/** Shares are shown in hundredths of a percent. */
const decimals = 4

/** The groups as they are shown: weights add up to 100%, and the drift is the weight beside it less the target. */
export function roundBuckets<Row extends Bucket>(buckets: readonly Row[]): Row[] {
  const weights = roundToTotal(
    buckets.map(({ weight }) => weight),
    1,
    decimals,
  )
  return buckets.map((bucket, place) => {
    const weight = weights[place] ?? null
    const drift =
      weight === null || bucket.target === null ? bucket.drift : roundTo(weight - bucket.target, decimals)
    return { ...bucket, weight, drift }
  })
}

/** Whether the weights of all groups are known, so that they make up the whole. */
export function isWhole(buckets: readonly Bucket[]): boolean {
  const sum = buckets.reduce((all, { weight }) => all + (weight ?? Number.NaN), 0)
  return Math.abs(sum - 1) < 1e-6
}

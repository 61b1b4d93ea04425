import type { NumberLocale } from '../../lib/format/format.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'

/** A row of the form, as typed in percent. */
export interface TypedBucket {
  key: string
  name: string
  /** Its share today; null where it is not held. */
  current: number | null
  weight: string
  min: string
  max: string
}

export interface BucketShares {
  key: string
  weight: number
  min: number
  max: number
}

/** How far an empty edge is from its target, in basis points. */
const standardBand = 500

/** Basis points of a typed percentage; null for an empty text, NaN for an invalid one. */
function toBps(typed: string, locale: NumberLocale): number | null {
  const percent = parseNumber(typed, locale)
  return percent === null ? null : Math.round(percent * 100)
}

/** The sum of the typed weights as a fraction; NaN with an invalid one. */
export function sumWeights(rows: readonly TypedBucket[], locale: NumberLocale): number {
  return rows.reduce((sum, row) => sum + (toBps(row.weight, locale) ?? 0), 0) / 10_000
}

/** The groups with a target, or the first row that is wrong. Empty edges are five points away. */
export function readBuckets(
  rows: readonly TypedBucket[],
  locale: NumberLocale,
): { buckets: BucketShares[] } | { wrong: TypedBucket } {
  const buckets: BucketShares[] = []
  for (const row of rows) {
    const weight = toBps(row.weight, locale)
    if (weight === null) continue
    const min = toBps(row.min, locale) ?? Math.max(0, weight - standardBand)
    const max = toBps(row.max, locale) ?? Math.min(10_000, weight + standardBand)
    if (!(min >= 0 && min <= weight && weight <= max && max <= 10_000)) return { wrong: row }
    buckets.push({ key: row.key, weight: weight / 10_000, min: min / 10_000, max: max / 10_000 })
  }
  return { buckets }
}

export function toTyped(share: number | null, locale: NumberLocale): string {
  return share === null ? '' : typedNumber(Math.round(share * 10_000) / 100, locale)
}

import { BPS, toShare } from './units.ts'

/** A part of a target allocation. Weight and band are whole basis points of the base. */
export interface TargetBucket {
  readonly key: string
  readonly weightBps: number
  readonly minBps: number
  readonly maxBps: number
}

export type TargetProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sum'; readonly sumBps: number }
  | { readonly kind: 'band'; readonly key: string }
  | { readonly kind: 'duplicate'; readonly key: string }

/** What is wrong with a target: weights add up to 100 %, each lies within its band, and no bucket is named twice. */
export function checkTarget(buckets: readonly TargetBucket[]): TargetProblem | null {
  if (buckets.length === 0) return { kind: 'empty' }
  const seen = new Set<string>()
  for (const { key, weightBps, minBps, maxBps } of buckets) {
    if (seen.has(key)) return { kind: 'duplicate', key }
    seen.add(key)
    if (minBps < 0 || minBps > weightBps || weightBps > maxBps || maxBps > 10_000)
      return { kind: 'band', key }
  }
  const sumBps = buckets.reduce((sum, { weightBps }) => sum + weightBps, 0)
  return sumBps === 10_000 ? null : { kind: 'sum', sumBps }
}

/** The state of a bucket: in its band, below or above it, or without a target. */
export type BandState = 'within' | 'below' | 'above' | 'no_target'

/** A bucket against its target. Values in units of the reporting currency, weights as fractions. */
export interface BucketDrift {
  readonly key: string
  readonly target: TargetBucket | null
  readonly value: bigint
  readonly weight: number | null
  /** Weight less target, as a fraction: 0.05 is five points. */
  readonly drift: number | null
  /** Value less target value. */
  readonly driftValue: bigint | null
  readonly state: BandState
}

/**
 * The state of a value, decided on whole numbers.
 *
 *     within: min x base <= value <= max x base
 */
export function bandState(target: TargetBucket | null, value: bigint, base: bigint): BandState {
  if (target === null) return 'no_target'
  if (value * BPS < BigInt(target.minBps) * base) return 'below'
  return value * BPS > BigInt(target.maxBps) * base ? 'above' : 'within'
}

/**
 * Every bucket against its target: those with a target in its order, then the others by size. Drifts add up to 0 over
 * all buckets, those without a target included.
 *
 *     drift = value / base - target weight        drift in money = value - target weight x base
 *
 * Without a base above 0 there are no weights, and each is null.
 */
export function measureDrift(
  targets: readonly TargetBucket[],
  values: ReadonlyMap<string, bigint>,
  base: bigint,
): BucketDrift[] {
  const known = new Map(targets.map(target => [target.key, target]))
  const others = [...values.keys()]
    .filter(key => !known.has(key))
    .sort((a, b) => compare(values.get(b) ?? 0n, values.get(a) ?? 0n) || (a < b ? -1 : 1))
  return [...known.keys(), ...others].map(key => {
    const target = known.get(key) ?? null
    const value = values.get(key) ?? 0n
    const weight = toShare(value, base)
    const driftValue =
      target === null || weight === null ? null : value - (BigInt(target.weightBps) * base) / BPS
    return {
      key,
      target,
      value,
      weight,
      drift: driftValue === null ? null : toShare(driftValue, base),
      driftValue,
      state: weight === null ? 'no_target' : bandState(target, value, base),
    }
  })
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

import {
  countryCodes,
  currencyCodes,
  groupOfNone,
  heldTypes,
  sectors,
  type TargetDimension,
} from '@plumbline/contract'
import { checkTarget } from '@plumbline/engine'
import { AppError } from '../../platform/errors/app-error.ts'
import type { BucketRow } from './target-rows.store.ts'

interface WireBucket {
  key: string
  weight: number
  min: number
  max: number
}

const words: Partial<Record<TargetDimension, ReadonlySet<string>>> = {
  instrument_type: new Set(heldTypes),
  sector: new Set([...sectors, groupOfNone]),
  country: new Set([...countryCodes, groupOfNone]),
  currency: new Set(currencyCodes),
}
const securityKey = /^(?:cash|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Buckets in whole basis points. Rejects what does not add up, by its field. */
export function readBuckets(dimension: TargetDimension, buckets: readonly WireBucket[]): BucketRow[] {
  const refuse = (field: string, message: string): never => {
    throw new AppError('invalid_field', { field, message })
  }
  const toBps = (share: number) => Math.round(share * 10_000)
  const rows = buckets.map(({ key, weight, min, max }, index) => {
    const isKnown = dimension === 'position' ? securityKey.test(key) : (words[dimension]?.has(key) ?? true)
    if (!isKnown) refuse(`buckets.${index}.key`, 'Not a group of this division.')
    return { key, weight: toBps(weight), min: toBps(min), max: toBps(max) }
  })
  const problem = checkTarget(
    rows.map(({ key, weight, min, max }) => ({ key, weightBps: weight, minBps: min, maxBps: max })),
  )
  const place = (key: string) => rows.findLastIndex(row => row.key === key)
  if (problem?.kind === 'sum')
    refuse('buckets', `The weights add up to ${problem.sumBps / 100}%. They must add up to 100%.`)
  if (problem?.kind === 'band')
    refuse(`buckets.${place(problem.key)}.weight`, 'The weight must lie within its band.')
  if (problem?.kind === 'duplicate') refuse(`buckets.${place(problem.key)}.key`, 'This is listed twice.')
  return rows
}

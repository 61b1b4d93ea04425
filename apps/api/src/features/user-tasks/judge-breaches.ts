import type { JudgedBucket } from './band-breaches.query.ts'
import type { Evaluation } from './finding.ts'

/** Buckets outside their bands that were announced, each with its state and the day it was found. */
type Announced = Record<string, string>

/** Announces buckets that left their bands since the last run. One that stays outside is not announced again. */
export function judgeBreaches(family: string, found: readonly JudgedBucket[], stored: unknown): Evaluation {
  // Written by this file only.
  const before = typeof stored === 'object' && stored !== null ? (stored as Announced) : {}
  const breaches: Announced = {}
  const findings: Evaluation['findings'] = []
  for (const bucket of found) {
    const { targetId, targetName, dimension, key, name, state, date, currency, weight, wanted, min, max } =
      bucket
    if (state === 'within') continue
    const place = `${targetId}/${key}/${state}`
    breaches[place] = before[place] ?? date
    if (before[place] !== undefined) continue
    findings.push({
      occurrence: `band/${place}/${date}`,
      facts: {
        about: 'breach',
        family,
        target: targetName,
        bucket: name,
        dimension,
        key,
        state,
        date,
        currency,
        weight,
        wanted,
        min,
        max,
        drift: bucket.drift,
        money: bucket.money,
      },
      target: { kind: 'target_allocation', id: targetId },
    })
  }
  return { findings, state: { breaches } }
}

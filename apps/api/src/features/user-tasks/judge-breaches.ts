import type { JudgedBands, JudgedBucket } from './band-breaches.query.ts'
import type { Evaluation, Finding } from './finding.ts'

export interface BandRule {
  family: string
  accountIds: string[] | null
}

/** What a rule remembers until its next run. */
export interface BandState {
  /** Buckets outside their bands that were announced, as `target/key/state`, each with the day it was found. */
  breaches: Record<string, string>
  /** The first day that could not be judged, while the last one cannot be. */
  unjudgedSince: string | null
}

/**
 * Announces buckets that left their bands since the last run. One that stays outside is not announced again, nor is one
 * whose weight was unknown in between. While weights are doubtful nothing is judged, and one message says why.
 */
export function judgeBreaches(
  rule: BandRule,
  { date, buckets, unknown, splits }: JudgedBands,
  { breaches: before, unjudgedSince }: BandState,
): Evaluation & { state: BandState } {
  if (splits.length > 0) {
    const waiting: Finding = {
      occurrence: `band/${date}/unknown`,
      facts: {
        about: 'unknown_breach',
        family: rule.family,
        date,
        missing: [{ reason: 'unposted_split', names: splits }],
      },
      target: null,
      accounts: rule.accountIds,
    }
    return {
      findings: unjudgedSince === null ? [waiting] : [],
      state: { breaches: before, unjudgedSince: unjudgedSince ?? date },
    }
  }
  const stillUnknown = new Set(unknown)
  const breaches = Object.fromEntries(
    Object.entries(before).filter(([place]) => stillUnknown.has(place.slice(0, place.lastIndexOf('/')))),
  )
  const findings: Finding[] = []
  for (const bucket of buckets) {
    if (bucket.state === 'within') continue
    const place = `${bucket.targetId}/${bucket.key}/${bucket.state}`
    breaches[place] = before[place] ?? bucket.date
    if (before[place] === undefined) findings.push(announce(rule, place, bucket))
  }
  return { findings, state: { breaches, unjudgedSince: null } }
}

function announce({ family, accountIds }: BandRule, place: string, bucket: JudgedBucket): Finding {
  const { targetId, targetName, name, ...figures } = bucket
  return {
    occurrence: `band/${place}/${bucket.date}`,
    // Only buckets outside their bands are announced.
    facts: {
      about: 'breach',
      family,
      target: targetName,
      bucket: name,
      ...figures,
      state: bucket.state === 'above' ? 'above' : 'below',
    },
    target: { kind: 'target_allocation', id: targetId },
    accounts: accountIds,
  }
}

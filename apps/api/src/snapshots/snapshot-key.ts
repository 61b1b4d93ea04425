import type { Versions } from './facts.store.ts'

/** Identifies a snapshot: which families, in which version of them and of the market, on which day. */
export type SnapshotKey = string

/** The families a query covers, and how new their snapshot has to be. */
export interface WantedFamilies {
  key: SnapshotKey
  familyIds: string[]
  /** The versions of the primary database at the time of the query. */
  versions: Versions
  /** The last day of market data, which decides the last day of figures. */
  today: number
  marketDay: number | null
  /** The last day of figures where other families decide it. */
  asOf?: number
}

/**
 * Families come first, so that snapshots of the same families in another version are recognised. A snapshot that ends on
 * the day of other families is one of its own.
 */
export function snapshotKey(
  families: readonly { id: string; version: number | string }[],
  marketVersion: string,
  today: number,
  asOf?: number,
): SnapshotKey {
  const sorted = families.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const versions = sorted.map(family => family.version).join('+')
  const until = asOf === undefined ? '' : `!${asOf}`
  return `${sorted.map(family => family.id).join('+')}${until}@${versions}/${marketVersion}/${today}`
}

/** The families of a key, whatever their versions. */
export function familiesInKey(key: SnapshotKey): string {
  return key.slice(0, key.indexOf('@'))
}

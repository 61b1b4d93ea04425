import type { Versions } from './facts.store.ts'

/** Identifies a snapshot: which families, in which version of them and of the market, up to which day. */
export type SnapshotKey = string

/** The families a query covers, and how new their snapshot has to be. */
export interface WantedFamilies {
  key: SnapshotKey
  familyIds: string[]
  /** The versions of the primary database at the time of the query. */
  versions: Versions
  asOf: number
}

/** Families come first, so that snapshots of the same families in another version are recognised. */
export function snapshotKey(
  families: readonly { id: string; version: number | string }[],
  marketVersion: string,
  asOf: number,
): SnapshotKey {
  const sorted = families.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const versions = sorted.map(family => family.version).join('+')
  return `${sorted.map(family => family.id).join('+')}@${versions}/${marketVersion}/${asOf}`
}

/** The families of a key, whatever their versions. */
export function familiesInKey(key: SnapshotKey): string {
  return key.slice(0, key.indexOf('@'))
}

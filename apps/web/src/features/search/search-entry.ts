import type { Position } from '@plumbline/contract'
import type { Destination, DestinationGroup } from './destinations.ts'
import type { RecentPosition } from './recent-entries.ts'

export type EntryGroup = DestinationGroup | 'position' | 'recent'

/** A search result. The group decides its heading. */
export type Entry = { key: string; group: EntryGroup } & (
  | { kind: 'position'; position: Position }
  | { kind: 'recent-position'; position: RecentPosition }
  | { kind: 'destination'; destination: Destination }
)

/** A sign before the text narrows the search to one group. */
const signs: Readonly<Record<string, readonly EntryGroup[]>> = {
  '>': ['act'],
  '@': ['family'],
  '#': ['position'],
}

export function parseSearch(typed: string): { wanted: string; groups: readonly EntryGroup[] | null } {
  const text = typed.trim()
  const groups = signs[text.charAt(0)]
  return groups === undefined ? { wanted: text, groups: null } : { wanted: text.slice(1).trim(), groups }
}

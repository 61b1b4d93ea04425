import type { Position } from '@plumbline/contract'
import type { Destination } from './destinations.ts'

/** A search result: positions first, then screens and actions. */
export type Entry =
  | { kind: 'position'; key: string; position: Position }
  | { kind: 'destination'; key: string; destination: Destination }

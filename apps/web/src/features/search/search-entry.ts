import type { Position } from '@plumbline/contract'
import type { Destination } from './destinations.ts'

/** What can be chosen: positions first, then screens and actions. */
export type Entry =
  | { kind: 'position'; key: string; position: Position }
  | { kind: 'destination'; key: string; destination: Destination }

import { deserialize, serialize } from 'node:v8'
import { type Checkpoint, type Day, type ResumeState, share } from '@plumbline/engine'

/** A checkpoint as bytes: the next load reads one of them, and threads pass on the others as they are. */
export interface PackedCheckpoint {
  day: Day
  transactions: number
  bytes: Uint8Array
}

/** What the next load of a family can continue from, beside the snapshot. */
interface Resumable {
  state: Omit<ResumeState, 'checkpoints'>
  /** See LinkedLedger. */
  links: readonly string[]
}

/** The same in shared memory, since every thread between two loads would copy it. */
export interface LoadResume {
  checkpoints: PackedCheckpoint[]
  rest: Uint8Array
}

export function packResume(
  { checkpoints, ...state }: ResumeState<Checkpoint | PackedCheckpoint>,
  links: readonly string[],
): LoadResume {
  const rest: Resumable = { state, links }
  return {
    checkpoints: checkpoints.map(each =>
      'bytes' in each ? each : { day: each.day, transactions: each.transactions, bytes: pack(each) },
    ),
    rest: pack(rest),
  }
}

export const unpackCheckpoint = ({ bytes }: PackedCheckpoint): Checkpoint => unpack(bytes)

export const unpackResume = ({ rest }: LoadResume): Resumable => unpack(rest)

/** The shared memory of a packed state. */
export function countBytes({ checkpoints, rest }: LoadResume): number {
  return checkpoints.reduce((sum, { bytes }) => sum + bytes.length, rest.length)
}

const pack = (value: unknown): Uint8Array => share(serialize(value)).value

/** The copy is needed because deserialize rejects shared memory. */
const unpack = (bytes: Uint8Array) => deserialize(bytes.slice())

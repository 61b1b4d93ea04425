import { type Allocate, allocatePrivate } from './row-table.ts'

type Typed = Float64Array | Int32Array | Uint8Array

export interface Shared<T> {
  value: T
  /** Bytes of shared memory allocated for this value; columns that were shared before do not count. */
  bytes: number
}

/** Columns start at multiples of eight bytes, as Float64Array requires. */
const ALIGNED_BYTES = 8
/** Two random numbers at the start of each buffer name it, since every thread has an object of its own for it. */
const NAME_LENGTH = 2
const NAME_BYTES = NAME_LENGTH * ALIGNED_BYTES

/**
 * Moves every column of a snapshot or market into shared memory, so that all workers read one copy. Other parts
 * (names) are small and are copied to each worker. The columns must not be written afterwards. Columns that are shared
 * already stay where they are; all others go into one buffer, since posting a thousand views of one buffer to a worker
 * is much faster than posting a thousand buffers.
 */
export function share<T>(value: T): Shared<T> {
  const places = new Map<Typed, number>()
  /** The parts that have a column to move; all others stay the same objects. */
  const changed = new Set<unknown>()
  let bytes = 0
  let end = NAME_BYTES
  const visit = (part: unknown): boolean => {
    if (isColumn(part)) {
      if (part.buffer instanceof SharedArrayBuffer) return false
      if (places.has(part)) return true
      places.set(part, end)
      bytes += part.byteLength
      end += Math.ceil(part.byteLength / ALIGNED_BYTES) * ALIGNED_BYTES
      return true
    }
    let isChanged = changed.has(part)
    if (!isChanged) for (const inner of listParts(part)) if (visit(inner)) isChanged = true
    if (isChanged) changed.add(part)
    return isChanged
  }
  visit(value)
  const memory = openNamed(end)
  const moved = new Map<Typed, Typed>()
  for (const [column, place] of places) moved.set(column, moveColumn(memory, place, column))

  const replaceColumns = (part: unknown): unknown => {
    if (isColumn(part)) return moved.get(part) ?? part
    if (!changed.has(part)) return part
    if (Array.isArray(part)) return part.map(replaceColumns)
    if (part instanceof Map) return new Map([...part].map(([key, inner]) => [key, replaceColumns(inner)]))
    return Object.fromEntries(
      Object.entries(part as object).map(([key, inner]) => [key, replaceColumns(inner)]),
    )
  }

  // Columns keep their types and everything else its shape, which a traversal of unknown parts cannot express.
  return { value: replaceColumns(value) as T, bytes }
}

/**
 * One piece of shared memory for columns that are made one after the other. What does not fit is private memory, which
 * `share` moves like any other.
 */
export function openSharedMemory(bytes: number): { allocate: Allocate; usedBytes(): number } {
  const memory = openNamed(NAME_BYTES + bytes)
  let end = NAME_BYTES
  const allocate = (type: 'int32' | 'float64' | 'uint8', length: number) => {
    const size = length * (type === 'float64' ? 8 : type === 'int32' ? 4 : 1)
    // The overloads of Allocate say which type gives which array.
    if (end + size > memory.byteLength) return allocatePrivate(type as 'int32', length)
    const place = end
    end += Math.ceil(size / ALIGNED_BYTES) * ALIGNED_BYTES
    if (type === 'float64') return new Float64Array(memory, place, length)
    return type === 'int32' ? new Int32Array(memory, place, length) : new Uint8Array(memory, place, length)
  }
  return { allocate: allocate as Allocate, usedBytes: () => end - NAME_BYTES }
}

function openNamed(bytes: number): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes)
  new Float64Array(memory, 0, NAME_LENGTH).set([Math.random(), Math.random()])
  return memory
}

/** Whether two columns begin at the same place of the same memory, in whatever thread each was received. */
export function isSameMemory(a: Typed, b: Typed): boolean {
  if (a.byteOffset !== b.byteOffset) return false
  if (a.buffer === b.buffer) return true
  if (!isNamed(a) || !isNamed(b)) return false
  const second = readName(b)
  return readName(a).every((part, place) => part === second[place])
}

/** Only `share` places columns behind a name. */
function isNamed({ buffer, byteOffset }: Typed): boolean {
  return buffer instanceof SharedArrayBuffer && byteOffset >= NAME_BYTES
}

function readName({ buffer }: Typed): Float64Array {
  return new Float64Array(buffer, 0, NAME_LENGTH)
}

function moveColumn(memory: SharedArrayBuffer, place: number, column: Typed): Typed {
  const copy =
    column instanceof Float64Array
      ? new Float64Array(memory, place, column.length)
      : column instanceof Int32Array
        ? new Int32Array(memory, place, column.length)
        : new Uint8Array(memory, place, column.length)
  copy.set(column)
  return copy
}

function listParts(part: unknown): Iterable<unknown> {
  if (Array.isArray(part)) return hasCompounds(part) ? part : []
  if (part instanceof Map) return part.values()
  return isCompound(part) ? Object.values(part as object) : []
}

function isColumn(part: unknown): part is Typed {
  return part instanceof Float64Array || part instanceof Int32Array || part instanceof Uint8Array
}

/** Skips lists of ids, which can have a million entries: a list that begins with a string holds strings. */
function hasCompounds(list: readonly unknown[]): boolean {
  return typeof list[0] !== 'string' && list.some(isCompound)
}

function isCompound(part: unknown): boolean {
  return typeof part === 'object' && part !== null
}

type Typed = Float64Array | Int32Array | Uint8Array

export interface Shared<T> {
  value: T
  /** Bytes of shared memory that this value brought; memory that was shared before is not counted again. */
  bytes: number
}

/**
 * The same book or market with every column in shared memory, so that all threads read one copy of it. What is
 * not a column (names, ids) is small and is copied to each thread. Nothing may write to the columns afterwards;
 * no function of the engine does. Columns that are shared already stay where they are.
 */
export function share<T>(value: T): Shared<T> {
  const done = new Map<Typed, Typed>()
  let bytes = 0

  const column = (source: Typed): Typed => {
    if (source.buffer instanceof SharedArrayBuffer) return source
    const known = done.get(source)
    if (known) return known
    const memory = new SharedArrayBuffer(source.byteLength)
    bytes += source.byteLength
    const copy =
      source instanceof Float64Array
        ? new Float64Array(memory)
        : source instanceof Int32Array
          ? new Int32Array(memory)
          : new Uint8Array(memory)
    copy.set(source)
    done.set(source, copy)
    return copy
  }
  const walk = (part: unknown): unknown => {
    if (part instanceof Float64Array || part instanceof Int32Array || part instanceof Uint8Array)
      return column(part)
    if (Array.isArray(part)) return part.some(isCompound) ? part.map(walk) : part
    if (part instanceof Map) return new Map([...part].map(([key, inner]) => [key, walk(inner)]))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]))
  }

  // Columns keep their types and everything else its shape, which the walk over unknown parts cannot say.
  return { value: walk(value) as T, bytes }
}

function isCompound(part: unknown): boolean {
  return typeof part === 'object' && part !== null
}

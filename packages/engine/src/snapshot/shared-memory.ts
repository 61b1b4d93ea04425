type Typed = Float64Array | Int32Array | Uint8Array

export interface Shared<T> {
  value: T
  /** Bytes of shared memory that this value brought; memory that was shared before is not counted again. */
  bytes: number
}

/** Every column begins where one of eight bytes may. */
const ALIGNED_BYTES = 8

/**
 * The same snapshot or market with every column in shared memory, so that all threads read one copy of it. What is
 * not a column (names, ids) is small and is copied to each thread. Nothing may write to the columns afterwards;
 * no function of the engine does. Columns that are shared already stay where they are. All others are put into one
 * piece of memory: telling a thread about a thousand pieces takes much longer than about a thousand parts of one.
 */
export function share<T>(value: T): Shared<T> {
  const places = new Map<Typed, number>()
  let bytes = 0
  let end = 0
  visitColumns(value, column => {
    if (column.buffer instanceof SharedArrayBuffer || places.has(column)) return
    places.set(column, end)
    bytes += column.byteLength
    end += Math.ceil(column.byteLength / ALIGNED_BYTES) * ALIGNED_BYTES
  })
  const memory = new SharedArrayBuffer(end)
  const moved = new Map<Typed, Typed>()
  for (const [column, place] of places) moved.set(column, movedTo(memory, place, column))

  const builder = (part: unknown): unknown => {
    if (isColumn(part)) return moved.get(part) ?? part
    if (Array.isArray(part)) return hasCompounds(part) ? part.map(builder) : part
    if (part instanceof Map) return new Map([...part].map(([key, inner]) => [key, builder(inner)]))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, builder(inner)]))
  }

  // Columns keep their types and everything else its shape, which the walk over unknown parts cannot say.
  return { value: builder(value) as T, bytes }
}

function movedTo(memory: SharedArrayBuffer, place: number, column: Typed): Typed {
  const copy =
    column instanceof Float64Array
      ? new Float64Array(memory, place, column.length)
      : column instanceof Int32Array
        ? new Int32Array(memory, place, column.length)
        : new Uint8Array(memory, place, column.length)
  copy.set(column)
  return copy
}

function visitColumns(part: unknown, visit: (column: Typed) => void): void {
  if (isColumn(part)) visit(part)
  else if (Array.isArray(part)) {
    if (hasCompounds(part)) for (const inner of part) visitColumns(inner, visit)
  } else if (part instanceof Map) for (const inner of part.values()) visitColumns(inner, visit)
  else if (isCompound(part)) for (const inner of Object.values(part as object)) visitColumns(inner, visit)
}

function isColumn(part: unknown): part is Typed {
  return part instanceof Float64Array || part instanceof Int32Array || part instanceof Uint8Array
}

/** Lists of a million ids are not looked through: what begins with a text is a list of texts. */
function hasCompounds(list: readonly unknown[]): boolean {
  return typeof list[0] !== 'string' && list.some(isCompound)
}

function isCompound(part: unknown): boolean {
  return typeof part === 'object' && part !== null
}

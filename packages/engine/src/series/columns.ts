/** Allocates the daily columns of a query result, filled with zeros. */
export interface ColumnSource {
  column(length: number): Float64Array
}

/** Allocates new memory for every column, so results may be kept. */
export const newColumns: ColumnSource = { column: length => new Float64Array(length) }

/** Columns whose memory the next result reuses. */
export interface ReusedColumns extends ColumnSource {
  /** Releases every column handed out so far: later ones overwrite them. */
  release(): void
}

const SLAB_LENGTH = 131_072

/**
 * Columns cut from a few slabs of memory. A result of twenty years in twelve groups needs several megabytes for a
 * moment; allocating them anew costs more in garbage collection than the figures do. Columns beyond `maxSlabs` slabs
 * of one megabyte, and columns longer than a slab, are new memory.
 */
export function reusedColumns(maxSlabs = 16): ReusedColumns {
  const slabs: Float64Array[] = []
  let slab = 0
  let used = 0
  return {
    column(length) {
      if (length > SLAB_LENGTH) return new Float64Array(length)
      if (used + length > SLAB_LENGTH) {
        slab += 1
        used = 0
      }
      if (slab >= maxSlabs) return new Float64Array(length)
      slabs[slab] ??= new Float64Array(SLAB_LENGTH)
      const column = (slabs[slab] as Float64Array).subarray(used, used + length)
      used += length
      return column.fill(0)
    },
    release() {
      slab = 0
      used = 0
    },
  }
}

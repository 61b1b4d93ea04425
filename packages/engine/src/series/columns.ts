/** Where the daily columns of an result come from: each as long as asked for, and all zeros. */
export interface ColumnSource {
  column(length: number): Float64Array
}

/** New memory for every column: results may be kept as long as anyone likes. */
export const newColumns: ColumnSource = { column: length => new Float64Array(length) }

/** Columns whose memory is used again for the next result, once the last one has been told. */
export interface ReusedColumns extends ColumnSource {
  /** Every column given out so far may be overwritten from now on. */
  giveBack(): void
}

const SLAB_LENGTH = 131_072

/**
 * Columns cut out of a few slabs of memory. An result of twenty years in twelve groups needs some megabytes for a
 * moment; taking them anew for each costs more in clearing up than the figures do. What does not fit into
 * `mostSlabs` (of a megabyte each) is new memory.
 */
export function reusedColumns(mostSlabs = 16): ReusedColumns {
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
      if (slab >= mostSlabs) return new Float64Array(length)
      slabs[slab] ??= new Float64Array(SLAB_LENGTH)
      const column = (slabs[slab] as Float64Array).subarray(used, used + length)
      used += length
      return column.fill(0)
    },
    giveBack() {
      slab = 0
      used = 0
    },
  }
}

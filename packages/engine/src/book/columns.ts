/**
 * Columns over memory that can be given: a plain array buffer for one thread, a shared one for several. A
 * layout says which columns there are and how long; the same layout over the same buffer gives the same
 * columns in another thread.
 */
export type ColumnType = 'f64' | 'i32'

export interface ColumnLayout {
  readonly name: string
  readonly type: ColumnType
  readonly length: number
}

export type Column = Float64Array | Int32Array

/** Columns start at multiples of 8 bytes, as float64 needs it. */
function paddedBytes(layout: ColumnLayout): number {
  return Math.ceil((layout.length * (layout.type === 'f64' ? 8 : 4)) / 8) * 8
}

/** Bytes that a layout needs. */
export function layoutBytes(layouts: readonly ColumnLayout[]): number {
  return layouts.reduce((sum, layout) => sum + paddedBytes(layout), 0)
}

/** The columns of a layout over a buffer, which may be shared; without one, over new memory. */
export function columnsOver(
  layouts: readonly ColumnLayout[],
  buffer: ArrayBufferLike = new ArrayBuffer(layoutBytes(layouts)),
): Map<string, Column> {
  const columns = new Map<string, Column>()
  let offset = 0
  for (const layout of layouts) {
    columns.set(
      layout.name,
      layout.type === 'f64'
        ? new Float64Array(buffer, offset, layout.length)
        : new Int32Array(buffer, offset, layout.length),
    )
    offset += paddedBytes(layout)
  }
  return columns
}

import type { Book } from './book.ts'
import { type Column, type ColumnLayout, columnsOver, layoutBytes } from './columns.ts'

/** The typed arrays of a book, each once, by the path it is found at. */
function collect(value: unknown, path: string, found: Map<Column, string>): void {
  if (value instanceof Float64Array || value instanceof Int32Array) {
    if (!found.has(value) && !(value.buffer instanceof SharedArrayBuffer)) found.set(value, path)
    return
  }
  if (value === null || typeof value !== 'object') return
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  for (const [key, part] of entries) collect(part, `${path}.${String(key)}`, found)
}

function replaced(value: unknown, columns: ReadonlyMap<Column, Column>): unknown {
  if (value instanceof Float64Array || value instanceof Int32Array) return columns.get(value) ?? value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(part => replaced(part, columns))
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, replaced(part, columns)]))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaced(part, columns)]))
}

/**
 * The same book with all its columns in one block of shared memory, so that it can be sent to other threads
 * without a copy: what a thread receives are views of the same bytes. Columns that are shared already (those
 * of the market) stay where they are. Nothing may write to a book afterwards; no function of the engine does.
 */
export function shareBook(book: Book): Book {
  const found = new Map<Column, string>()
  collect(book, 'book', found)
  const layouts = [...found].map(
    ([column, name]): ColumnLayout => ({
      name,
      type: column instanceof Float64Array ? 'f64' : 'i32',
      length: column.length,
    }),
  )
  const shared = columnsOver(layouts, new SharedArrayBuffer(layoutBytes(layouts)))
  const columns = new Map<Column, Column>()
  for (const [column, name] of found) {
    const target = shared.get(name)
    if (!target) continue
    target.set(column)
    columns.set(column, target)
  }
  // The shape is the same: only typed arrays were replaced, by typed arrays of the same kind and length.
  return replaced(book, columns) as Book
}

/** Bytes that a book's columns take, shared market columns not counted: what a memory budget is kept by. */
export function bookBytes(book: Book): number {
  const found = new Map<Column, string>()
  collect({ ...book, rates: null, prices: null }, 'book', found)
  return [...found.keys()].reduce((sum, column) => sum + column.byteLength, 0)
}

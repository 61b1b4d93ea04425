import { concatenate, offsetRows, runningOffsets } from './join-columns.ts'
import { type Allocate, allocatePrivate } from './row-table.ts'

/** Short texts in columns, which threads share: text n ends at `end[n]`. One byte per character, up to U+00FF. */
export interface TextColumn {
  readonly bytes: Uint8Array
  readonly end: Int32Array
}

/** The first texts of a column, followed by others. */
export function appendTexts(
  column: TextColumn,
  kept: number,
  added: readonly string[],
  allocate: Allocate = allocatePrivate,
): TextColumn {
  const keptBytes = kept === 0 ? 0 : (column.end[kept - 1] as number)
  const bytes = allocate(
    'uint8',
    added.reduce((length, text) => length + text.length, keptBytes),
  )
  const end = allocate('int32', kept + added.length)
  bytes.set(column.bytes.subarray(0, keptBytes))
  end.set(column.end.subarray(0, kept))
  let at = keptBytes
  added.forEach((text, place) => {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > 0xff) throw new RangeError(`not a character of an id: ${text[index]}`)
      bytes[at] = code
      at += 1
    }
    end[kept + place] = at
  })
  return { bytes, end }
}

export function toTextColumn(texts: readonly string[]): TextColumn {
  return appendTexts({ bytes: new Uint8Array(0), end: new Int32Array(0) }, 0, texts)
}

/** The text at a place; undefined outside of the column. */
export function textAt({ bytes, end }: TextColumn, place: number): string | undefined {
  const to = end[place]
  return to === undefined ? undefined : String.fromCharCode(...bytes.subarray(end[place - 1] ?? 0, to))
}

/** The places of those of some texts that a column has among its first ones. */
export function findTexts(
  column: TextColumn,
  wanted: ReadonlySet<string>,
  count = column.end.length,
): Map<string, number> {
  const places = new Map<string, number>()
  for (let place = 0; place < count && wanted.size > 0; place += 1) {
    const text = textAt(column, place) ?? ''
    if (wanted.has(text)) places.set(text, place)
  }
  return places
}

/** Joins columns: the texts of each behind those of the one before. */
export function joinTexts(parts: readonly TextColumn[]): TextColumn {
  const byteOffsets = runningOffsets(parts.map(({ bytes }) => bytes.length))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0))
  const end = new Int32Array(parts.reduce((sum, part) => sum + part.end.length, 0))
  return {
    bytes: concatenate(
      parts.map(part => part.bytes),
      bytes,
    ),
    end: offsetRows(
      parts.map(part => part.end),
      end,
      byteOffsets,
    ),
  }
}

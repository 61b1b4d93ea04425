import { type Day, dateParts, dayFromParts } from '@plumbline/engine'

const daysPerChunk = 366
const bytesPerValue = 8

export interface YearChunk {
  readonly year: number
  /** 366 little-endian float64, one per day from 1 January on, NaN where there is no quote. */
  readonly bytes: Buffer
}

/** Merges quotes into yearly columns, from which snapshots are loaded; `known` are the columns stored so far. */
export function yearChunks(
  quotes: Iterable<readonly [day: Day, value: number]>,
  known: readonly YearChunk[] = [],
): YearChunk[] {
  const chunks = new Map<number, Buffer>(known.map(chunk => [chunk.year, Buffer.from(chunk.bytes)]))
  let year = 0
  let [firstDay, end]: [Day, Day] = [0, 0]
  let bytes: Buffer = Buffer.alloc(0)
  for (const [day, value] of quotes) {
    if (day < firstDay || day >= end) {
      year = dateParts(day).year
      firstDay = dayFromParts(year, 1, 1)
      end = dayFromParts(year + 1, 1, 1)
      bytes = chunks.get(year) ?? emptyChunk()
      chunks.set(year, bytes)
    }
    bytes.writeDoubleLE(value, (day - firstDay) * bytesPerValue)
  }
  return [...chunks].map(([ofYear, content]) => ({ year: ofYear, bytes: content }))
}

function emptyChunk(): Buffer {
  const bytes = Buffer.alloc(daysPerChunk * bytesPerValue)
  for (let index = 0; index < daysPerChunk; index += 1) bytes.writeDoubleLE(Number.NaN, index * bytesPerValue)
  return bytes
}

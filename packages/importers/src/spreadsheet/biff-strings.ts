import { limits } from '../limits.ts'
import { badSpreadsheet } from './cell-values.ts'

/** A string of a record: characters of one byte, or of two if the first bit of the flags is set. */
export function readBiffString(record: Buffer, at: number, lengthBytes: 1 | 2): string {
  const count = lengthBytes === 1 ? record.readUInt8(at) : record.readUInt16LE(at)
  const flags = record.readUInt8(at + lengthBytes)
  const start = at + lengthBytes + 1
  const isWide = (flags & 1) === 1
  const end = start + count * (isWide ? 2 : 1)
  if (end > record.length) throw badSpreadsheet('a text is cut off')
  return record.toString(isWide ? 'utf16le' : 'latin1', start, end)
}

/**
 * The shared strings of a workbook. The table continues in following records: a string may be cut between two of its
 * characters, and its rest then begins with flags of its own.
 */
export function readSharedStrings(parts: readonly Buffer[]): string[] {
  const source = continuedBytes(parts)
  source.skip(4)
  const count = source.number(4)
  if (count > limits.cells) throw badSpreadsheet('it has too many texts')
  const strings: string[] = []
  for (let index = 0; index < count; index += 1) {
    const chars = source.number(2)
    const flags = source.number(1)
    const runs = flags & 8 ? source.number(2) : 0
    const extra = flags & 4 ? source.number(4) : 0
    strings.push(source.text(chars, (flags & 1) === 1))
    source.skip(runs * 4 + extra)
  }
  return strings
}

function continuedBytes(parts: readonly Buffer[]) {
  let part = 0
  let at = 0
  const current = (): Buffer => {
    while (part < parts.length && at >= (parts[part]?.length ?? 0)) {
      part += 1
      at = 0
    }
    const found = parts[part]
    if (!found) throw badSpreadsheet('its texts are cut off')
    return found
  }
  const number = (bytes: 1 | 2 | 4): number => {
    let value = 0
    for (let index = 0; index < bytes; index += 1) {
      value += (current()[at] ?? 0) * 2 ** (8 * index)
      at += 1
    }
    return value
  }
  return {
    number,
    skip: (bytes: number): void => {
      for (let left = bytes; left > 0; ) {
        const step = Math.min(left, current().length - at)
        at += step
        left -= step
      }
    },
    text: (chars: number, isWideFirst: boolean): string => {
      let isWide = isWideFirst
      let text = ''
      for (let left = chars; left > 0; ) {
        if (at >= (parts[part]?.length ?? 0)) {
          current()
          isWide = (number(1) & 1) === 1
        }
        const record = current()
        const size = isWide ? 2 : 1
        const step = Math.min(left, Math.floor((record.length - at) / size))
        if (step === 0) throw badSpreadsheet('a text is cut within a character')
        text += record.toString(isWide ? 'utf16le' : 'latin1', at, at + step * size)
        at += step * size
        left -= step
      }
      return text
    },
  }
}

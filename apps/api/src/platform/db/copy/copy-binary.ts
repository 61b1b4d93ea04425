import { CopyQuery } from './copy-query.ts'

/** The fields of a row in PostgreSQL's binary form, each in its own buffer. */
export type BinaryRow = readonly (Uint8Array<ArrayBuffer> | null)[]

/** How a binary COPY ends. */
export const binaryFormat = 'to stdout (format binary)'
const signatureBytes = 11
const lengthBytes = 4

/** Reads rows in PostgreSQL's binary COPY format. */
export class CopyBinaryQuery extends CopyQuery<BinaryRow> {
  #hasBegun = false

  protected read(bytes: Buffer): number {
    let place = 0
    if (!this.#hasBegun) {
      const head = signatureBytes + 2 * lengthBytes
      if (bytes.length < head) return 0
      place = head + bytes.readInt32BE(head - lengthBytes)
      this.#hasBegun = true
    }
    for (;;) {
      const end = this.#readRow(bytes, place)
      if (end === null) return place
      place = end
    }
  }

  #readRow(bytes: Buffer, from: number): number | null {
    if (bytes.length < from + 2) return null
    const count = bytes.readInt16BE(from)
    let place = from + 2
    // A negative count is the trailer: no row follows.
    if (count < 0) return place
    const row: (Uint8Array<ArrayBuffer> | null)[] = []
    for (let field = 0; field < count; field += 1) {
      if (bytes.length < place + lengthBytes) return null
      const length = bytes.readInt32BE(place)
      place += lengthBytes
      if (length < 0) row.push(null)
      else {
        if (bytes.length < place + length) return null
        const own = new Uint8Array(length)
        own.set(bytes.subarray(place, place + length))
        row.push(own)
        place += length
      }
    }
    this.found.push(row)
    return place
  }
}

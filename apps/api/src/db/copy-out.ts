import pg from 'pg'

/** A row in the database's own form: each field with memory of its own, null where there is nothing. */
export type BinaryRow = readonly (Uint8Array<ArrayBuffer> | null)[]

/** How a question for rows in another form begins. */
export const opening = 'copy ('
export const byteForm = 'to stdout (format binary)'
const signatureBytes = 11
const lengthBytes = 4

export function asksForBytes(question: string): boolean {
  return question.endsWith(byteForm)
}

/** What the client library gives for it: a result with rows, as of any other question. */
export class CopyOut extends pg.Query {
  readonly #rows: BinaryRow[] = []
  #rest: Buffer = Buffer.alloc(0)
  #hasBegun = false

  constructor(
    text: string,
    done: (error: Error | null, result: { command: string; rows: BinaryRow[] }) => void,
  ) {
    super(text, (error: Error | undefined) => done(error ?? null, { command: 'COPY', rows: this.#rows }))
  }

  /** The memory of a message is used again for the next one: what is kept of it must be copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const used = this.#read(bytes)
    this.#rest = used === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(used))
  }

  /** Reads the rows that are there in full, and gives the place of the first that is not. */
  #read(bytes: Buffer): number {
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
    // The trailer says so: no row follows.
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
    this.#rows.push(row)
    return place
  }
}

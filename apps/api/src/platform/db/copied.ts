import pg from 'pg'

/** How a question for rows in another form than the usual one begins. */
export const opening = 'copy ('

/** What the client library gives for it: a result with rows, as of any other question. */
export abstract class Copied<Row> extends pg.Query {
  /** The library means something else by `rows`. */
  protected readonly found: Row[]
  #rest: Buffer = Buffer.alloc(0)

  constructor(text: string, done: (error: Error | null, result: { command: string; rows: Row[] }) => void) {
    const rows: Row[] = []
    super(text, (error: Error | undefined) => done(error ?? null, { command: 'COPY', rows }))
    this.found = rows
  }

  /** The memory of a message is used again for the next one: what is kept of it must be copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const used = this.read(bytes)
    this.#rest = used === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(used))
  }

  /** Reads the rows that are there in full, and gives the place of the first that is not. */
  protected abstract read(bytes: Buffer): number
}

import pg from 'pg'

/** How a COPY statement begins; the client reads its rows with one of the classes below. */
export const copyPrefix = 'copy ('

/** A COPY statement whose result has rows, like that of any other query. */
export abstract class CopyQuery<Row> extends pg.Query {
  /** Not called `rows`, which pg uses for something else. */
  protected readonly found: Row[]
  #rest: Buffer = Buffer.alloc(0)

  constructor(text: string, done: (error: Error | null, result: { command: string; rows: Row[] }) => void) {
    const rows: Row[] = []
    super(text, (error: Error | undefined) => done(error ?? null, { command: 'COPY', rows }))
    this.found = rows
  }

  /** pg reuses the memory of a chunk, so the incomplete rest must be copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const used = this.read(bytes)
    this.#rest = used === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(used))
  }

  /** Reads all complete rows and returns the offset of the first incomplete one. */
  protected abstract read(bytes: Buffer): number
}

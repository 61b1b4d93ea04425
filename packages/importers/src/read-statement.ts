import { isPdf } from './pdf/file/read-pages.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { type FileReading, type ReadOptions, readFile } from './read-file.ts'

/** Reads a statement of any known format. PDFs take a library that works asynchronously; all others are read at once. */
export async function readStatement(bytes: Uint8Array, options: ReadOptions = {}): Promise<FileReading> {
  return isPdf(bytes) ? readPdf(bytes, options) : readFile(bytes, options)
}

import { isPdf } from './pdf/file/is-pdf.ts'
import { type FileReading, type ReadOptions, readFile } from './read-file.ts'

/** Reads a statement of any known format. PDFs take a library that works asynchronously; all others are read at once. */
export async function readStatement(bytes: Uint8Array, options: ReadOptions = {}): Promise<FileReading> {
  if (!isPdf(bytes)) return readFile(bytes, options)
  // Loaded with the first PDF: the words of all banks are not needed to start the server.
  const { readPdf } = await import('./pdf/read-pdf.ts')
  return readPdf(bytes, options)
}

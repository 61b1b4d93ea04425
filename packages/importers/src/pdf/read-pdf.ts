import { UnreadableFile } from '../problem.ts'
import type { FileReading, ReadOptions } from '../read-file.ts'
import { collector, createContext, type ReadContext } from '../reading.ts'
import { addReading } from './drafts.ts'
import type { PageLine } from './file/page-lines.ts'
import { type PdfPage, readPdfPages } from './file/read-pages.ts'
import { readStatementLines } from './text/read-lines.ts'

/** Reads a PDF statement. Lines are counted through all pages. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<FileReading> {
  try {
    return readDocument(await readPdfPages(bytes), createContext(options))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, line, message, details } = error
    return { state: 'unreadable', format: 'pdf', code, line, message, details }
  }
}

function readDocument(pages: readonly PdfPage[], context: ReadContext): FileReading {
  const printed = pages.flatMap(page => page.lines)
  const lines = printed.map(({ text }) => text)
  const reading = readStatementLines(printed.map(separateColumns))
  const collect = collector(context)
  collect.statement({})
  addReading(collect, reading, lines)
  warnOfEmptyPages(collect, pages)
  return {
    state: 'read',
    format: 'pdf',
    preset: reading.bank === null ? null : { id: reading.bank, name: bankName(reading.bank) },
    encoding: 'utf-8',
    reading: collect.finish(),
    csv: null,
    signature: null,
    pages,
  }
}

/** Wide gaps tell columns from letters that stand apart. */
const separateColumns = ({ parts }: PageLine) => parts.map(({ text }) => text).join(' '.repeat(6))

const bankName = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)

/** A page without text may be a picture of a part of the statement. */
function warnOfEmptyPages(collect: ReturnType<typeof collector>, pages: readonly PdfPage[]): void {
  let next = 1
  pages.forEach(({ lines }, index) => {
    if (lines.length === 0) collect.warning(next, 'pdf_page_no_text', { value: String(index + 1) })
    next += lines.length
  })
}

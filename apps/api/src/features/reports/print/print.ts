import type { ReportFormat } from '@plumbline/contract'
import type { ReportDocument } from '../document.ts'
import { writePdf } from './pdf.ts'
import { writeCsv, writeXlsx } from './sheets.ts'

export interface PrintOrder {
  document: ReportDocument
  format: ReportFormat
}

export interface Printed {
  bytes: Uint8Array
  pages: number | null
}

export async function print({ document, format }: PrintOrder): Promise<Printed> {
  if (format === 'pdf') return writePdf(document)
  const bytes = format === 'xlsx' ? await writeXlsx(document) : Buffer.from(writeCsv(document))
  return { bytes, pages: null }
}

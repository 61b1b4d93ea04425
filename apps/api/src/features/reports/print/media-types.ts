import type { ReportFormat } from '@plumbline/contract'

/** Apart from what prints, which only the thread that prints should load. */
export const mediaTypes: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

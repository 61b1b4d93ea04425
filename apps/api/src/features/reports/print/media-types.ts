import type { ReportFormat } from '@plumbline/contract'

/** Kept apart from the renderers, which only the print worker should load. */
export const mediaTypes: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

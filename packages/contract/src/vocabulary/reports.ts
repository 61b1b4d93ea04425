/** What a report shows. `realized_gains` lists lot by lot, for the tax adviser. */
export const reportTypes = [
  'statement',
  'performance',
  'positions',
  'transactions',
  'income',
  'fees',
  'realized_gains',
] as const
export type ReportType = (typeof reportTypes)[number]

export const jobStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Work long enough to be left alone; its result waits in the notifications. */
export const jobKinds = ['report_pdf', 'export', 'import', 'integration', 'data_check'] as const
export type JobKind = (typeof jobKinds)[number]

/** How a report is written down: typeset, or as the same tables for a spreadsheet. */
export const reportFormats = ['pdf', 'xlsx', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

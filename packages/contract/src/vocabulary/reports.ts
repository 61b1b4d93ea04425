/** Types of reports. `realized_gains` lists every lot, for tax advisers. */
export const reportTypes = [
  'statement',
  'performance',
  'positions',
  'transactions',
  'income',
  'expected_income',
  'targets',
  'fees',
  'realized_gains',
] as const
export type ReportType = (typeof reportTypes)[number]

export const jobStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Kinds of background jobs; their result is announced by a notification. */
export const jobKinds = [
  'report_pdf',
  'client_reports',
  'export',
  'import',
  'integration',
  'data_check',
] as const
export type JobKind = (typeof jobKinds)[number]

/** Output formats of a report: typeset, or the same tables as a spreadsheet. */
export const reportFormats = ['pdf', 'xlsx', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

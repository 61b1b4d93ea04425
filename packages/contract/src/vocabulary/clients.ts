/** Why a client needs attention, the most urgent first. */
export const clientAlertKinds = [
  'unvalued',
  'partial',
  'source_failed',
  'tasks_overdue',
  'overdraft',
  'outside_band',
  'data_issues',
] as const
export type ClientAlertKind = (typeof clientAlertKinds)[number]

/** How the list of clients is grouped. */
export const clientGroupings = ['attention', 'adviser', 'currency', 'none'] as const
export type ClientGrouping = (typeof clientGroupings)[number]

/** Which clients a list shows. */
export const clientSelections = ['all', 'attention', 'tasks'] as const
export type ClientSelection = (typeof clientSelections)[number]

/** An entry about a client: a task that can be done, or a note. */
export const clientEntryKinds = ['task', 'note'] as const
export type ClientEntryKind = (typeof clientEntryKinds)[number]

/** The fields that a list of clients can be sorted by. */
export const clientOrders = [
  'attention',
  'name',
  'value_calculated',
  'day_pnl_abs',
  'day_pnl_rel',
  'ytd_pnl_abs',
  'ytd_pnl_rel',
  'ytd_twr',
  'cash_share',
  'largest_drift',
  'issues_count',
  'due_date',
  'last_statement_date',
  'alerts',
  'last_seen_at',
] as const

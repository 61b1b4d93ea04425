/** Types of notification rules. */
export const taskTypes = [
  'event_reminder',
  'price_target',
  'pnl_move',
  'band_breach',
  'report_schedule',
  'integration_failure',
] as const
export type TaskType = (typeof taskTypes)[number]

/** Notification channels. */
export const taskActions = ['in_app', 'email'] as const
export type TaskAction = (typeof taskActions)[number]

/** A notification comes from a rule or from a background job. */
export const notificationKinds = [
  ...taskTypes,
  'report_ready',
  'export_ready',
  'import_ready',
  'client_task',
  'account',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A price target is reached from below or from above. */
export const targetDirections = ['above', 'below'] as const
export type TargetDirection = (typeof targetDirections)[number]

/** What a notification links to. */
export const notificationTargets = [
  'position',
  'ticker',
  'report',
  'job',
  'import',
  'integration',
  'event',
  'move',
  'client',
  'target_allocation',
] as const
export type NotificationTarget = (typeof notificationTargets)[number]

/** What a user can be told about without asking. */
export const taskTypes = [
  'event_reminder',
  'price_target',
  'pnl_move',
  'report_schedule',
  'integration_failure',
] as const
export type TaskType = (typeof taskTypes)[number]

/** How they are told. */
export const taskActions = ['in_app', 'email'] as const
export type TaskAction = (typeof taskActions)[number]

/** A notification comes from a task, or from work that was left running. */
export const notificationKinds = [
  ...taskTypes,
  'report_ready',
  'export_ready',
  'import_ready',
  'account',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A price target is reached from below or from above. */
export const targetDirections = ['above', 'below'] as const
export type TargetDirection = (typeof targetDirections)[number]

/** What a notification can open. */
export const notificationTargets = [
  'position',
  'ticker',
  'report',
  'job',
  'import',
  'integration',
  'event',
  'move',
] as const
export type NotificationTarget = (typeof notificationTargets)[number]

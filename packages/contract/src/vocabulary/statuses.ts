import { FLAGS } from '@plumbline/engine'

/**
 * How the last run of an integration ended. Any status other than success and no_data is a failure; `partial` means
 * that some series are missing.
 */
export const integrationStatuses = ['success', 'no_data', 'partial', 'failed', 'refused', 'late'] as const
export type IntegrationStatus = (typeof integrationStatuses)[number]

/** Kinds of data sources. */
export const integrationKinds = ['custodian', 'prices', 'rates', 'events', 'files'] as const
export type IntegrationKind = (typeof integrationKinds)[number]

/** Kinds of feeds: files in a folder of the inbox, IBKR's Flex Web Service, and the invented ones of the demo. */
export const feedKinds = ['folder', 'flex', 'demo'] as const
export type FeedKind = (typeof feedKinds)[number]

/** What became of a delivered file. `waiting` needs a person. */
export const deliveryStates = ['received', 'posted', 'waiting', 'failed', 'discarded', 'undone'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The icon of an integration status: 1 for success, 0 for no data, -1 for anything else. */
export function statusIcon(status: string): 1 | 0 | -1 {
  if (status === 'success') return 1
  return status === 'no_data' ? 0 : -1
}

/**
 * Why a figure is missing or doubtful. A figure that cannot be computed is null, never zero; the flag beside it names
 * the figure and the reason.
 */
export const flagCodes = [
  ...FLAGS,
  'too_short',
  'provisional',
  'overdue',
  'negative_cash',
  'overlap',
  'split_not_posted',
] as const
export type FlagCode = (typeof flagCodes)[number]

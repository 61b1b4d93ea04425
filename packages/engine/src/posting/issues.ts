import type { Day } from '../calendar/day.ts'
import type { Transaction } from '../ledger/ledger.ts'

/**
 * A transaction that needs attention.
 * - not_supported: it cannot be posted, and no figure includes it
 * - unclear_split: a split near a known one of the instrument that may be the same
 * - transfer_difference: the two sides of a transfer state different quantities
 */
export interface Issue {
  readonly transaction: string
  readonly account: string
  readonly instrument: string | null
  readonly day: Day
  readonly flag: 'not_supported' | 'unclear_split' | 'transfer_difference'
  readonly reason: string
  /** The units that only one side of a transfer states; else null. */
  readonly quantity: number | null
}

/** The issue of a transaction. */
export function describeIssue(
  { id, account, instrument, day }: Transaction,
  flag: Issue['flag'],
  reason: string,
  quantity: number | null = null,
): Issue {
  return { transaction: id, account, instrument: instrument ?? null, day, flag, reason, quantity }
}

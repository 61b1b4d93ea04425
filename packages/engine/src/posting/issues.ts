/**
 * A transaction that needs attention.
 * - not_supported: it cannot be posted, and no figure includes it
 * - unclear_split: a split near a known one of the instrument that may be the same
 * - transfer_difference: the two sides of a transfer state different quantities
 */
export interface Issue {
  readonly transaction: string
  readonly flag: 'not_supported' | 'unclear_split' | 'transfer_difference'
  readonly reason: string
}

import type { FindingKind, FindingWeight } from '@plumbline/contract'

/** Whether a finding affects figures, affects only grouping, or needs a confirmation. */
export const findingWeights: Record<FindingKind, FindingWeight> = {
  price_missing: 'figure',
  price_old: 'figure',
  price_jump: 'confirm',
  rate_missing: 'figure',
  orphan_sale: 'figure',
  negative_quantity: 'figure',
  negative_cash: 'confirm',
  duplicate: 'figure',
  unclassified: 'grouping',
  split_not_posted: 'figure',
  unclear_split: 'figure',
  transfer_difference: 'figure',
  valuation_old: 'confirm',
  overdue_payment: 'confirm',
  contract_expired: 'figure',
}

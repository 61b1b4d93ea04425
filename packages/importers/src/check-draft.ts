import type { TransactionType } from '@plumbline/engine'
import type { DraftInput } from './draft.ts'
import { type Details, type ProblemCode, RowProblem } from './problem.ts'

const needsQuantity: ReadonlySet<TransactionType> = new Set([
  'trade',
  'redemption',
  'expiry',
  'exercise',
  'assignment',
  'merger',
  'rights',
  'capital_call',
])
const needsInstrument: ReadonlySet<TransactionType> = new Set([
  ...needsQuantity,
  'split',
  'spin_off',
  'valuation',
  'return_of_capital',
  'variation_margin',
])
const movesMoney: ReadonlySet<TransactionType> = new Set([
  'dividend',
  'coupon',
  'interest',
  'other_income',
  'return_of_capital',
  'variation_margin',
  'deposit',
  'withdrawal',
  'fees',
  'fees_cash',
  'trailer_fees',
  'tax',
])

const isMissing = (decimal: string | null | undefined) => decimal == null || decimal === '0'

/** Refuses what no ledger could snapshot, whatever format it came from: half a conversion, a trade in nothing. */
export function checkDraft(draft: DraftInput): void {
  const { type, instrument, quantity, amount, net } = draft
  const isTransfer = type === 'transfer_in' || type === 'transfer_out'
  if (needsInstrument.has(type) && !instrument) throw new RowProblem('no_instrument')
  if ((needsQuantity.has(type) || (isTransfer && instrument)) && isMissing(quantity))
    throw new RowProblem(quantity == null ? 'no_quantity' : 'zero_quantity')
  if (type === 'split' && (isMissing(draft.numerator) || isMissing(draft.denominator)))
    throw new RowProblem('no_ratio')
  if (
    type === 'fx' &&
    (draft.counterCurrency == null || draft.counterAmount == null || (net ?? amount) == null)
  )
    throw new RowProblem('no_other_side', { value: 'conversion' })
  if ((movesMoney.has(type) || (isTransfer && !instrument)) && (net ?? amount) == null)
    throw new RowProblem('no_amount')
}

/** What keeps a draft from being posted, or null: for drafts that somebody has put right. */
export function troubleOf(draft: DraftInput): { code: ProblemCode; details: Details } | null {
  try {
    checkDraft(draft)
    return null
  } catch (error) {
    if (error instanceof RowProblem) return { code: error.code, details: error.details }
    throw error
  }
}

import { quotationUnits } from '@plumbline/contract'
import { TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import type { DraftInput } from './draft.ts'
import { type Details, type ProblemCode, RowProblem } from './problem.ts'

const isMissing = (decimal: string | null | undefined) => decimal == null || decimal === '0'

const knownUnits: ReadonlySet<string> = new Set(quotationUnits)

/** Codes such as BTC are no money, and amounts in a currency that has ended need another one. */
export function checkCurrencies({ currency, counterCurrency, instrument }: DraftInput): void {
  for (const code of [currency, counterCurrency, instrument?.currency])
    if (code != null && !knownUnits.has(code)) throw new RowProblem('not_a_currency', { value: code })
}

/** Rejects a draft that no ledger could post, whatever format it came from: half a conversion, a trade in nothing. */
export function checkDraft(draft: DraftInput): void {
  const { type, instrument, quantity, amount, net } = draft
  const { needs, statedAs } = TRANSACTION_TYPE_RULES[type]
  checkCurrencies(draft)
  const isTransfer = statedAs === 'transfer'
  if (needs.includes('instrument') && !instrument) throw new RowProblem('no_instrument')
  if ((needs.includes('quantity') || (isTransfer && instrument)) && isMissing(quantity))
    throw new RowProblem(quantity == null ? 'no_quantity' : 'zero_quantity')
  if (needs.includes('ratio') && (isMissing(draft.numerator) || isMissing(draft.denominator)))
    throw new RowProblem('no_ratio')
  if (
    needs.includes('counter_amount') &&
    (draft.counterCurrency == null || draft.counterAmount == null || (net ?? amount) == null)
  )
    throw new RowProblem('no_other_side', { value: 'conversion' })
  if ((needs.includes('amount') || (isTransfer && !instrument)) && (net ?? amount) == null)
    throw new RowProblem('no_amount')
}

/** Why a draft cannot be posted, or null: for drafts that a person has corrected. */
export function findDraftProblem(draft: DraftInput): { code: ProblemCode; details: Details } | null {
  try {
    checkDraft(draft)
    return null
  } catch (error) {
    if (error instanceof RowProblem) return { code: error.code, details: error.details }
    throw error
  }
}

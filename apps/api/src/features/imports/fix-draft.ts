import type { contract, HandlerBody } from '@plumbline/contract'
import {
  add,
  exact,
  negate,
  subtract,
  TRANSACTION_TYPE_RULES,
  type TransactionType,
  toText,
} from '@plumbline/engine'
import { type Draft, findDraftProblem, type InstrumentHint, noInstrument } from '@plumbline/importers'
import { type FullDraft, type StoredDraft, toFullDraft, toFullHint } from './drafts/stored-draft.ts'
import type { ImportProblem } from './files/import-problem.ts'
import type { RowRecord } from './import-rows.store.ts'

type Change = HandlerBody<typeof contract.imports.changeDraft>

const text = (value: number) => toText(exact(value))
const magnitude = (value: string) => (value.startsWith('-') ? value.slice(1) : value)

/** Applies a user's fix to a row. Returns the draft, or the problem that remains. */
export function fixDraft(
  row: RowRecord,
  change: Change,
): { draft: FullDraft | null; problem: ImportProblem | null } {
  const before = row.fixed_draft ?? row.draft ?? {}
  const type = change.transaction_type ?? before.type
  const date = change.date ?? before.date
  if (type === undefined) return { draft: null, problem: { code: 'no_type' } }
  if (date === undefined) return { draft: null, problem: { code: 'no_date' } }
  const fees = change.fees == null ? (before.fees ?? '0') : text(change.fees)
  const taxes = change.taxes == null ? (before.taxes ?? '0') : text(change.taxes)
  const draft: FullDraft = {
    ...toFullDraft(before),
    type,
    date,
    fees,
    taxes,
    side: change.side === undefined ? (before.side ?? null) : change.side,
    currency: change.currency ?? before.currency ?? null,
    note: change.note === undefined ? (before.note ?? null) : change.note,
    instrument: fixInstrument(before.instrument ? toFullHint(before.instrument) : null, change),
    price:
      change.price === undefined ? (before.price ?? null) : change.price === null ? null : text(change.price),
    ...(change.instrument ? { instrumentId: change.instrument } : {}),
    ...fixAmounts(row, change, { type, fees, taxes }),
  }
  const problem = findDraftProblem(draft)
  return { draft: problem ? null : draft, problem: problem && { code: problem.code, ...problem.details } }
}

function fixInstrument(before: InstrumentHint | null, change: Change): InstrumentHint | null {
  if (change.instrument) return before ?? noInstrument
  if (change.isin) return { ...(before ?? noInstrument), isin: change.isin }
  return before
}

/**
 * Converts amounts from the form (signed by cash direction, without costs) to the signs of the ledger. A row
 * that could not be posted still has the amount of the file; other rows keep theirs.
 */
function fixAmounts(
  row: RowRecord,
  change: Change,
  { type, fees, taxes }: { type: TransactionType; fees: string; taxes: string },
): Partial<Draft> {
  const before = row.fixed_draft ?? row.draft ?? {}
  const quantity = fixQuantity(before, change)
  const isRaw = row.kind === 'problem' && row.fixed_draft === null
  const stated = change.amount == null ? (isRaw ? before.amount : null) : text(change.amount)
  if (stated == null) return { quantity }
  const costs = add(exact(fees), exact(taxes))
  const gross = exact(stated)
  const size = exact(magnitude(stated))
  const received = { quantity, amount: null, net: toText(subtract(gross, costs)) }
  const { statedAs, cash } = TRANSACTION_TYPE_RULES[type]
  switch (statedAs) {
    case 'charge':
      return cash === 'in' ? received : { quantity, amount: toText(negate(gross)), net: null }
    case 'income':
      return received
    case 'cash':
    case 'transfer':
    case 'conversion':
    case 'income_in_kind':
      return { quantity, amount: toText(size), net: null }
    case 'trade':
    case 'exchange':
    case 'split':
    case 'valuation': {
      const isBuy = !(quantity ?? '').startsWith('-')
      return { quantity, amount: null, net: toText(isBuy ? add(size, costs) : subtract(size, costs)) }
    }
  }
}

function fixQuantity(before: StoredDraft, change: Change): string | null {
  const side = change.side ?? before.side
  const stated =
    change.quantity === undefined ? before.quantity : change.quantity === null ? null : text(change.quantity)
  if (stated == null || side == null) return stated ?? null
  return side === 'sell' || side === 'out' ? toText(negate(exact(magnitude(stated)))) : magnitude(stated)
}

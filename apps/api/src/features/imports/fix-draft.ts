import type { contract, HandlerBody } from '@plumbline/contract'
import { add, exact, negate, subtract, toText } from '@plumbline/engine'
import { type Draft, type InstrumentHint, noInstrument, troubleOf } from '@plumbline/importers'
import type { RowRecord } from './import-rows.store.ts'
import { type KeptDraft, type WholeDraft, wholeDraft, wholeHint } from './kept-draft.ts'
import type { Trouble } from './trouble.ts'

type Change = HandlerBody<typeof contract.imports.changeDraft>

const text = (value: number) => toText(exact(value))
const magnitude = (value: string) => (value.startsWith('-') ? value.slice(1) : value)
const charges: ReadonlySet<string> = new Set(['fees', 'fees_cash', 'tax'])
const incomes: ReadonlySet<string> = new Set([
  'dividend',
  'coupon',
  'interest',
  'other_income',
  'return_of_capital',
  'variation_margin',
  'trailer_fees',
])

const moneyOnly: ReadonlySet<string> = new Set(['deposit', 'withdrawal', 'fx', 'transfer_in', 'transfer_out'])

/** A row as a person put it right: a draft again, or what is still wrong with it. */
export function mended(
  row: RowRecord,
  change: Change,
): { draft: WholeDraft | null; trouble: Trouble | null } {
  const before = row.mended ?? row.draft ?? {}
  const type = change.transaction_type ?? before.type
  const date = change.date ?? before.date
  if (type === undefined) return { draft: null, trouble: { code: 'no_type' } }
  if (date === undefined) return { draft: null, trouble: { code: 'no_date' } }
  const fees = change.fees == null ? (before.fees ?? '0') : text(change.fees)
  const taxes = change.taxes == null ? (before.taxes ?? '0') : text(change.taxes)
  const draft: WholeDraft = {
    ...wholeDraft(before),
    type,
    date,
    fees,
    taxes,
    side: change.side === undefined ? (before.side ?? null) : change.side,
    currency: change.currency ?? before.currency ?? null,
    note: change.note === undefined ? (before.note ?? null) : change.note,
    instrument: instrumentOf(before.instrument ? wholeHint(before.instrument) : null, change),
    price:
      change.price === undefined ? (before.price ?? null) : change.price === null ? null : text(change.price),
    ...(change.instrument ? { instrumentId: change.instrument } : {}),
    ...amountsOf(row, change, { type, fees, taxes }),
  }
  const trouble = troubleOf(draft)
  return { draft: trouble ? null : draft, trouble: trouble && { code: trouble.code, ...trouble.details } }
}

function instrumentOf(before: InstrumentHint | null, change: Change): InstrumentHint | null {
  if (change.instrument) return before ?? noInstrument
  if (change.isin) return { ...(before ?? noInstrument), isin: change.isin }
  return before
}

/**
 * Amounts as people read and write them, signed as they move cash and without costs, in the signs of the ledger. A
 * row that could not be posted has its amount as the file writes it; one that could keeps what it has.
 */
function amountsOf(
  row: RowRecord,
  change: Change,
  { type, fees, taxes }: { type: string; fees: string; taxes: string },
): Partial<Draft> {
  const before = row.mended ?? row.draft ?? {}
  const quantity = quantityOf(before, change)
  const isRaw = row.kind === 'problem' && row.mended === null
  const stated = change.amount == null ? (isRaw ? before.amount : null) : text(change.amount)
  if (stated == null) return { quantity }
  const costs = add(exact(fees), exact(taxes))
  const gross = exact(stated)
  const size = exact(magnitude(stated))
  if (charges.has(type)) return { quantity, amount: toText(negate(gross)), net: null }
  if (incomes.has(type)) return { quantity, amount: null, net: toText(subtract(gross, costs)) }
  if (moneyOnly.has(type)) return { quantity, amount: toText(size), net: null }
  const isBuy = !(quantity ?? '').startsWith('-')
  return { quantity, amount: null, net: toText(isBuy ? add(size, costs) : subtract(size, costs)) }
}

function quantityOf(before: KeptDraft, change: Change): string | null {
  const side = change.side ?? before.side
  const stated =
    change.quantity === undefined ? before.quantity : change.quantity === null ? null : text(change.quantity)
  if (stated == null || side == null) return stated ?? null
  return side === 'sell' || side === 'out' ? toText(negate(exact(magnitude(stated)))) : magnitude(stated)
}

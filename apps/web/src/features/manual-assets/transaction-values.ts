import type { NumberLocale } from '../../lib/format/format.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import type { AssetForm } from './asset-types.ts'
import type { TransactionDraft } from './entries.ts'
import { entryFields } from './transaction-fields.ts'

/** The typed values of a transaction. */
export interface EntryValues {
  date: string
  type: string
  quantity: string
  price: string
  amount: string
  accrued: string
  ratio: string
  fees: string
  taxes: string
  note: string
  isIncomeOnly: boolean
  /** Null until the person chooses: the likely answer. */
  paidFrom: 'account' | 'elsewhere' | null
}

export const entryNumbers = ['quantity', 'price', 'amount', 'accrued', 'ratio', 'fees', 'taxes'] as const

type EntryType = Pick<AssetForm, 'id' | 'transaction_types'>

/** The initial values of the form. */
export function toEntryValues(
  draft: TransactionDraft | null,
  type: EntryType,
  locale: NumberLocale,
): EntryValues {
  const body = draft?.body
  const typed = (value: number | null | undefined) => typedNumber(value || null, locale)
  return {
    date: body?.date ?? '',
    type: body?.type ?? type.transaction_types[0]?.slug ?? '',
    quantity: typed(body?.quantity),
    price: typed(body?.price),
    amount: typed(body?.amount),
    accrued: typed(body?.accrued),
    ratio: typed(body?.ratio),
    fees: typed(body?.fees),
    taxes: typed(body?.taxes),
    note: body?.note ?? '',
    isIncomeOnly: body?.quantity === 0,
    paidFrom: body?.paid_from ?? null,
  }
}

/** Turns the typed values into a new or changed draft. */
export function toDraft(
  values: EntryValues,
  before: TransactionDraft | null,
  type: EntryType,
  locale: NumberLocale,
): TransactionDraft {
  const asked = entryFields(values.type, type.id)
  const first = toEntryValues(before, type, locale)
  // Fields that are not in the form keep their values.
  const kept = before?.body.type === values.type ? before.body : undefined
  const number = (field: (typeof entryNumbers)[number]) =>
    asked.includes(field) ? parseNumber(values[field], locale) : (kept?.[field] ?? null)
  const isSame = (field: (typeof entryNumbers)[number]) => values[field] === first[field]
  const isUnpriced = !asked.includes('price') && !isSame('amount')
  const [quantity, price] = [number('quantity'), isUnpriced ? null : number('price')]
  // An untouched amount is stale once quantity or price change.
  const isPriced = quantity !== null && price !== null
  const isStale = isPriced && isSame('amount') && !(isSame('quantity') && isSame('price'))
  const amount = isStale ? null : number('amount')
  return {
    key: before?.key ?? crypto.randomUUID(),
    rootId: before?.rootId ?? null,
    state: before?.rootId ? 'changed' : 'new',
    body: {
      id: before?.rootId ?? null,
      date: values.date,
      // The select offers only the transaction types of the asset type.
      type: values.type as TransactionDraft['body']['type'],
      quantity: values.type === 'distribution' ? (values.isIncomeOnly ? 0 : quantity || null) : quantity,
      price,
      amount,
      accrued: number('accrued'),
      ratio: number('ratio'),
      fees: number('fees') ?? 0,
      taxes: number('taxes') ?? 0,
      note: values.note.trim() || null,
      ...(values.paidFrom && { paid_from: values.paidFrom }),
    },
  }
}

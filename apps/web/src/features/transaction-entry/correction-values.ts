import { chargeTypes } from 'virtual:transaction-types'
import type { NumberLocale } from '../../lib/format/format.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { paysInterest } from './entry-form.ts'
import type { Correction, Version } from './use-transactions.ts'

/** The form that corrects a transaction, as it is typed. */
export interface CorrectionValues {
  date: string
  settle_date: string
  quantity: string
  price: string
  amount: string
  counter_amount: string
  accrued: string
  ratio: string
  basis_share: string
  fees: string
  taxes: string
  note: string
  reason: string
}

/** Fields that take a number, in the order of the form. */
export const correctableNumbers = [
  'quantity',
  'price',
  'amount',
  'counter_amount',
  'accrued',
  'ratio',
  'basis_share',
  'fees',
  'taxes',
] as const
export type CorrectableNumber = (typeof correctableNumbers)[number]

/** Whether a transaction of this type has the field. */
export function isUsed(field: CorrectableNumber, { entered, transaction }: Version): boolean {
  const isTraded = entered.quantity !== null
  const isSplit = entered.ratio !== null
  switch (field) {
    case 'quantity':
    case 'price':
      return isTraded
    case 'accrued':
      return entered.accrued !== null || (isTraded && paysInterest(transaction.instrument_type))
    case 'ratio':
      return isSplit
    case 'basis_share':
      return transaction.transaction_type === 'spin_off' && Boolean(transaction.quantity)
    case 'counter_amount':
      return entered.counter_amount !== null
    case 'amount':
      return !isSplit
    case 'fees':
    case 'taxes':
      return !isSplit && !chargeTypes.includes(transaction.transaction_type)
  }
}

export function initialValues({ entered, transaction }: Version, locale: NumberLocale): CorrectionValues {
  const typed = (value: number | null) => typedNumber(value, locale)
  return {
    date: transaction.date,
    settle_date: transaction.settle_date ?? '',
    quantity: typed(entered.quantity),
    price: typed(entered.price),
    amount: typed(entered.amount),
    counter_amount: typed(entered.counter_amount),
    accrued: typed(entered.accrued),
    ratio: typed(entered.ratio),
    basis_share: typed(entered.basis_share),
    fees: typed(entered.fees),
    taxes: typed(entered.taxes),
    note: transaction.note ?? '',
    reason: '',
  }
}

/** The values before a correction, for its undo: amounts together, since one may follow from the others. */
export function formerValues(newest: Version): Omit<Correction, 'revision' | 'reason'> {
  const { entered, transaction } = newest
  const used = correctableNumbers.filter(field => isUsed(field, newest))
  return {
    date: transaction.date,
    settle_date: transaction.settle_date,
    note: transaction.note,
    ...Object.fromEntries(used.map(field => [field, entered[field]])),
  }
}

/** Only changed fields are sent; the others stay as they are. */
export function buildCorrection(
  values: CorrectionValues,
  newest: Version,
  locale: NumberLocale,
): Omit<Correction, 'revision' | 'reason'> {
  const before = initialValues(newest, locale)
  const correction: Record<string, string | number | null> = {}
  for (const field of ['date', 'settle_date', 'note'] as const)
    if (values[field] !== before[field]) correction[field] = values[field].trim() || null
  for (const field of correctableNumbers) {
    const value = parseNumber(values[field], locale)
    if (values[field] === before[field] || Number.isNaN(value ?? 0)) continue
    // An empty cost is zero; an empty amount follows from quantity and price.
    correction[field] = value ?? (field === 'fees' || field === 'taxes' ? 0 : null)
  }
  return correction
}

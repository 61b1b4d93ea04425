import type { NumberLocale } from '../../lib/format/format.ts'
import { isDate } from '../../lib/format/parse-date.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import type { AssetForm } from './asset-types.ts'
import type { AssetValues } from './asset-values.ts'
import { type AssetEntries, putDraft, type TransactionDraft } from './entries.ts'
import { toDraft, toEntryValues } from './transaction-values.ts'

/** Key of the entry that the first tab of a new asset makes. */
const firstKey = 'first'

/** The first entry of types that need no quantity: the purchase of a thing, or the amount of a loan. */
const firstSlugs: Readonly<Record<string, 'purchase' | 'drawdown'>> = {
  real_estate: 'purchase',
  art: 'purchase',
  vehicle: 'purchase',
  loan: 'drawdown',
}

export const firstSlug = (type: string) => firstSlugs[type]

/** Whether the form of a new asset asks for its mortgage too. */
export const mayHaveMortgage = (type: string) => type === 'real_estate'

const readSource = (chosen: string | undefined): 'account' | 'elsewhere' | null =>
  chosen === 'account' || chosen === 'elsewhere' ? chosen : null

/** Replaces the entries that the typed values make. A value without a date of purchase counts as well. */
export function withFirstEntries(
  entries: AssetEntries,
  values: AssetValues,
  type: AssetForm,
  { locale, today }: { locale: NumberLocale; today: string },
): AssetEntries {
  const others = {
    transactions: entries.transactions.filter(({ key }) => key !== firstKey),
    valuations: entries.valuations.filter(({ key }) => key !== firstKey),
  }
  const slug = firstSlug(type.id)
  if (!slug) return others
  const number = (name: string) => {
    const typed = parseNumber(values[name] ?? '', locale)
    return typed === null || Number.isNaN(typed) ? null : typed
  }
  const [date, amount] = [values.first_date ?? '', values.first_amount ?? '']
  if (isDate(date) && number('first_amount') !== null) {
    const paidFrom = readSource(values.first_paid_from)
    const typed = { ...toEntryValues(null, type, locale), type: slug, date, amount, paidFrom }
    const draft = { ...toDraft(typed, null, type, locale), key: firstKey }
    others.transactions = putDraft(others.transactions, draft)
  }
  const value = slug === 'purchase' ? number('first_value') : null
  if (value !== null) {
    const body = { id: null, date: today, value, source: null }
    others.valuations = putDraft(others.valuations, { key: firstKey, rootId: null, state: 'new', body })
  }
  return others
}

/** The values of the first tab after its entries were changed or removed in another one. */
export function readFirstValues(
  { transactions, valuations }: AssetEntries,
  locale: NumberLocale,
): Record<'first_date' | 'first_amount' | 'first_value', string> {
  const entry = transactions.find(({ key }) => key === firstKey)?.body
  const valuation = valuations.find(({ key }) => key === firstKey)?.body
  return {
    first_date: entry?.date ?? '',
    first_amount: typedNumber(entry?.amount, locale),
    first_value: typedNumber(valuation?.value, locale),
  }
}

type Errors = Record<string, { type: string; message: string }>

/** A date and an amount belong together. A mortgage needs a purchase, and a value today something that was bought. */
export function findFirstErrors(
  values: AssetValues,
  locale: NumberLocale,
  transactions: readonly TransactionDraft[],
): Errors {
  if (!firstSlug(values.type)) return {}
  const errors: Errors = {}
  const add = (name: string, message: string) => {
    errors[name] = { type: 'validate', message }
  }
  const isGiven = (name: string) => (values[name] ?? '').trim() !== ''
  const numbers = mayHaveMortgage(values.type)
    ? ['first_amount', 'first_value', 'first_mortgage']
    : ['first_amount', 'first_value']
  for (const name of numbers)
    if (Number.isNaN(parseNumber(values[name] ?? '', locale) ?? 0)) add(name, 'assets_no_number')
  const isHeld = transactions.some(({ key, state }) => key !== firstKey && state !== 'voided')
  const needsPurchase = firstSlug(values.type) === 'purchase' && isGiven('first_value') && !isHeld
  const hasMortgage = mayHaveMortgage(values.type) && isGiven('first_mortgage')
  if (isGiven('first_amount') && !isGiven('first_date')) add('first_date', 'assets_needed')
  if ((hasMortgage || needsPurchase) && !isGiven('first_date')) add('first_date', 'assets_needed')
  if (isGiven('first_date') && !isDate(values.first_date ?? '')) add('first_date', 'date_invalid')
  if ((isGiven('first_date') || needsPurchase) && !isGiven('first_amount'))
    add('first_amount', 'assets_needed')
  return errors
}

/**
 * The loan of a property, drawn when it was bought. It is paid out to where the price was paid from: the account, or
 * elsewhere. Null without a mortgage.
 */
export function buildMortgage(
  values: AssetValues,
  sent: readonly TransactionDraft[],
  name: string,
  locale: NumberLocale,
) {
  const amount = mayHaveMortgage(values.type) ? parseNumber(values.first_mortgage ?? '', locale) : null
  if (amount === null || Number.isNaN(amount)) return null
  const paid_from = sent.find(({ key }) => key === firstKey)?.body.paid_from
  return {
    type: 'loan' as const,
    side: 'borrowed' as const,
    name,
    account: values.account ?? '',
    currency: values.currency ?? '',
    transactions: [
      {
        date: values.first_date ?? '',
        type: 'drawdown' as const,
        amount,
        ...(paid_from && { paid_from }),
      },
    ],
  }
}

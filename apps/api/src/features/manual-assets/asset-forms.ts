import {
  dayCounts,
  type FormField,
  loanSides,
  type ManualField,
  type ManualTypeSlug,
  manualTransactionTypes,
  manualTypes,
  paymentsPerYear,
  repayments,
  requiredManualFields,
  sectors,
} from '@plumbline/contract'
import { type Language, textsIn } from '@plumbline/contract/texts'

interface Named {
  id: string
  name: string
}

const kinds: Record<ManualField, FormField['kind']> = {
  isin: 'isin',
  base_currency: 'currency',
  quote_currency: 'currency',
  location: 'text',
  author: 'text',
  year: 'year',
  maturity: 'date',
  interest_rate: 'percent',
  side: 'select',
  payments_per_year: 'select',
  day_count: 'select',
  repayment: 'select',
}

/** Describes the form of every asset type in one language, with the accounts to choose from. */
export function assetForms(language: Language, accounts: Named[]) {
  const texts: Record<string, string> = textsIn(language)
  const named = (list: string, values: readonly (string | number)[]): Named[] =>
    values.map(value => ({ id: String(value), name: texts[`${list}_${value}`] ?? String(value) }))
  const optionsByField: Partial<Record<ManualField, Named[]>> = {
    side: named('loan_side', loanSides),
    payments_per_year: named('payments_per_year', paymentsPerYear),
    day_count: named('day_count', dayCounts),
    repayment: named('repayment', repayments),
  }
  const field = (
    name: string,
    kind: FormField['kind'],
    isRequired: boolean,
    options: Named[] = [],
  ): FormField => ({
    name,
    label: texts[`asset_field_${name}`] ?? name,
    kind,
    is_required: isRequired,
    options,
  })
  const ownFields = (type: ManualTypeSlug, fields: readonly ManualField[]) =>
    fields.map(name =>
      field(name, kinds[name], requiredManualFields[type]?.includes(name) ?? false, optionsByField[name]),
    )

  return manualTypes.map(({ slug, fields, transactions }) => ({
    id: slug,
    name: texts[`instrument_type_${slug}`] ?? slug,
    fields: [
      field('name', 'text', true),
      field('account', 'account', true, accounts),
      // A forward uses its quote currency.
      ...(slug === 'fx_forward' ? [] : [field('currency', 'currency', true)]),
      ...ownFields(slug, fields),
      field('country', 'country', false),
      field('sector', 'select', false, named('sector', sectors)),
      field('notes', 'long_text', false),
    ],
    transaction_types: transactions.map(transaction => ({
      slug: transaction,
      name: texts[`manual_transaction_${transaction}`] ?? transaction,
      transaction_type: manualTransactionTypes[transaction],
    })),
  }))
}

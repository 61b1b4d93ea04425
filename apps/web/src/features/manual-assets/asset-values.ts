import type { NumberLocale } from '../../lib/format/format.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import type { Asset, AssetAccount, AssetForm } from './asset-types.ts'

/** The typed values. Which fields there are depends on the type. */
export type AssetValues = Record<string, string> & { type: string; name: string }
type Field = AssetForm['fields'][number]

/** The values of the fields of all types, so that changing the type keeps what was typed. */
export function toFormValues(
  asset: Asset | null,
  forms: readonly AssetForm[],
  accounts: readonly AssetAccount[],
  locale: NumberLocale,
): AssetValues {
  const values: AssetValues = { type: asset?.type ?? forms[0]?.id ?? '', name: asset?.name ?? '' }
  for (const field of forms.flatMap(({ fields }) => fields)) {
    values[field.name] = asset ? typedValue(asset, field, locale) : firstValue(field)
  }
  if (!asset) values.currency = accounts.find(({ id }) => id === values.account)?.currency ?? ''
  return values
}

/** Preselects the account if there is only one. */
function firstValue({ name, options }: Field): string {
  return name === 'account' && options.length === 1 ? (options[0]?.id ?? '') : ''
}

function typedValue(asset: Asset, { name, kind }: Field, locale: NumberLocale): string {
  if (name === 'account') return asset.account.id
  // The forms name fields of the asset.
  const value = (asset as unknown as Record<string, unknown>)[name]
  if (typeof value === 'number') return typedNumber(kind === 'percent' ? value * 100 : value, locale)
  return typeof value === 'string' ? value : ''
}

const numeric: ReadonlySet<Field['kind']> = new Set(['number', 'percent', 'year'])

/** Builds the request body: empty values become null, percentages fractions. */
export function toRequestBody(
  values: AssetValues,
  fields: readonly Field[],
  locale: NumberLocale,
): Record<string, string | number | null> {
  const entries = fields
    .filter(({ name }) => name !== 'account')
    .map(({ name, kind }): [string, string | number | null] => {
      const typed = (values[name] ?? '').trim()
      if (typed === '') return [name, null]
      if (name === 'payments_per_year') return [name, Number(typed)]
      if (!numeric.has(kind)) return [name, typed]
      const value = parseNumber(typed, locale) ?? 0
      return [name, kind === 'percent' ? Number((value / 100).toPrecision(12)) : value]
    })
  // Name and currency cannot be null; left out, the server reports them as missing.
  return Object.fromEntries(entries.filter(([name, value]) => value !== null || !notNullable.has(name)))
}

const notNullable = new Set(['name', 'currency'])

/** Validates a field: true, or the text key of the error. */
function validateField(field: Field, locale: NumberLocale): (typed: string | undefined) => true | string {
  return (typed = '') => {
    if (typed.trim() === '') return !field.is_required || 'assets_needed'
    if (field.kind === 'date') return checkDate(typed)
    const isNumber = !numeric.has(field.kind) || !Number.isNaN(parseNumber(typed, locale) ?? 0)
    return isNumber || 'assets_no_number'
  }
}

/** The errors of all fields of the chosen type, whether their tab is open or not. */
export function findFieldErrors(
  values: AssetValues,
  forms: readonly AssetForm[],
  locale: NumberLocale,
): Record<string, { type: string; message: string }> {
  const fields = forms.find(({ id }) => id === values.type)?.fields ?? []
  return Object.fromEntries(
    fields.flatMap(field => {
      const problem = validateField(field, locale)(values[field.name])
      return problem === true ? [] : [[field.name, { type: 'validate', message: problem }]]
    }),
  )
}

import type { Language } from '@plumbline/contract/texts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import type { Asset, AssetForm } from './use-assets.ts'

/** Fields as they are typed: which there are follows from the type. */
export type AssetValues = Record<string, string> & { type: string; name: string }
type Field = AssetForm['fields'][number]

/** The fields of every type at once: changing the type of a new asset keeps what was entered. */
export function valuesOf(asset: Asset | null, forms: readonly AssetForm[], language: Language): AssetValues {
  const values: AssetValues = { type: asset?.type ?? forms[0]?.id ?? '', name: asset?.name ?? '' }
  for (const field of forms.flatMap(({ fields }) => fields)) {
    values[field.name] = asset ? typedValue(asset, field, language) : firstValue(field)
  }
  return values
}

/** Where there is one account to choose from, it is chosen. */
function firstValue({ name, options }: Field): string {
  return name === 'account' && options.length === 1 ? (options[0]?.id ?? '') : ''
}

function typedValue(asset: Asset, { name, kind }: Field, language: Language): string {
  if (name === 'account') return asset.account.id
  // The fields of the forms are fields of the asset.
  const value = (asset as unknown as Record<string, unknown>)[name]
  if (typeof value === 'number') return typedNumber(kind === 'percent' ? value * 100 : value, language)
  return typeof value === 'string' ? value : ''
}

const numeric: ReadonlySet<Field['kind']> = new Set(['number', 'percent', 'year'])

/** As it travels: empty is null, percentages are fractions. */
export function bodyOf(
  values: AssetValues,
  fields: readonly Field[],
  language: Language,
): Record<string, string | number | null> {
  const entries = fields
    .filter(({ name }) => name !== 'account')
    .map(({ name, kind }): [string, string | number | null] => {
      const typed = (values[name] ?? '').trim()
      if (typed === '') return [name, null]
      if (name === 'payments_per_year') return [name, Number(typed)]
      if (!numeric.has(kind)) return [name, typed]
      const value = parseNumber(typed, language) ?? 0
      return [name, kind === 'percent' ? Number((value / 100).toPrecision(12)) : value]
    })
  // A name and a currency cannot be taken away, so empty ones are left out and the server asks for them.
  return Object.fromEntries(entries.filter(([name, value]) => value !== null || !cannotBeEmpty.has(name)))
}

const cannotBeEmpty = new Set(['name', 'currency'])

/** A key of the texts that says what is wrong, or true. */
export function problemOf(field: Field, language: Language): (typed: string | undefined) => true | string {
  return (typed = '') => {
    if (typed.trim() === '') return !field.is_required || 'assets_needed'
    const isNumber = !numeric.has(field.kind) || !Number.isNaN(parseNumber(typed, language) ?? 0)
    return isNumber || 'assets_no_number'
  }
}

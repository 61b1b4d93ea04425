import type { Language } from '@plumbline/contract/texts'

/**
 * Parses a number as typed in a language: `1,250.50`, `1’250.50`, `1.250,50`. Null for an empty text, NaN for
 * an invalid one. A point that cannot group thousands is a decimal point in every language.
 */
export function parseNumber(typed: string, language: Language): number | null {
  const plain = typed
    .trim()
    .replaceAll(/[\s'’]/g, '')
    .replace('−', '-')
  if (plain === '') return null
  const isPointDecimal = language !== 'de' || (!plain.includes(',') && !/^-?\d{1,3}(\.\d{3})+$/.test(plain))
  const text = isPointDecimal ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.')
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

/** Formats a number for an input field: all digits, the language's decimal sign, no group separators. */
export function typedNumber(value: number | null | undefined, language: Language): string {
  if (value === null || value === undefined) return ''
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  return language === 'de' ? text.replace('.', ',') : text
}

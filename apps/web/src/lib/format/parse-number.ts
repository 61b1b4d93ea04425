import { type NumberLocale, numberMarks } from './format.ts'

/**
 * Parses a number as typed in the user's number format: `1,250.50`, `1’250.50`, `1.250,50`. Null for an empty text, NaN for
 * an invalid one. The mark that is not the decimal one groups thousands; where it cannot, a point is a decimal point in
 * every format, and so is a comma in a format that does not group by commas. What could be either is invalid.
 */
export function parseNumber(typed: string, locale: NumberLocale): number | null {
  const plain = typed
    .trim()
    .replaceAll(/[\s'’]/g, '')
    .replace('−', '-')
  if (plain === '') return null
  const { group, decimal } = numberMarks(locale)
  const other = decimal === ',' ? '.' : ','
  const text = plain.includes(other)
    ? readOtherMark(plain, { group, decimal, other })
    : plain.replace(decimal, '.')
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

function readOtherMark(plain: string, marks: { group: string; decimal: string; other: string }): string {
  const { group, decimal, other } = marks
  const isGrouped = new RegExp(`^[-+]?\\d{1,3}(\\${other}\\d{3})+(\\${decimal}\\d*)?$`).test(plain)
  if (isGrouped) {
    const isClear = other === group || plain.includes(decimal) || plain.split(other).length > 2
    return isClear ? plain.replaceAll(other, '').replace(decimal, '.') : ''
  }
  return other === '.' || other !== group ? plain.replace(other, '.') : ''
}

/** Formats a number for an input field: all digits, the user's decimal mark, no group separators. */
export function typedNumber(value: number | null | undefined, locale: NumberLocale): string {
  if (value === null || value === undefined) return ''
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  return text.replace('.', numberMarks(locale).decimal)
}

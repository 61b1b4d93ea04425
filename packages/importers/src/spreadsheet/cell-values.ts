import { UnreadableFile } from '../problem.ts'

export const badSpreadsheet = (value: string): UnreadableFile =>
  new UnreadableFile('bad_spreadsheet', 1, { value })

/**
 * A number cell as text. Spreadsheets calculate with 15 significant digits; the rest is noise of binary fractions. Three
 * decimals get a zero, so that 1.125 is never taken for thousands.
 */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw badSpreadsheet('a number is out of range')
  const text = expand(value.toPrecision(15))
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Writes a number without exponent and without zeros at its end. */
function expand(text: string): string {
  const [mantissa = '', exponent] = text.split('e')
  const isNegative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const shift = Number(exponent ?? 0)
  if (Math.abs(shift) > 60) return shift < 0 ? '0' : text
  const digits =
    shift < 0 ? `${'0'.repeat(-shift)}${whole}${fraction}` : `${whole}${fraction.padEnd(shift, '0')}`
  const cut = shift < 0 ? whole.length : whole.length + shift
  const left = digits.slice(0, cut).replace(/^0+(?=\d)/, '') || '0'
  const right = digits.slice(cut).replace(/0+$/, '')
  const plain = right === '' ? left : `${left}.${right}`
  return isNegative && plain !== '0' ? `-${plain}` : plain
}

const dayMs = 86_400_000
/** Day 0 of the two date systems. Excel counts a 29 February 1900 that never was, so days before it are off by one. */
const origins = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }

/** A date cell as ISO text: a date, a date with a time, or a time of day. */
export function dateText(serial: number, is1904: boolean): string {
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400)
  const days = Math.floor(serial) + (seconds === 86_400 ? 1 : 0)
  const time = seconds % 86_400 === 0 ? '' : clock(seconds % 86_400)
  if (days === 0 && !is1904) return time === '' ? '0' : time
  if (days < 0 || days > 200_000 || (!is1904 && days === 60)) return numberText(serial)
  const origin = is1904 ? origins.from1904 : origins.from1900 + (days < 60 ? dayMs : 0)
  const date = new Date(origin + days * dayMs).toISOString().slice(0, 10)
  return time === '' ? date : `${date} ${time}`
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

/** How the numbers of a cell are shown. */
export interface NumberFormat {
  readonly isDate: boolean
  /** Currency code or symbol written beside the number. */
  readonly unit: string | null
}

export const plainFormat: NumberFormat = { isDate: false, unit: null }

/** Reads a format code such as dd.mm.yyyy or #,##0.00 "SEK". */
export function readFormatCode(code: string): NumberFormat {
  const first = (code.split(';')[0] ?? '').slice(0, 255)
  const shown = first.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')
  const isDate =
    /[dmyhs]/i.test(shown) && !/general/i.test(shown) && !/[#0?]/.test(shown.replace(/s[.,]0+/gi, ''))
  const unit =
    /\[\$([A-Z]{3}|[$€£¥₣])(?:-[^\]]*)?\]/.exec(first)?.[1] ??
    /"\s*([A-Z]{3}|[$€£¥₣])\s*"/.exec(first)?.[1] ??
    /[$€£¥₣]/.exec(first.replace(/\[[^\]]*\]/g, ''))?.[0] ??
    null
  return { isDate, unit: isDate ? null : unit }
}

/** Formats that spreadsheets know by number alone: 14 to 22 and 45 to 47 everywhere, 27 to 36 and 50 to 58 in Asia. */
export function builtInFormat(id: number): NumberFormat {
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  return isDate ? { isDate, unit: null } : plainFormat
}

export function cellText(value: number, format: NumberFormat, is1904: boolean): string {
  if (format.isDate) return dateText(value, is1904)
  return format.unit === null ? numberText(value) : `${numberText(value)} ${format.unit}`
}

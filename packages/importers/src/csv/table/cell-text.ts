import { RowProblem } from '../../problem.ts'
import { findCurrencySymbol } from '../../text/currency.ts'
import { type DecimalMark, parseDecimal, strictDecimal } from '../../text/decimal.ts'
import { isCurrencyCode } from '../../text/iso-currency.ts'

const emptyWords = /^(?:[-–—]+|\.+|n\.?\/?a\.?|#n\/a|#nv|k\.? ?a\.?|null|none|nil|nan|leer)$/i

/** Whether a cell says that there is no value. */
export const isEmptyCell = (text: string): boolean => text === '' || emptyWords.test(text)

export interface UnitNumber {
  readonly number: string
  /** Currency code that is written beside the number. */
  readonly unit: string | null
  /** The unit is written without a country, and stands for the dollar, yen, yuan or crown of the row or the file. */
  readonly bareSymbol?: BareSymbol | null
}

export type BareSymbol = '$' | '¥' | 'kr'

const exponent = /^[+-]?\d{1,40}(?:[.,]\d{1,60})?e[+-]?\d{1,2}$/i
const leading = /^([(+−–-]*)\s*([A-Za-z]{3})\s*(?=[\d(+.−–-])/
const trailing = /([\d)%.+−–-])\s*([A-Za-z]{3})(\)?)$/
const crowns = /^(?:([+−–-]?)kr\.?\s*(?=[\d+−–-])(.+)|(.*\d[)%+−–-]?)\s*kr\.?)$/i
const pence = /^([+−–-]?[\d.,'’ ]+)p$/

/** Splits the currency off a number: '89,162.28 SEK', 'CHF -12.50', '(3.20 USD)', '€35.76', '412.5p'. */
export function splitUnit(text: string): UnitNumber {
  const bare = text.trim()
  const inPence = pence.exec(bare)
  if (inPence?.[1]) return { number: inPence[1], unit: 'GBX' }
  const front = leading.exec(bare)
  const unitInFront = front && toCode(front[2] ?? '')
  if (front && unitInFront)
    return { number: (front[1] ?? '') + bare.slice(front[0].length), unit: unitInFront }
  const back = trailing.exec(bare)
  const unitBehind = back && toCode(back[2] ?? '')
  if (back && unitBehind)
    return { number: bare.slice(0, back.index) + (back[1] ?? '') + (back[3] ?? ''), unit: unitBehind }
  const inCrowns = crowns.exec(bare)
  if (inCrowns) return { number: inCrowns[3] ?? `${inCrowns[1]}${inCrowns[2]}`, unit: null, bareSymbol: 'kr' }
  const bareSymbol = /[A-Za-z]/.test(bare) ? null : (/[$¥]/.exec(bare)?.[0] as '$' | '¥' | undefined)
  return { number: bare, unit: findCurrencySymbol(bare), bareSymbol: bareSymbol ?? null }
}

function toCode(text: string): string | null {
  if (isCurrencyCode(text)) return text
  return isCurrencyCode(text.toUpperCase()) ? text.toUpperCase() : null
}

/** Parses a number of any writing. An unknown decimal mark leaves 1.250 and 1,250 unclear. */
export function parseNumber(text: string, mark: DecimalMark | null, field: string): string {
  if (exponent.test(text)) return strictDecimal(text, field)
  if (mark !== null) return parseDecimal(text, mark, field)
  const [withPoint, withComma] = [parseDecimal(text, '.', field), parseDecimal(text, ',', field)]
  if (withPoint !== withComma) throw new RowProblem('unclear_number', { field, value: text })
  return withPoint
}

/** Whether a cell is a number under one of the decimal marks. */
export function isNumberCell(text: string): boolean {
  const { number } = splitUnit(text)
  if (!/\d/.test(number) || number.length > 80) return false
  try {
    parseNumber(number, '.', '')
    return true
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
  }
  try {
    parseNumber(number, ',', '')
    return true
  } catch (error) {
    if (error instanceof RowProblem) return error.code === 'number_too_long'
    throw error
  }
}

/** The symbol without a country that a header ends with: 'Amount ($)', not 'Amount (C$)'. */
export function bareSymbolInHeader(header: string): BareSymbol | null {
  const name = header.trim()
  if (/\(kr\.?\)$/i.test(name)) return 'kr'
  return (/(?<![A-Z])([$¥])\)?$/.exec(name)?.[1] as '$' | '¥' | undefined) ?? null
}

/** The currency that a header names: 'Courtage (SEK)', 'Asset Price in CHF', 'Importo euro', 'Unit cost (p)'. */
export function unitInHeader(header: string): string | null {
  const name = header.trim()
  if (/\((?:p|pence)\)$|\bpence$/i.test(name)) return 'GBX'
  const code = /(?:\(|\bin\s|[\s,_-])\(?([A-Z]{3})\)?$/.exec(name)?.[1]
  if (code && isCurrencyCode(code)) return code
  if (/\beuro$/i.test(name)) return 'EUR'
  return findCurrencySymbol(/(?:(?<![A-Za-z])[A-Z]{1,2})?[$€£¥₣]\)?$/.exec(name)?.[0] ?? '')
}

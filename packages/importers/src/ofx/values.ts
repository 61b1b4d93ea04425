import { RowProblem } from '../problem.ts'
import { parseCurrency } from '../text/currency.ts'
import { fullYear, isoDate, type Moment } from '../text/date.ts'
import { parseDecimal } from '../text/decimal.ts'
import { findChild, readText, type XmlElement } from '../xml/tree.ts'

/** Parses '20050825', '20190123120000', '20190124212851.000[0:UTC]'. The date is kept as written, whatever the zone. */
export function ofxMoment(element: XmlElement, ...path: string[]): Moment | null {
  const text = readText(element, ...path)
  if (text === null) return null
  const match = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?/.exec(text)
  if (!match) throw new RowProblem('not_a_date', { value: text, field: path.at(-1) ?? '' })
  const date = isoDate(fullYear(match[1] ?? ''), Number(match[2]), Number(match[3]), text)
  const [hours, minutes, seconds] = [match[4], match[5], match[6] ?? '00']
  const isMidday = hours === '12' && minutes === '00' && seconds === '00'
  // Banks write noon where they have no time.
  const hasTime =
    hours !== undefined && !isMidday && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
  return { date, time: hasTime ? `${hours}:${minutes}:${seconds}` : null }
}

/** OFX has no thousands separators and allows both decimal marks. */
export function ofxNumber(element: XmlElement | null, ...path: string[]): string | null {
  const text = readText(element, ...path)
  return text === null
    ? null
    : parseDecimal(text, text.includes(',') && !text.includes('.') ? ',' : '.', path.at(-1))
}

export function requireOfxNumber(element: XmlElement | null, ...path: string[]): string {
  const value = ofxNumber(element, ...path)
  if (value === null) throw new RowProblem('missing_field', { field: path.at(-1) ?? '' })
  return value
}

/** The currency of a row, or that of the statement. */
export function ofxCurrency(row: XmlElement, fallback: string | null): string | null {
  const own = readText(findChild(row, 'CURRENCY'), 'CURSYM')
  return own === null ? fallback : parseCurrency(own)
}

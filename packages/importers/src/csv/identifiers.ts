import { RowProblem } from '../problem.ts'
import { parseIsin } from '../text/isin.ts'
import { isCusip, isSedol } from '../text/securities-ids.ts'
import { isIsin } from './column-profile.ts'
import type { Fields } from './meaning.ts'

const isinInText = /(?<![A-Z0-9])[A-Z]{2}[A-Z0-9]{9}\d(?![A-Z0-9])/g

/**
 * Sorts what identifies a security: text in an ISIN column is kept as the identifier, symbol or name that it is, and an
 * ISIN within a name is found.
 */
export function splitIdentifiers(fields: Fields): Fields {
  const { isin, ...rest } = fields
  if (isin !== undefined && parseIsin(isin) !== null) return fields
  if (isin !== undefined) {
    const found = findIsin(isin)
    if (found) return { ...rest, isin: found.isin, ...nameIfMissing(rest, found.rest) }
    return keepText(rest, isin.trim())
  }
  const found = fields.name === undefined ? null : findIsin(fields.name)
  return found ? { ...rest, isin: found.isin, ...(found.rest === '' ? {} : { name: found.rest }) } : fields
}

function keepText(fields: Fields, text: string): Fields {
  const code = text.toUpperCase()
  if (fields.cusip === undefined && isCusip(code)) return { ...fields, cusip: code }
  if (fields.sedol === undefined && isSedol(code)) return { ...fields, sedol: code }
  if (fields.symbol === undefined && /^[A-Z0-9][A-Z0-9.:/ -]{0,14}$/.test(text))
    return { ...fields, symbol: text }
  if (fields.name === undefined) return { ...fields, name: text }
  if (fields.name === text || fields.symbol === text) return fields
  throw new RowProblem('bad_field', { field: 'ISIN', value: text })
}

const nameIfMissing = (fields: Fields, name: string): Fields =>
  fields.name === undefined && name !== '' ? { name } : {}

/** The only ISIN of a text, and the text without it. */
function findIsin(text: string): { isin: string; rest: string } | null {
  const found = [...text.slice(0, 500).matchAll(isinInText)].map(([match]) => match).filter(isIsin)
  const [isin, ...others] = new Set(found)
  if (isin === undefined || others.length > 0) return null
  const rest = text
    .replace(isin, ' ')
    .replace(/\bISIN\b:?/gi, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s/,;:|-]+|[\s/,;:|-]+$/g, '')
  return { isin, rest }
}

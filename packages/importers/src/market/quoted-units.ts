import { RowProblem } from '../problem.ts'
import { times } from '../text/decimal.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'
import { isUnitCount, type Pair } from './quoted-pair.ts'

/** The rate of one unit where `units`, a power of ten, are quoted. */
export const perUnit = (rate: string, units: string): string =>
  units === '1' ? rate : times(rate, `0.${'1'.padStart(units.length - 1, '0')}`)

const badUnit = (value: string) => new RowProblem('bad_field', { field: 'unit', value })

/**
 * How many units of the base a row quotes, by its column of units. The ECB states the currency of the value there, and
 * its power of ten in a column of its own. Null for a column that the table lacks.
 */
export function readUnits(unit: string | null, power: string | null, { quote }: Pair): string {
  if (power !== null && power !== '0') throw badUnit(power)
  if (unit === null) return '1'
  const count = unit.replace(/^(\d{1,3})(?:[.,'’ ]000)$/, '$1000').replace(/^(\d+)[.,]0+$/, '$1')
  if (isUnitCount(count)) return count
  if (unit.toUpperCase() === quote) return '1'
  throw unit === '' ? new RowProblem('missing_field', { field: 'unit' }) : badUnit(unit)
}

const percentWords = /^(?:%|percent|pct|prozent|pourcent|pour cent)$/i

/** The unit of a price: a currency, percent, or a count, of which only one piece is read. */
export function readPriceUnit(text: string): { currency: string | null; isPercent: boolean } {
  if (percentWords.test(text)) return { currency: null, isPercent: true }
  const code = isCurrencyCode(text) ? text : text.toUpperCase()
  if (isCurrencyCode(code)) return { currency: code, isPercent: false }
  if (/\d/.test(text) && !/^1(?:[.,]0+)?$/.test(text)) throw badUnit(text)
  return { currency: null, isPercent: false }
}
